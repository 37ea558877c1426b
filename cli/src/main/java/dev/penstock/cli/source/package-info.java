/**
 * Where rows come from: files and databases. A source tells its columns and yields its rows; it
 * knows no destination, prints nothing, and never puts a value into a message.
 */
@NullMarked
package dev.penstock.cli.source;

import org.jspecify.annotations.NullMarked;
