/** The Storage Write API on gRPC. */
@NullMarked
package dev.penstock.local.grpc;

import org.jspecify.annotations.NullMarked;
