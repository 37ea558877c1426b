/** BigQuery REST v2 on the JDK's HTTP server. */
@NullMarked
package dev.penstock.local.rest;

import org.jspecify.annotations.NullMarked;
