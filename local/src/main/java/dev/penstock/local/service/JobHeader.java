package dev.penstock.local.service;

import com.fasterxml.jackson.databind.node.ObjectNode;
import org.jspecify.annotations.Nullable;

/**
 * What every job has. Immutable as long as nobody changes the configuration.
 *
 * @param id the job id; null lets the server choose one
 * @param configuration the job configuration as jobs.get shows it
 */
public record JobHeader(
    String project, @Nullable String id, String location, ObjectNode configuration) {}
