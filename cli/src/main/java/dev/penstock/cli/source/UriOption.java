package dev.penstock.cli.source;

/**
 * An option that a source takes in its URI. Immutable.
 *
 * @param defaultValue what holds without it, as the documentation writes it
 * @param rule the values it takes, for messages
 */
public record UriOption(String name, String defaultValue, String rule) {}
