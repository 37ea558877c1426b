package dev.penstock.local.service;

import org.jspecify.annotations.Nullable;

/**
 * One of a job's errors; in a job that succeeded a warning (RT-072). Immutable.
 *
 * @param location the URI of the object that it is about; null for none (RT-112)
 */
public record JobError(String reason, String message, @Nullable String location) {}
