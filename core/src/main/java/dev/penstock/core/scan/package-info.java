/**
 * Reading tables through the Storage Read API: one session for a read, streams that go on where
 * they stopped, and the rows of their blocks. Knows no writer and no framework.
 */
@NullMarked
package dev.penstock.core.scan;

import org.jspecify.annotations.NullMarked;
