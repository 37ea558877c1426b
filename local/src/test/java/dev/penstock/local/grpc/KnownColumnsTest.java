package dev.penstock.local.grpc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.local.Fact;
import dev.penstock.local.catalog.Field;
import dev.penstock.local.catalog.FieldType;
import dev.penstock.local.catalog.TableId;
import dev.penstock.local.catalog.TableMetadata;
import dev.penstock.local.service.WriteOptions.NewColumns;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** A draft was modified in 1970, when the clock of these tests begins. */
class KnownColumnsTest {
  private static final Field ID = Field.of("id", FieldType.INT64, Field.Mode.REQUIRED);
  private static final Field NAME = Field.of("name", FieldType.STRING, Field.Mode.NULLABLE);

  private final AtomicReference<Instant> now = new AtomicReference<>(Instant.EPOCH);

  private KnownColumns columns(NewColumns options) {
    return new KnownColumns(options, now::get);
  }

  private static TableMetadata table(String name, Field... fields) {
    return TableMetadata.draft(new TableId("p", "d", name), List.of(fields));
  }

  private int late(long seed, int tables) {
    now.set(Instant.EPOCH);
    KnownColumns columns = columns(NewColumns.asMeasured(seed));
    for (int i = 0; i < tables; i++) {
      assertThat(columns.of(table("t" + i, ID)).fields()).containsExactly(ID);
      assertThat(columns.of(table("t" + i, ID, NAME)).fields()).containsExactly(ID);
    }
    now.set(Instant.EPOCH.plusSeconds(35));
    int late = 0;
    for (int i = 0; i < tables; i++) {
      late += columns.of(table("t" + i, ID, NAME)).fields().size() == 1 ? 1 : 0;
    }
    now.set(Instant.EPOCH.plus(Duration.ofHours(2)));
    for (int i = 0; i < tables; i++) {
      assertThat(columns.of(table("t" + i, ID, NAME)).fields()).containsExactly(ID, NAME);
    }
    return late;
  }

  @Test
  @Fact({"WA-163", "WA-165"})
  void oneChangeInSevenTakesTwoHours() {
    assertThat(late(1, 1000)).isBetween(110, 180).isEqualTo(late(1, 1000));
  }

  @Test
  @Fact("WA-167")
  void aRelaxedColumnIsLateAndAnotherTypeIsNot() {
    KnownColumns columns = columns(new NewColumns(1, Duration.ofSeconds(35), 0, Duration.ZERO));
    Field relaxed = ID.withMode(Field.Mode.NULLABLE);
    Field other = Field.of("id", FieldType.NUMERIC, Field.Mode.REQUIRED);
    assertThat(columns.of(table("t", ID)).fields()).containsExactly(ID);

    assertThat(columns.of(table("t", relaxed)).fields()).containsExactly(ID);
    assertThat(columns.of(table("t", other)).fields()).containsExactly(other);
    assertThat(columns.of(table("t", relaxed)).fields()).containsExactly(relaxed);
  }

  @Test
  void twoChangesFollowEachOther() {
    KnownColumns columns = columns(new NewColumns(1, Duration.ofSeconds(35), 0, Duration.ZERO));
    Field more = Field.of("more", FieldType.DATE, Field.Mode.NULLABLE);
    assertThat(columns.of(table("t", ID)).fields()).containsExactly(ID);
    assertThat(columns.of(table("t", ID, NAME)).fields()).containsExactly(ID);
    assertThat(columns.of(table("t", ID, NAME, more)).fields()).containsExactly(ID);
    now.set(Instant.EPOCH.plusSeconds(35));

    assertThat(columns.of(table("t", ID, NAME, more)).fields()).containsExactly(ID, NAME, more);
  }

  @Test
  void knowsAllAtOnceByDefault() {
    KnownColumns columns = columns(NewColumns.knownAtOnce());
    assertThat(columns.of(table("t", ID)).fields()).containsExactly(ID);
    assertThat(columns.of(table("t", ID, NAME)).fields()).containsExactly(ID, NAME);
  }
}
