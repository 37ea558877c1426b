package dev.penstock.local.admin;

/** Whether appends are acknowledged without storing rows. Thread-safe. */
public interface AckOnly {
  /** Whether connections that begin now only acknowledge. */
  boolean isOn();

  /** Decides about connections that begin from now on. */
  void set(boolean on);
}
