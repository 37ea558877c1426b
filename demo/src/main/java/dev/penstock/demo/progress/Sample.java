package dev.penstock.demo.progress;

/**
 * The state of the sinks at one moment. Immutable.
 *
 * @param seconds since the run began
 * @param rowsPerSecond records acknowledged since the sample before, per second
 * @param lag records in the topics that are not acknowledged
 * @param acknowledged records acknowledged since the run began
 */
public record Sample(double seconds, long rowsPerSecond, long lag, long acknowledged) {}
