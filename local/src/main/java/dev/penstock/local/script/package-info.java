/**
 * Scripts of several statements: an interpreter over the parser's tree that gives each statement to
 * the SQL engine. It owns variables, control flow and errors of scripts, and knows nothing of jobs
 * and tables.
 */
@NullMarked
package dev.penstock.local.script;

import org.jspecify.annotations.NullMarked;
