package com.wepay.kafka.connect.bigquery;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ServiceLoader;
import org.apache.kafka.connect.sink.SinkConnector;
import org.junit.jupiter.api.Test;

class BigQuerySinkConnectorTest {
  @Test
  void isFoundByServiceLoading() {
    assertThat(ServiceLoader.load(SinkConnector.class))
        .extracting(connector -> connector.getClass().getName())
        .contains(
            "com.wepay.kafka.connect.bigquery.BigQuerySinkConnector",
            "dev.penstock.kafka.BigQuerySinkConnector");
  }

  @Test
  void hasTheVersionOfTheBuild() {
    assertThat(new BigQuerySinkConnector().version()).matches("\\d+\\.\\d+\\.\\d+.*");
  }
}
