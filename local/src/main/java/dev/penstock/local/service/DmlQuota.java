package dev.penstock.local.service;

import dev.penstock.local.catalog.TableId;
import dev.penstock.local.sql.DmlGate;

/** DML statements against the service's limits (QT-025 to QT-027). Thread-safe. */
public final class DmlQuota implements DmlGate {
  private final FaultPoint limits;

  /** Counts against limits. */
  public DmlQuota(FaultPoint limits) {
    this.limits = limits;
  }

  @Override
  public Pass enter(TableId table, boolean appends) {
    limits.require(Usage.DML, table, 1);
    limits.require(appends ? Usage.INSERTS : Usage.MUTATIONS, table, 1);
    return () -> {
      if (!appends) {
        limits.require(Usage.MUTATIONS, table, -1);
      }
    };
  }
}
