/** Random changes on PostgreSQL tables. Owns what is changed and how fast; waits for no sink. */
@NullMarked
package dev.penstock.demo.load;

import org.jspecify.annotations.NullMarked;
