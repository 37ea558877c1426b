/**
 * Runs a recorded change history on the live stack and checks the state after each operation. Owns
 * the results; knows nothing of how they are shown.
 */
@NullMarked
package dev.penstock.demo.operations;

import org.jspecify.annotations.NullMarked;
