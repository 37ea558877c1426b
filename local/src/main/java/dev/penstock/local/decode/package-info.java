/**
 * Rows as clients send them, turned into values: writer descriptors bound to table columns, the
 * conversions between their types, and what is missing in a row. Knows neither connections nor
 * storage.
 */
@NullMarked
package dev.penstock.local.decode;

import org.jspecify.annotations.NullMarked;
