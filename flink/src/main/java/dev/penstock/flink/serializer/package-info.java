/** How records of a stream become rows. The type mapping itself is the engine's. */
@NullMarked
package dev.penstock.flink.serializer;

import org.jspecify.annotations.NullMarked;
