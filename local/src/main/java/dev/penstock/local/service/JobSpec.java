package dev.penstock.local.service;

/** A job to be run. Immutable. */
public sealed interface JobSpec permits QuerySpec, LoadSpec {
  /** What every job has. */
  JobHeader header();
}
