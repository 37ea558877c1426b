/**
 * Values that every room speaks: destinations, schemas, change types, rejected rows, service
 * limits. No I/O.
 */
@NullMarked
package dev.penstock.core.model;

import org.jspecify.annotations.NullMarked;
