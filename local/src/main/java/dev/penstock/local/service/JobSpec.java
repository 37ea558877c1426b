package dev.penstock.local.service;

/** A job to be run. Immutable. */
public sealed interface JobSpec permits QuerySpec, LoadSpec, CopySpec {
  /** What every job has. */
  JobHeader header();
}
