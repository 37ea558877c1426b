/** What the protocol front ends call: datasets, tables, jobs, write streams. */
@NullMarked
package dev.penstock.local.service;

import org.jspecify.annotations.NullMarked;
