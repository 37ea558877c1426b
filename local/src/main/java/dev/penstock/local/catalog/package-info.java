/** Metadata: datasets, tables, schemas, keys, options, etags. Knows neither protocols nor rows. */
@NullMarked
package dev.penstock.local.catalog;

import org.jspecify.annotations.NullMarked;
