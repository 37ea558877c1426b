package dev.penstock.flink;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.testkit.LocalBigQueryExtension;
import java.io.IOException;
import java.math.BigDecimal;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.table.api.TableResult;
import org.apache.flink.table.api.bridge.java.StreamTableEnvironment;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.apache.flink.types.Row;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What the guide prints runs as it is printed, but for the addresses. */
class QuickStartIT {
  private static final Path GUIDE = Path.of("../docs/guide/flink.md");
  private static final Path SOURCE = Path.of("src/test/java/dev/penstock/flink/QuickStart.java");
  private static final String GRPC = "127.0.0.1:9060";
  private static final String REST = "127.0.0.1:9050";

  @RegisterExtension static final MiniClusterExtension FLINK = MiniFlink.withSlots(4);

  @RegisterExtension
  static final LocalBigQueryExtension BIGQUERY =
      LocalBigQueryExtension.withDatasets("shop").inProject("my-project");

  private static String rest() {
    return URI.create(BIGQUERY.restUrl()).getAuthority();
  }

  /** The first block of the guide in a language. */
  private static String block(String language) throws IOException {
    return blocks(language).get(0);
  }

  private static List<String> blocks(String language) throws IOException {
    Matcher block =
        Pattern.compile("```" + language + "\n(.*?)```", Pattern.DOTALL)
            .matcher(Files.readString(GUIDE));
    return block.results().map(found -> found.group(1)).toList();
  }

  private static String trimmed(String code) {
    return code.lines()
        .map(String::strip)
        .filter(l -> !l.isEmpty())
        .collect(Collectors.joining("\n"));
  }

  @Test
  void theSqlOfTheGuide() throws Exception {
    assertThat(run(block("sql"))).containsExactly(Row.of("Grace", new BigDecimal("7.25")));
  }

  @Test
  void theChangesOfTheGuide() throws Exception {
    run(blocks("sql").get(1));

    assertThat(BIGQUERY.table("shop", "stock").rows())
        .containsExactly(Map.of("item", "nut", "left_over", 7L));
  }

  /** Runs statements; the rows of the queries among them. */
  private static List<Row> run(String printed) throws Exception {
    StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
    env.enableCheckpointing(100);
    StreamTableEnvironment tables = StreamTableEnvironment.create(env);
    String script = printed.replace(GRPC, BIGQUERY.grpcTarget()).replace(REST, rest());
    List<Row> rows = new ArrayList<>();
    for (String statement : script.split(";", -1)) {
      if (!statement.isBlank()) {
        TableResult result = tables.executeSql(statement);
        result.await();
        if (statement.strip().startsWith("SELECT")) {
          result.collect().forEachRemaining(rows::add);
        }
      }
    }
    return rows;
  }

  @Test
  void theJavaOfTheGuide() throws Exception {
    String printed = block("java");
    String withoutAddresses = printed.substring(printed.indexOf("Schema schema"));
    assertThat(trimmed(Files.readString(SOURCE))).contains(trimmed(withoutAddresses));

    QuickStart.run(BIGQUERY.grpcTarget(), rest());

    assertThat(BIGQUERY.table("shop", "visits").rows()).hasSize(100).doesNotHaveDuplicates();
  }
}
