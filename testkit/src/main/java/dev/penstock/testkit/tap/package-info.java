/**
 * A gRPC proxy before a write server that shows what is on the wire. Knows the public protocol, and
 * neither the server behind it nor the client before it.
 */
@NullMarked
package dev.penstock.testkit.tap;

import org.jspecify.annotations.NullMarked;
