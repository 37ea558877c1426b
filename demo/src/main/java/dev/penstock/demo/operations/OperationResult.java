package dev.penstock.demo.operations;

import java.util.List;

/**
 * What one operation of a history led to. Immutable.
 *
 * @param number counted from 1
 * @param sql the statements, or what the run did with the topics
 * @param expected the rows of the touched keys as the history has them
 * @param actual the rows of the touched keys in BigQuery
 * @param ok whether all rows of the touched tables are as the history and PostgreSQL have them
 */
public record OperationResult(
    int number,
    String title,
    List<String> sql,
    List<String> expected,
    List<String> actual,
    boolean ok) {

  /** Copies the lists. */
  public OperationResult {
    sql = List.copyOf(sql);
    expected = List.copyOf(expected);
    actual = List.copyOf(actual);
  }
}
