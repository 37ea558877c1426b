/** The Storage Write API and the Storage Read API on gRPC. */
@NullMarked
package dev.penstock.local.grpc;

import org.jspecify.annotations.NullMarked;
