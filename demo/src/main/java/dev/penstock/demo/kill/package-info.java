/**
 * Trials that kill a process of the stack in the middle of a load. Knows no page and no console.
 */
@NullMarked
package dev.penstock.demo.kill;

import org.jspecify.annotations.NullMarked;
