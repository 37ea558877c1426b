/**
 * Endpoints, credentials, channels and client settings; the one mapping of Google and gRPC failures
 * to error codes; the one conversion of table schemas to REST and proto forms.
 */
@NullMarked
package dev.penstock.core.connection;

import org.jspecify.annotations.NullMarked;
