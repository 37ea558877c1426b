package dev.penstock.core.write;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import com.google.api.services.bigquery.model.Table;
import com.google.cloud.bigquery.storage.v1.AppendRowsRequest.MissingValueInterpretation;
import com.google.cloud.bigquery.storage.v1.TableFieldSchema;
import com.google.cloud.bigquery.storage.v1.TableSchema;
import dev.penstock.core.append.Reply;
import dev.penstock.core.error.ErrorCode;
import dev.penstock.core.model.RejectedRow;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Sizes, flow control, sharing of connections. */
class FlowTest {
  private static WriterOptions options(
      int maxBatchBytes, int maxRequestBytes, int maxInFlightRequests, boolean multiplexing) {
    return WriterOptions.builder(true, "penstock:test")
        .maxBatchBytes(maxBatchBytes)
        .maxRequestBytes(maxRequestBytes)
        .maxInFlightRequests(maxInFlightRequests)
        .multiplexing(multiplexing)
        .build();
  }

  @Test
  void countsWhatTheTransportAndTheCallerHoldAgainstTheBound() {
    try (WriterFixture fixture =
        new WriterFixture(
            d -> WriterOptions.builder(true, "penstock:test").maxInFlightBytes(200_000).build())) {
      fixture.server.script(request -> Reply.silence());
      TableWriter writer = fixture.writer("t");
      fixture.append(writer, 1, "x".repeat(24_000));
      fixture.writers.drain(fixture.completions);
      assertThat(fixture.writers.hasRoom()).isTrue();

      // The buffer of the rows has 32,768 bytes.
      fixture.writers.setRetainedBytes(167_231);
      assertThat(fixture.writers.hasRoom()).isTrue();
      fixture.writers.setRetainedBytes(167_232);
      assertThat(fixture.writers.hasRoom()).isFalse();

      // Room begins again with half of the bound.
      fixture.writers.setRetainedBytes(67_232);
      assertThat(fixture.writers.hasRoom()).isFalse();
      fixture.writers.setRetainedBytes(67_231);
      assertThat(fixture.writers.hasRoom()).isTrue();

      fixture.writers.setRetainedBytes(150_000);
      assertThat(fixture.writers.hasRoom()).isTrue();
      fixture.writers.flush();
      fixture.writers.drain(fixture.completions);
      // The rows are in the transport's hands too, another 24,000 bytes.
      assertThat(fixture.writers.hasRoom()).isFalse();
      fixture.writers.setRetainedBytes(0);
      assertThat(fixture.writers.hasRoom()).isTrue();
    }
  }

  @Test
  void tellsHowLongAnAppendTook() {
    try (WriterFixture fixture = WriterFixture.withDefaults()) {
      fixture.server.script(
          request -> {
            fixture.time.advance(Duration.ofMillis(70));
            return Reply.ack();
          });
      fixture.append(fixture.writer("t"), 1, 1);
      fixture.drainUntilAcknowledged(1);

      assertThat(fixture.metrics.latencyNanos).isEqualTo(70_000_000);
    }
  }

  @Test
  void sendsABatchOnceItReachesItsSize() {
    try (WriterFixture fixture = new WriterFixture(d -> options(10_000, 20_000_000, 100, false))) {
      TableWriter writer = fixture.writer("t");
      for (long ticket = 1; ticket <= 25; ticket++) {
        fixture.append(writer, ticket, "x".repeat(1_000));
      }
      fixture.drainUntilAcknowledged(20);
      assertThat(fixture.completions.runs).containsExactly("1..10", "11..20");

      fixture.writers.flush();
      fixture.drainUntilAcknowledged(25);
      assertThat(fixture.completions.runs).containsExactly("1..10", "11..20", "21..25");
    }
  }

