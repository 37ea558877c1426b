/** The historic class name of the BigQuery sink. */
@NullMarked
package com.wepay.kafka.connect.bigquery;

import org.jspecify.annotations.NullMarked;
