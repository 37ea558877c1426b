package dev.penstock.kafka.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.testkit.LocalBigQueryExtension;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.sink.SinkRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class HotKeyIT {
  private static final int UPDATES = 50_000;
  private static final int RECORDS_A_PUT = 500;

  @RegisterExtension
  static final LocalBigQueryExtension BIGQUERY = LocalBigQueryExtension.withDatasets();

  @Test
  void manyUpdatesOfOneKeyEndInTheLast() {
    TableEvents items =
        TableEvents.items(TableEvents.withId().field("level", Schema.OPTIONAL_INT64_SCHEMA));
    try (SinkCase sink = new SinkCase(BIGQUERY, "hot_key")) {
      for (int first = 0; first < UPDATES; first += RECORDS_A_PUT) {
        List<SinkRecord> records = new ArrayList<>();
        for (long level = first; level < first + RECORDS_A_PUT; level++) {
          records.add(sink.log().append(items.upsert(1L, level)));
        }
        sink.deliver(records);
      }
      sink.running().awaitCommitted(sink.log().ends());

      assertThat(sink.column("level")).containsExactly((long) UPDATES - 1);
    }
  }
}
