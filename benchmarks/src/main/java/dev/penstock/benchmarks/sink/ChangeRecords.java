package dev.penstock.benchmarks.sink;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.kafka.connect.data.Decimal;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.sink.SinkRecord;

/**
 * Changes of a customers table of 12 columns, as Debezium's unwrap transform hands them to a sink:
 * 1,024 distinct rows, again and again at rising offsets. One owner thread.
 */
final class ChangeRecords {
  private static final int DISTINCT = 1024;
  private static final int SEED = 7;
  private static final long START_MICROS = 1_700_000_000_000_000L;

  private static final Schema KEY =
      SchemaBuilder.struct().name("customers.Key").field("id", Schema.INT64_SCHEMA).build();
  private static final Schema ROW =
      SchemaBuilder.struct()
          .name("customers.Value")
          .field("id", Schema.INT64_SCHEMA)
          .field("name", Schema.STRING_SCHEMA)
          .field("email", Schema.OPTIONAL_STRING_SCHEMA)
          .field("version1", SchemaBuilder.int32().defaultValue(1).build())
          .field("balance", Decimal.builder(4).optional().build())
          .field("updated_at", named(SchemaBuilder.string(), "io.debezium.time.ZonedTimestamp"))
          .field("created_ts", named(SchemaBuilder.int64(), "io.debezium.time.MicroTimestamp"))
          .field("birth", named(SchemaBuilder.int32(), "io.debezium.time.Date"))
          .field("active", Schema.BOOLEAN_SCHEMA)
          .field("profile", named(SchemaBuilder.string(), "io.debezium.data.Json"))
          .field("tags", SchemaBuilder.array(Schema.OPTIONAL_STRING_SCHEMA).optional().build())
          .field("score", Schema.OPTIONAL_FLOAT64_SCHEMA)
          .field("__deleted", Schema.OPTIONAL_STRING_SCHEMA)
          .build();

  private final List<Struct> rows = new ArrayList<>();
  private final List<Struct> keys = new ArrayList<>();
  private long nextOffset;

  ChangeRecords() {
    Random random = new Random(SEED);
    for (int i = 0; i < DISTINCT; i++) {
      rows.add(row(i, random));
      keys.add(new Struct(KEY).put("id", (long) i));
    }
  }

  private static Schema named(SchemaBuilder type, String name) {
    return type.name(name).optional().build();
  }

  private static Struct row(long id, Random random) {
    return new Struct(ROW)
        .put("id", id)
        .put("name", text(random, 20))
        .put("email", text(random, 24))
        .put("version1", random.nextInt(1000))
        .put("balance", BigDecimal.valueOf(random.nextInt(1_000_000_000), 4))
        .put("updated_at", "2024-03-10T10:00:00." + (100_000 + random.nextInt(900_000)) + "Z")
        .put("created_ts", START_MICROS + random.nextInt(Integer.MAX_VALUE))
        .put("birth", random.nextInt(20_000))
        .put("active", random.nextBoolean())
        .put("profile", "{\"city\":\"" + text(random, 12) + "\",\"n\":" + random.nextInt(100) + "}")
        .put("tags", List.of(text(random, 8), text(random, 8)))
        .put("score", random.nextDouble())
        .put("__deleted", "false");
  }

  private static String text(Random random, int length) {
    StringBuilder text = new StringBuilder(length);
    for (int i = 0; i < length; i++) {
      text.append((char) ('a' + random.nextInt(26)));
    }
    return text.toString();
  }

  /** The next records of the partition. */
  List<SinkRecord> next(int count) {
    List<SinkRecord> records = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      int index = (int) (nextOffset % DISTINCT);
      records.add(
          new SinkRecord("customers", 0, KEY, keys.get(index), ROW, rows.get(index), nextOffset++));
    }
    return records;
  }

  /** The offset after the last record handed out. */
  long endOffset() {
    return nextOffset;
  }
}
