package dev.penstock.local.service;

/** One of a job's errors; in a job that succeeded a warning (RT-072). Immutable. */
public record JobError(String reason, String message) {}
