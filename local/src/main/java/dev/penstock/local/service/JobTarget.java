package dev.penstock.local.service;

import dev.penstock.local.catalog.TableId;

/**
 * Where the rows of a job go. Immutable.
 *
 * @param createIfNeeded whether an absent table is created (RT-086)
 */
public record JobTarget(TableId table, boolean createIfNeeded, WriteDisposition write) {}
