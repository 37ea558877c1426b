/** What the engine counts, under which names, and how it is shown over JMX and in Micrometer. */
@NullMarked
package dev.penstock.core.metrics;

import org.jspecify.annotations.NullMarked;
