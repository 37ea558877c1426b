/**
 * The connector's keys: what they are, which combinations are refused, and the options they become.
 * Validation never touches the network. Knows no record.
 */
@NullMarked
package dev.penstock.kafka.config;

import org.jspecify.annotations.NullMarked;
