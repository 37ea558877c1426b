package dev.penstock.kafka.route;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.core.model.Destination;
import dev.penstock.core.table.TablePolicy;
import dev.penstock.kafka.config.SinkConfig;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.header.ConnectHeaders;
import org.apache.kafka.connect.sink.SinkRecord;
import org.jspecify.annotations.Nullable;

/** A router over flat customer rows, and tables whose keys the test says. */
final class RouteFixture {
  static final Schema KEY = SchemaBuilder.struct().field("id", Schema.INT64_SCHEMA).build();
  static final Schema ROW =
      SchemaBuilder.struct()
          .field("id", Schema.INT64_SCHEMA)
          .field("name", Schema.STRING_SCHEMA)
          .field("email", Schema.OPTIONAL_STRING_SCHEMA)
          .field("version", SchemaBuilder.int32().defaultValue(1).build())
          .field("__deleted", Schema.OPTIONAL_STRING_SCHEMA)
          .field("__op", Schema.OPTIONAL_STRING_SCHEMA)
          .field("__lsn", Schema.OPTIONAL_INT64_SCHEMA)
          .build();

  final RouteCounters counters = new RouteCounters();
  final List<String> tableKey = new ArrayList<>(List.of("id"));
  final Map<String, String> tableLabels = new HashMap<>();
  final RecordRouter router;
  int keyLookups;

  RouteFixture(String... pairs) {
    Map<String, String> config = new HashMap<>();
    config.put("topics", "t");
    config.put("project", "p");
    config.put("defaultDataset", "d");
    config.put("cdcEnabled", "true");
    config.put("restEndpoint", "http://127.0.0.1:1");
    config.put("grpcEndpoint", "127.0.0.1:2");
    for (int i = 0; i < pairs.length; i += 2) {
      config.put(pairs[i], pairs[i + 1]);
    }
    router =
        new RecordRouter(
            SinkConfig.of(config).options(), new FakeTables(), RecordOrigin.ofWorker(), counters);
  }

  static Struct key(long id) {
    return new Struct(KEY).put("id", id);
  }

  static Struct row(long id) {
    return new Struct(ROW).put("id", id).put("name", "n").put("version", 3).put("__lsn", 77L);
  }

  static SinkRecord record(
      @Nullable Schema keySchema,
      @Nullable Object key,
      @Nullable Schema valueSchema,
      @Nullable Object value,
      long offset) {
    return new SinkRecord(
        "t",
        0,
        keySchema,
        key,
        valueSchema,
        value,
        offset,
        1_718_000_000_000L,
        TimestampType.CREATE_TIME,
        new ConnectHeaders());
  }

  static SinkRecord record(Struct row) {
    return record(KEY, key(row.getInt64("id")), row.schema(), row, 10);
  }

  static SinkRecord tombstone(long id) {
    return record(KEY, key(id), null, null, 11);
  }

  Decision route(SinkRecord record) {
    return router.route(record);
  }

  Decision.Write write(SinkRecord record) {
    Decision decision = route(record);
    assertThat(decision).isInstanceOf(Decision.Write.class);
    return (Decision.Write) decision;
  }

  Decision.Refuse refuse(SinkRecord record) {
    Decision decision = route(record);
    assertThat(decision).isInstanceOf(Decision.Refuse.class);
    return (Decision.Refuse) decision;
  }

  DropReason drop(SinkRecord record) {
    Decision decision = route(record);
    assertThat(decision).isInstanceOf(Decision.Drop.class);
    return ((Decision.Drop) decision).reason();
  }

  static List<String> columns(Decision.Write write) {
    return write.schema().fields().stream().map(field -> field.name()).toList();
  }

  static String sequence(Decision.Write write) {
    return String.valueOf(write.sequence());
  }

  /** Every table is as the test says. */
  private final class FakeTables implements LiveTables {
    @Override
    public List<String> primaryKeyOf(Destination destination, TablePolicy policy) {
      keyLookups++;
      return List.copyOf(tableKey);
    }

    @Override
    public Map<String, String> labelsOf(Destination destination, TablePolicy policy) {
      return Map.copyOf(tableLabels);
    }
  }
}
