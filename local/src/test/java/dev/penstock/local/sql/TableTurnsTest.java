package dev.penstock.local.sql;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.penstock.local.Fact;
import dev.penstock.local.catalog.ServiceException;
import dev.penstock.local.catalog.TableId;
import dev.penstock.local.catalog.TableMetadata;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Who may change a table when. */
final class TableTurnsTest {
  @Test
  @Fact("QT-028")
  void aStatementThatWaitedSevenHoursIsRefused() {
    AtomicInteger hours = new AtomicInteger();
    InstantSource clock = () -> Instant.EPOCH.plus(Duration.ofHours(4L * hours.getAndIncrement()));
    TableTurns turns = new TableTurns(clock);
    TableMetadata table = TableMetadata.draft(new TableId("p", "d", "t"), List.of());
    turns.take(new Object(), table);

    assertThatThrownBy(() -> turns.take(new Object(), table))
        .isInstanceOf(ServiceException.class)
        .hasMessage("DML statement has been queued for too long");
  }
}
