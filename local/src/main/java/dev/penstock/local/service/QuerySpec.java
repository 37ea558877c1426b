package dev.penstock.local.service;

import dev.penstock.local.sql.SqlRequest;
import org.jspecify.annotations.Nullable;

/**
 * A query job to be run. Immutable.
 *
 * @param target where the result goes; null for an anonymous table
 * @param layout of a destination that is created
 */
public record QuerySpec(
    JobHeader header, SqlRequest request, @Nullable JobTarget target, TableLayout layout)
    implements JobSpec {}
