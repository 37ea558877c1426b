package dev.penstock.local.service;

import dev.penstock.local.script.ScriptStep;

/**
 * The script that a job is a statement of. Immutable.
 *
 * @param id the script's job
 * @param step the statement
 */
public record JobParent(String id, ScriptStep step) {}
