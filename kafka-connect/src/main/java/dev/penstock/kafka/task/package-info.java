/**
 * The sink task: from {@code put} through the router to the writers, and from acknowledgements back
 * to offsets. Knows no column type, no retry of rows and no error text of the service.
 */
@NullMarked
package dev.penstock.kafka.task;

import org.jspecify.annotations.NullMarked;
