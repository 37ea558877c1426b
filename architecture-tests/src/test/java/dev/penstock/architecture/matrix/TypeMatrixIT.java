package dev.penstock.architecture.matrix;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.penstock.testkit.LocalBigQueryExtension;
import dev.penstock.testkit.matrix.MatrixCase;
import dev.penstock.testkit.matrix.MatrixColumn;
import dev.penstock.testkit.matrix.Outcome;
import dev.penstock.testkit.matrix.TypeMatrix;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.apache.flink.runtime.testutils.MiniClusterResourceConfiguration;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.assertj.core.util.Throwables;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What means the same is stored the same, whichever road it takes, and read back the same by REST,
 * the Read API and SQL.
 */
class TypeMatrixIT {
  private static final String DATASET = "matrix";

  /** What Flink tells in place of the cause when a task failed before the end of its input came. */
  private static final String LOST_EVENT = "TaskNotRunningException";

  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  @RegisterExtension
  static final LocalBigQueryExtension BIGQUERY = LocalBigQueryExtension.withDatasets(DATASET);

  /** Its jobs run here, one task each. */
  @RegisterExtension
  static final MiniClusterExtension FLINK =
      new MiniClusterExtension(
          new MiniClusterResourceConfiguration.Builder()
              .setNumberTaskManagers(1)
              .setNumberSlotsPerTaskManager(1)
              .build());

  @TempDir private Path home;

  private final TypeMatrix matrix = TypeMatrix.load();

  static List<Named<Road>> roads() {
    return Roads.ALL.stream().map(road -> Named.of(road.title(), road)).toList();
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("roads")
  @Tag("sql")
  void storesTheValuesOfTheMatrix(Road road) throws Exception {
    MatrixTable table = MatrixTable.create(BIGQUERY, DATASET, matrix, road.name(), home);

    try (road) {
      write(road, table);
    }

    Map<String, JsonNode> expected = stored(road);
    RestCells rest = new RestCells(table);
    assertSame("tabledata.list", rest.ofTable(), expected);
    assertSame("Read API", ReadApiCells.of(table), expected);
    assertSame("SQL", rest.ofQuery(), expected);
  }

  private void write(Road road, MatrixTable table) throws Exception {
    List<MatrixRow> stored = rows(road, Outcome.Stored.class::isInstance);
    List<MatrixRow> refused = rows(road, Outcome.Refused.class::isInstance);
    if (road.isAllOrNothing()) {
      assertThat(road.write(table, stored)).isZero();
      for (MatrixRow row : refused) {
        assertThatThrownBy(() -> road.write(table, List.of(row)), row.id())
            .satisfies(
                failure ->
                    assertThat(Throwables.getStackTrace(failure))
                        .containsAnyOf("'" + row.column() + "'", LOST_EVENT));
      }
    } else {
      List<MatrixRow> all = new ArrayList<>(stored);
      all.addAll(refused);
      assertThat(road.write(table, all)).isEqualTo(refused.size());
    }
  }

  private List<MatrixRow> rows(Road road, Predicate<Outcome> wanted) {
    List<MatrixRow> rows = new ArrayList<>();
    for (MatrixColumn column : matrix.columns()) {
      for (MatrixCase each : column.cases()) {
        if (wanted.test(each.on(road.name()))) {
          rows.add(new MatrixRow(each.id(), column.name(), each.value()));
        }
      }
    }
    return rows;
  }

  /** The cells of the matrix by the ids of their rows. */
  private Map<String, JsonNode> stored(Road road) {
    Map<String, JsonNode> cells = new LinkedHashMap<>();
    for (MatrixColumn column : matrix.columns()) {
      for (MatrixCase each : column.cases()) {
        if (each.on(road.name()) instanceof Outcome.Stored stored) {
          cells.put(each.id(), stored.cell());
        }
      }
    }
    return cells;
  }

  /** Each row holds its value and nothing else. */
  private void assertSame(String by, Map<String, JsonNode> rows, Map<String, JsonNode> expected) {
    Map<String, String> wrong = new TreeMap<>();
    for (MatrixColumn column : matrix.columns()) {
      for (MatrixCase each : column.cases()) {
        JsonNode cell = expected.get(each.id());
        JsonNode wanted = cell == null ? null : row(column, each.id(), cell);
        JsonNode found = rows.get(each.id());
        if (!Objects.equals(found, wanted)) {
          wrong.put(each.id(), "expected " + wanted + " but was " + found);
        }
      }
    }
    assertThat(wrong).as(by).isEmpty();
    assertThat(rows).as(by).hasSameSizeAs(expected);
  }

  private ObjectNode row(MatrixColumn filled, String id, JsonNode cell) {
    ObjectNode row = NODES.objectNode();
    row.put(MatrixTable.ID, id);
    for (MatrixColumn column : matrix.columns()) {
      JsonNode empty = column.type().startsWith("ARRAY") ? NODES.arrayNode() : NODES.nullNode();
      row.set(column.name(), column.equals(filled) ? cell : empty);
    }
    return row;
  }
}
