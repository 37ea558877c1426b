/**
 * Local BigQuery for JUnit 5: starts it, gives Google's clients their settings, and reads tables
 * back as Java values. Knows Google's clients and {@code penstock-local}; knows no front end of
 * Penstock.
 */
@NullMarked
package dev.penstock.testkit;

import org.jspecify.annotations.NullMarked;