  @Test
  void storesARowOf12MegabytesAndRejectsOneOf21() {
    try (WriterFixture fixture = WriterFixture.withDefaults()) {
      TableWriter writer = fixture.writer("t");
      fixture.append(writer, 1, "small");
      fixture.append(writer, 2, "x".repeat(12_000_000));
      fixture.append(writer, 3, "x".repeat(21_000_000));
      fixture.append(writer, 4, "x".repeat(12_000_000));
      fixture.append(writer, 5, "small");
      fixture.writers.flush();

      fixture.drainUntilAcknowledged(4);

      assertThat(fixture.completions.acknowledged).containsExactly(1L, 2L, 4L, 5L);
      assertThat(fixture.completions.rejected)
          .extracting(RejectedRow::ticket, RejectedRow::code)
          .containsExactly(tuple(3L, ErrorCode.ROW_TOO_LARGE));
      assertThat(fixture.server.requests())
          .allSatisfy(
              request -> assertThat(request.message().getSerializedSize()).isLessThan(20_000_000));
    }
  }

  @Test
  void rejectsARowOf12MegabytesUnderTheOlderLimit() {
    try (WriterFixture fixture = new WriterFixture(d -> options(1 << 20, 10_485_760, 100, false))) {
      TableWriter writer = fixture.writer("t");
      fixture.append(writer, 1, "x".repeat(12_000_000));
      fixture.append(writer, 2, 2);

      fixture.drainUntilAcknowledged(1);

      assertThat(fixture.completions.acknowledged).containsExactly(2L);
      assertThat(fixture.completions.rejected).extracting(RejectedRow::ticket).containsExactly(1L);
    }
  }

  @Test
  void movesTheRowThatWouldBlowTheRequestIntoTheNext() {
    try (WriterFixture fixture =
        new WriterFixture(d -> options(1_000_000, 1_100_000, 100, false))) {
      TableWriter writer = fixture.writer("t");
      fixture.append(writer, 1, "x".repeat(900_000));
      fixture.append(writer, 2, "x".repeat(900_000));
      fixture.writers.flush();

      fixture.drainUntilAcknowledged(2);

      assertThat(fixture.completions.runs).containsExactly("1..1", "2..2");
      assertThat(fixture.server.requests())
          .allSatisfy(
              request -> assertThat(request.message().getSerializedSize()).isLessThan(1_100_000));
    }
  }

  @Test
  void keepsTheRequestsInFlightUnderTheirBound() {
    try (WriterFixture fixture = new WriterFixture(d -> options(1 << 20, 20_000_000, 2, false))) {
      fixture.server.script(request -> Reply.silence());
      TableWriter writer = fixture.writer("t");
      for (int ticket = 1; ticket <= 5; ticket++) {
        fixture.append(writer, ticket, ticket);
      }
      fixture.await(() -> fixture.server.requests().size() == 2);
      fixture.writers.drain(fixture.completions);

      assertThat(fixture.server.requests()).hasSize(2);
      assertThat(fixture.writers.nextWakeMillis()).isEqualTo(5);
    }
  }

  @Test
  void buffersLittleInTheTransportWhenTheServerDoesNotRead() {
    try (WriterFixture fixture =
        new WriterFixture(d -> options(1 << 20, 20_000_000, 1_000, false))) {
      fixture.server.read(false);
      TableWriter writer = fixture.writer("t");
      for (int ticket = 1; ticket <= 40; ticket++) {
        fixture.append(writer, ticket, "x".repeat(1 << 20));
        fixture.writers.drain(fixture.completions);
      }
      assertThat(fixture.writers.hasRoom()).isTrue();
      assertThat(fixture.completions.acknowledged).isEmpty();
      for (int ticket = 41; ticket <= 70; ticket++) {
        fixture.append(writer, ticket, "x".repeat(1 << 20));
      }
      assertThat(fixture.writers.hasRoom()).isFalse();
      assertThat(fixture.server.requests()).isEmpty();

      fixture.server.read(true);
      fixture.drainUntilAcknowledged(70);

      assertThat(fixture.writers.unacknowledgedBytes()).isZero();
      assertThat(fixture.server.connections()).isEqualTo(1);
    }
  }

