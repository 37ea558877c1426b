/** Random histories of local BigQuery, each compared with a model that shares no code with it. */
@NullMarked
package dev.penstock.benchmarks.property;

import org.jspecify.annotations.NullMarked;
