package dev.penstock.local.grpc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.local.Fact;
import dev.penstock.local.catalog.TableId;
import dev.penstock.local.catalog.TableMetadata;
import dev.penstock.local.service.WriteOptions.NewTables;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import org.junit.jupiter.api.Test;

class NewTableFaultsTest {
  private static int denied(long seed) {
    NewTableFaults faults =
        new NewTableFaults(NewTables.asMeasured(seed), InstantSource.fixed(Instant.EPOCH));
    int denied = 0;
    for (int i = 0; i < 1000; i++) {
      TableMetadata table = TableMetadata.draft(new TableId("p", "d", "t" + i), List.of());
      StreamName stream = new StreamName(table.id(), "_default");
      denied += faults.createStream(table, stream).isPresent() ? 1 : 0;
      assertThat(faults.createStream(table, stream)).isEmpty();
    }
    return denied;
  }

  @Test
  @Fact("WA-038")
  void deniesTheMeasuredShareAndTheSameTablesForTheSameSeed() {
    assertThat(denied(1)).isBetween(190, 270).isEqualTo(denied(1)).isNotEqualTo(denied(2));
  }

  @Test
  void deniesNothingByDefault() {
    NewTableFaults faults =
        new NewTableFaults(NewTables.knownAtOnce(), InstantSource.fixed(Instant.EPOCH));
    TableMetadata table = TableMetadata.draft(new TableId("p", "d", "t"), List.of());

    assertThat(faults.createStream(table, new StreamName(table.id(), "_default"))).isEmpty();
  }
}