  @Test
  void sharesOneConnectionWhenMultiplexing() {
    try (WriterFixture fixture = new WriterFixture(d -> options(1 << 20, 20_000_000, 100, true))) {
      TableWriter a = fixture.writer("a");
      TableWriter b = fixture.writer("b");
      fixture.append(a, 1, 1);
      fixture.drainUntilAcknowledged(1);
      fixture.append(b, 2, 2);
      fixture.drainUntilAcknowledged(2);
      fixture.append(a, 3, 3);
      fixture.drainUntilAcknowledged(3);

      assertThat(fixture.server.connections()).isEqualTo(1);
      assertThat(fixture.server.routing())
          .containsExactly("write_location=projects/p/locations/us");
      assertThat(fixture.server.requests())
          .extracting(request -> request.message().getWriteStream() + " " + request.hasSchema())
          .containsExactly(
              "projects/p/datasets/d/tables/a/streams/_default true",
              "projects/p/datasets/d/tables/b/streams/_default true",
              "projects/p/datasets/d/tables/a/streams/_default false");
    }
  }

  @Test
  void doesNotSendRowsAgainWhenTheSchemaChanged() {
    try (WriterFixture fixture = WriterFixture.withDefaults()) {
      TableSchema wider =
          TableSchema.newBuilder()
              .addFields(field("id", TableFieldSchema.Type.INT64))
              .addFields(field("name", TableFieldSchema.Type.STRING))
              .addFields(field("extra", TableFieldSchema.Type.STRING))
              .build();
      fixture.server.script(request -> Reply.ackWith(wider));
      TableWriter writer = fixture.writer("t");
      fixture.append(writer, 1, 2);
      fixture.append(writer, 3, 3);

      fixture.drainUntilAcknowledged(3);

      assertThat(fixture.server.stored()).hasSize(3);
      assertThat(fixture.server.requests()).hasSize(2);
    }
  }

  private static TableFieldSchema field(String name, TableFieldSchema.Type type) {
    return TableFieldSchema.newBuilder()
        .setName(name)
        .setType(type)
        .setMode(TableFieldSchema.Mode.NULLABLE)
        .build();
  }

  @Test
  void acknowledgesRunsOfTicketsThatAreNotConsecutive() {
    try (WriterFixture fixture = WriterFixture.withDefaults()) {
      TableWriter writer = fixture.writer("t");
      for (long ticket : List.of(1L, 2L, 3L, 7L, 8L, 20L)) {
        fixture.append(writer, ticket, "x");
      }
      fixture.writers.flush();
      fixture.drainUntilAcknowledged(6);

      assertThat(fixture.completions.runs).containsExactly("1..3", "7..8", "20..20");
    }
  }

  @Test
  void columnsWithADefaultThatTheSourceLacksGetTheirDefault() {
    try (WriterFixture fixture = WriterFixture.withDefaults()) {
      TableWriter writer = fixture.writer("t");
      fixture.append(writer, 1, 1);
      fixture.drainUntilAcknowledged(1);
      Table live = Objects.requireNonNull(fixture.tables.table("t"));
      live.getSchema()
          .getFields()
          .add(
              new com.google.api.services.bigquery.model.TableFieldSchema()
                  .setName("created_at")
                  .setType("TIMESTAMP")
                  .setMode("NULLABLE")
                  .setDefaultValueExpression("CURRENT_TIMESTAMP()"));
      fixture.tables.put("u", live);
      TableWriter withDefault = fixture.writer("u");
      fixture.append(withDefault, 2, 2);
      fixture.drainUntilAcknowledged(2);

      assertThat(fixture.server.requests())
          .extracting(request -> request.message().getMissingValueInterpretationsMap())
          .containsExactly(
              Map.of(), Map.of("created_at", MissingValueInterpretation.DEFAULT_VALUE));
      assertThat(fixture.server.requests())
          .allSatisfy(
              request ->
                  assertThat(request.message().getDefaultMissingValueInterpretation())
                      .isEqualTo(MissingValueInterpretation.NULL_VALUE));
    }
  }
}
