/**
 * Write streams over the generated gRPC stub: batches, the in-flight window, answers, reconnects.
 */
@NullMarked
package dev.penstock.core.append;

import org.jspecify.annotations.NullMarked;
