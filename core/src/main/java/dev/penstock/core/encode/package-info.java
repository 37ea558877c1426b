/**
 * From a row reader to wire bytes: source schemas, row plans, field encoders, row outputs and row
 * buffers. Knows no gRPC, no REST and no framework's record type.
 */
@NullMarked
package dev.penstock.core.encode;

import org.jspecify.annotations.NullMarked;
