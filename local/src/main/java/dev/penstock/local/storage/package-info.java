/**
 * The subset of Cloud Storage's JSON API that staging files for load jobs takes, beside BigQuery's
 * REST on its port.
 */
@NullMarked
package dev.penstock.local.storage;

import org.jspecify.annotations.NullMarked;
