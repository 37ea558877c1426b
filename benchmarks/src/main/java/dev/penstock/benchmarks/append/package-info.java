/** What appending costs the client, against gRPC alone and against Google's stream writer. */
@NullMarked
package dev.penstock.benchmarks.append;

import org.jspecify.annotations.NullMarked;
