package dev.penstock.flink.sink;

import com.google.cloud.bigquery.BigQuery;
import com.google.cloud.bigquery.FieldValueList;
import com.google.cloud.bigquery.QueryJobConfiguration;
import dev.penstock.testkit.LocalBigQueryExtension;

/** What a table of numbers holds, by SQL. */
record Tally(long rows, long distinct, long sum) {
  /** Each of the numbers 1 to this one, once. */
  static Tally onceUpTo(long last) {
    return new Tally(last, last, last * (last + 1) / 2);
  }

  static Tally of(LocalBigQueryExtension server, String dataset, String tables) {
    try {
      BigQuery client = server.client();
      FieldValueList row =
          client
              .query(
                  QueryJobConfiguration.of(
                      "SELECT COUNT(*), COUNT(DISTINCT id), IFNULL(SUM(id), 0) FROM ("
                          + union(server.project(), dataset, tables)
                          + ")"))
              .iterateAll()
              .iterator()
              .next();
      return new Tally(
          row.get(0).getLongValue(), row.get(1).getLongValue(), row.get(2).getLongValue());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  private static String union(String project, String dataset, String tables) {
    StringBuilder sql = new StringBuilder();
    for (String table : tables.split(",", -1)) {
      sql.append(sql.isEmpty() ? "" : " UNION ALL ")
          .append("SELECT id FROM `")
          .append(project)
          .append('.')
          .append(dataset)
          .append('.')
          .append(table)
          .append('`');
    }
    return sql.toString();
  }
}
