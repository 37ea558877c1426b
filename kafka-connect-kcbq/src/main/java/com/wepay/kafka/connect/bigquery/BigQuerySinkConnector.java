package com.wepay.kafka.connect.bigquery;

/**
 * The sink under the class name that kcbq configurations carry, so that they run unchanged. The
 * framework's threads own it.
 */
public final class BigQuerySinkConnector extends dev.penstock.kafka.BigQuerySinkConnector {
  /** The connector as the framework makes it. */
  public BigQuerySinkConnector() {}
}
