/**
 * The buckets and objects of Cloud Storage: their metadata in the database, their bytes in one
 * directory whose file names the server makes. Knows neither protocols nor jobs.
 */
@NullMarked
package dev.penstock.local.objects;

import org.jspecify.annotations.NullMarked;
