package dev.penstock.core.write;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.penstock.core.append.TextRow;
import dev.penstock.core.connection.BigQueryConnection;
import dev.penstock.core.error.ErrorCode;
import dev.penstock.core.error.IngestException;
import dev.penstock.core.model.Destination;
import dev.penstock.testkit.LocalBigQueryExtension;
import java.util.Map;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The engine for a program without a framework. */
class RowStreamIT {
  @RegisterExtension
  static final LocalBigQueryExtension BIGQUERY = LocalBigQueryExtension.withDatasets("shop");

  private final BigQueryConnection connection =
      BigQueryConnection.open(
          LocalWriters.endpoint(BIGQUERY), BIGQUERY.project(), "penstock-test/1");

  @AfterEach
  void close() {
    connection.close();
  }

  private RowStream<TextRow> open(String dataset, String table) {
    return RowStream.open(
        connection,
        new Destination(BIGQUERY.project(), dataset, table),
        WriterFixture.ROWS,
        Function.identity());
  }

  private static TextRow row(long id) {
    return new TextRow(id, "row " + id);
  }

  @Test
  void aNewTableHoldsAllRowsOnceTheStreamIsClosed() {
    try (RowStream<TextRow> stream = open("shop", "fresh")) {
      for (long id = 1; id <= 1_000; id++) {
        stream.append(row(id));
      }
    }

    assertThat(BIGQUERY.table("shop", "fresh").rows())
        .hasSize(1_000)
        .contains(Map.of("id", 1L, "name", "row 1"), Map.of("id", 1000L, "name", "row 1000"));
  }

  @Test
  void rowsCanBeReadAfterAFlush() {
    try (RowStream<TextRow> stream = open("shop", "flushed")) {
      stream.append(row(1));
      stream.flush();

      assertThat(stream.stored()).isEqualTo(1);
      assertThat(BIGQUERY.table("shop", "flushed").rows()).hasSize(1);

      stream.append(row(2));
    }
    assertThat(BIGQUERY.table("shop", "flushed").rows()).hasSize(2);
  }

  @Test
  void aStreamWithoutRowsMakesNoTable() {
    RowStream<TextRow> stream = open("absent", "none");

    stream.close();
    stream.close();

    assertThat(stream.stored()).isZero();
  }

  @Test
  void aRowThatIsRefusedEndsTheStreamWithItsNumber() {
    RowStream<TextRow> stream = open("shop", "refused");
    stream.append(row(1));

    assertThatThrownBy(() -> stream.append(new TextRow(2, "\ud800")))
        .isInstanceOfSatisfying(
            IngestException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.ROW_INVALID))
        .hasMessageStartingWith(
            "Row 2 of the stream into " + BIGQUERY.project() + ".shop.refused: ");
    assertThatThrownBy(() -> stream.append(row(3)))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage(
            "the stream into "
                + BIGQUERY.project()
                + ".shop.refused has ended (expected: nothing after a failure but close, and"
                + " nothing after that)");
    stream.close();
  }

  @Test
  void anAbsentDatasetIsNamed() {
    try (RowStream<TextRow> stream = open("absent", "t")) {
      assertThatThrownBy(() -> stream.append(row(1)))
          .isInstanceOfSatisfying(
              IngestException.class,
              e -> assertThat(e.code()).isEqualTo(ErrorCode.DATASET_NOT_FOUND))
          .hasMessageContaining("absent");
    }
  }
}
