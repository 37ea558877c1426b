/**
 * What tests and the people who run the server do to it at {@code /_penstock/}: faults, clock,
 * counters, streams. Knows no protocol of the service.
 */
@NullMarked
package dev.penstock.local.admin;

import org.jspecify.annotations.NullMarked;
