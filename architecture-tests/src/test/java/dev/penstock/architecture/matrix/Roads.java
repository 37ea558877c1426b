package dev.penstock.architecture.matrix;

import java.util.List;

/** The roads that the matrix is run over, in the order of the page. */
final class Roads {
  static final List<Road> ALL =
      List.of(
          new KafkaConnectRoad(),
          new FlinkAvroRoad(),
          new FlinkJsonRoad(),
          new FlinkSqlRoad(),
          new PostgresRoad(),
          new CsvRoad(),
          new JsonLinesRoad(),
          new ParquetRoad());

  private Roads() {}
}
