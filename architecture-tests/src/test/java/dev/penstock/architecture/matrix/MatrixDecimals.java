package dev.penstock.architecture.matrix;

import com.google.cloud.bigquery.StandardSQLTypeName;

/** The digits that sources declare: more than the column has, so that a value may have too many. */
final class MatrixDecimals {
  private MatrixDecimals() {}

  static int scaleOf(StandardSQLTypeName type) {
    return type == StandardSQLTypeName.NUMERIC ? 12 : 38;
  }

  static int precisionOf(StandardSQLTypeName type) {
    return type == StandardSQLTypeName.NUMERIC ? 50 : 77;
  }
}
