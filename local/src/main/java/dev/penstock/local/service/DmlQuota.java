package dev.penstock.local.service;

import dev.penstock.local.catalog.ServiceException;
import dev.penstock.local.catalog.TableId;
import dev.penstock.local.sql.DmlGate;

/**
 * DML statements, and DDL that changes tables, against the service's limits (QT-002, QT-025 to
 * QT-027). Thread-safe.
 */
public final class DmlQuota implements DmlGate {
  private final FaultPoint limits;

  /** Counts against limits. */
  public DmlQuota(FaultPoint limits) {
    this.limits = limits;
  }

  @Override
  public Pass enter(TableId table, boolean appends) {
    limits.require(Usage.DML, table, 1);
    try {
      limits.require(appends ? Usage.INSERTS : Usage.MUTATIONS, table, 1);
    } catch (ServiceException e) {
      limits.require(Usage.DML, table, -1);
      throw e;
    }
    return () -> {
      if (!appends) {
        limits.require(Usage.MUTATIONS, table, -1);
      }
    };
  }

  /** QT-002. */
  @Override
  public void change(TableId table) {
    limits.require(Usage.DDL, table, 1);
  }
}
