package dev.penstock.core.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.api.services.bigquery.model.EncryptionConfiguration;
import com.google.api.services.bigquery.model.Table;
import com.google.api.services.bigquery.model.TableFieldSchema;
import com.google.api.services.bigquery.model.TableSchema;
import com.google.api.services.bigquery.model.TimePartitioning;
import dev.penstock.core.error.ErrorCode;
import dev.penstock.core.error.IngestException;
import dev.penstock.core.model.Destination;
import dev.penstock.core.model.PartitionSpec;
import dev.penstock.core.model.PartitionSpec.Granularity;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class TableFormsTest {
  private static Stream<PartitionSpec> partitionings() {
    return Stream.of(
        new PartitionSpec.ByTime(Granularity.HOUR, "at"),
        new PartitionSpec.ByTime(Granularity.DAY, null),
        new PartitionSpec.ByRange("n", -10, 1000, 5));
  }

  @ParameterizedTest
  @MethodSource("partitionings")
  void readsThePartitioningThatItWrites(PartitionSpec partition) {
    Table rest = new Table();

    TableForms.setPartition(rest, partition);

    assertThat(TableForms.partitionOf(rest)).contains(partition);
  }

  @Test
  void takesPartitioningWithoutATypeForDays() {
    Table rest = new Table().setTimePartitioning(new TimePartitioning().setField("at"));

    assertThat(TableForms.partitionOf(rest))
        .contains(new PartitionSpec.ByTime(Granularity.DAY, "at"));
  }

  @Test
  void aPlainTableHasNothingBesides() {
    assertThat(TableForms.partitionOf(new Table())).isEmpty();
    assertThat(TableForms.extrasOf(new Table())).isEmpty();
  }

  @Test
  void namesWhatATableHasBesidesItsColumns() {
    TableFieldSchema nested = new TableFieldSchema().setDescription("where");
    Table rest =
        new Table()
            .setDescription("all of them")
            .setLabels(Map.of("team", "crm"))
            .setExpirationTime(1L)
            .setRequirePartitionFilter(true)
            .setTimePartitioning(new TimePartitioning().setExpirationMs(1L))
            .setEncryptionConfiguration(new EncryptionConfiguration())
            .setSchema(
                new TableSchema()
                    .setFields(
                        List.of(
                            new TableFieldSchema().setFields(List.of(nested)),
                            new TableFieldSchema().setDefaultValueExpression("1"))));

    assertThat(TableForms.extrasOf(rest))
        .containsExactly(
            "description",
            "labels",
            "expiration",
            "partition expiration",
            "require_partition_filter",
            "encryption key",
            "column descriptions",
            "column defaults");
  }

  @Test
  void aViewIsNoTable() {
    LiveTable view = new LiveTable(new Destination("p", "d", "v"), new Table().setType("VIEW"));

    assertThatThrownBy(view::requireTable)
        .isInstanceOfSatisfying(
            IngestException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.TABLE_UNSUITABLE))
        .hasMessage("p.d.v is a VIEW and takes no rows. Write to a table.");
  }
}
