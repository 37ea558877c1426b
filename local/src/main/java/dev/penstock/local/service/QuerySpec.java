package dev.penstock.local.service;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.penstock.local.catalog.TableId;
import dev.penstock.local.sql.SqlRequest;
import org.jspecify.annotations.Nullable;

/**
 * A query job to be run. Immutable as long as nobody changes the configuration.
 *
 * @param id the job id; null lets the server choose one
 * @param destination where the result goes; null for an anonymous table
 * @param writeDisposition WRITE_EMPTY, WRITE_APPEND or WRITE_TRUNCATE
 * @param createIfNeeded whether an absent destination is created
 * @param configuration the job configuration as jobs.get shows it
 */
public record QuerySpec(
    @Nullable String id,
    SqlRequest request,
    @Nullable TableId destination,
    String writeDisposition,
    boolean createIfNeeded,
    ObjectNode configuration) {}
