/**
 * Where bytes of files go: chunks into resumable uploads, objects of Cloud Storage and their
 * removal. Knows no rows and no jobs.
 */
@NullMarked
package dev.penstock.core.load.store;

import org.jspecify.annotations.NullMarked;
