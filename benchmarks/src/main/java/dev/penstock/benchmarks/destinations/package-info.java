/** Many tables written by one task in little memory. */
@NullMarked
package dev.penstock.benchmarks.destinations;

import org.jspecify.annotations.NullMarked;
