package dev.penstock.core.write;

import dev.penstock.core.connection.Failure;
import dev.penstock.core.recovery.Incident;
import dev.penstock.core.recovery.Sight;

/**
 * A refused batch, and what its writer knows. One owner thread.
 *
 * @param hasStored whether rows of the writer were stored before
 */
record AppendIncident(
    SendOrder.Refusal refusal, SendOrder order, TableInspector inspector, boolean hasStored)
    implements Incident {
  @Override
  public Failure failure() {
    return refusal.failure();
  }

  @Override
  public boolean isQuestion() {
    return order.isQuestion();
  }

  @Override
  public boolean isRepeated() {
    return order.isRepeated(refusal.batch());
  }

  @Override
  public boolean isNumbered() {
    return order.isNumbered();
  }

  @Override
  public boolean isChange() {
    return inspector.isChange();
  }

  @Override
  public boolean mayCreateTable() {
    return inspector.mayCreateTable();
  }

  @Override
  public boolean mayAddColumns() {
    return inspector.mayAddColumns();
  }

  @Override
  public Sight table() {
    return inspector.sight();
  }

  @Override
  public boolean lacksColumns() {
    return !inspector.lost(refusal.batch().schema()).isEmpty();
  }
}
