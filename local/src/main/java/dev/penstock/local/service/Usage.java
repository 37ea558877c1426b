package dev.penstock.local.service;

/** What is used of the service beside single calls, as the limits name it. */
public enum Usage {
  /** Bytes of appended rows. */
  APPEND_BYTES("AppendRows.bytes"),
  /** AppendRows calls that are open. */
  CONNECTIONS("AppendRows.open"),
  /** ReadRows calls that are open. */
  READS("ReadRows.open"),
  /** Bytes of rows that tabledata.insertAll brings. */
  INSERT_BYTES("tabledata.insertAll.bytes"),
  /** Bytes of rows that tabledata.list gives. */
  LIST_BYTES("tabledata.list.bytes"),
  /** DDL statements that change a table that is there. */
  DDL("ddl"),
  /** DML statements. */
  DML("dml"),
  /** INSERT statements. */
  INSERTS("dml.insert"),
  /** UPDATE, DELETE and MERGE statements that run or wait. */
  MUTATIONS("dml.mutation.open"),
  /** Interactive query jobs that wait. */
  INTERACTIVE_QUEUE("job.query.interactive.queued"),
  /** Batch query jobs that wait. */
  BATCH_QUEUE("job.query.batch.queued"),
  /** Scripts that run. */
  SCRIPTS("job.script.open"),
  /** Partitions that a job changed. */
  PARTITIONS("job.partitions"),
  /** Copy jobs from one region to another. */
  CROSS_REGION_COPIES("job.copy.crossRegion");

  private final String title;

  Usage(String title) {
    this.title = title;
  }

  /** As the limits name it. */
  public String title() {
    return title;
  }
}
