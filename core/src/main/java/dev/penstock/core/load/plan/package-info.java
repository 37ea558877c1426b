/**
 * What a commit of staged files will do, worked out whole before anything is done: jobs, temporary
 * tables, waves. Pure; knows no service, no clock, no rows.
 */
@NullMarked
package dev.penstock.core.load.plan;

import org.jspecify.annotations.NullMarked;
