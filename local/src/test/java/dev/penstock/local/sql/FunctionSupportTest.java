package dev.penstock.local.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.penstock.local.SupportPage;
import dev.penstock.local.catalog.ServiceException;
import java.io.IOException;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** Every built-in function of GoogleSQL is either proven or refused by name. */
@Tag("sql")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class FunctionSupportTest {
  /** What the reference evaluator lacks or answers by chance; other tests have cases for these. */
  private static final Set<String> WITHOUT_REFERENCE =
      Set.of(
          "approx_count_distinct",
          "approx_quantiles",
          "approx_top_count",
          "current_date",
          "current_datetime",
          "current_time",
          "current_timestamp",
          "from_base32",
          "rand",
          "session_user",
          "st_astext",
          "st_geogfromtext",
          "to_base32");

  private final SqlFixture sql = new SqlFixture();
  private final BuiltinFunctions functions = BuiltinFunctions.load(sql);
  private final Set<String> unknown = unknown();

  @AfterAll
  void close() throws SQLException {
    sql.close();
  }

  @Test
  void everySupportedFunctionHasDifferentialCases() {
    Set<String> unproven = new TreeSet<>(functions.supported());
    unproven.removeAll(BuiltinFunctions.called(OracleCases.load().lines().stream()));

    assertThat(unproven).isSubsetOf(WITHOUT_REFERENCE);
  }

  @Test
  void whatHasNoReferenceHasWrittenCases() {
    Set<String> written = BuiltinFunctions.called(FunctionTest.cases().stream());

    assertThat(written)
        .contains("from_base32", "to_base32", "session_user", "st_astext", "st_geogfromtext");
  }

  @Test
  void supportsAtLeastTwoHundredAndFiftyFunctions() {
    assertThat(functions.supported()).hasSizeGreaterThanOrEqualTo(250);
  }

  @Test
  void refusesEveryOtherFunctionByName() {
    assertThat(functions.refused())
        .allSatisfy(
            name ->
                assertThatThrownBy(() -> functions.table().expand(name, List.of(), Map.of()))
                    .isInstanceOf(ServiceException.class)
                    .hasMessage(
                        "not supported by Penstock local: SQL function "
                            + name.toUpperCase(Locale.ROOT)
                            + "()"));
  }

  @Test
  void refusesByNameWhatTheServiceDocumentsAndTheAnalyzerLacks() {
    assertThat(unknown)
        .contains(
            "AI.GENERATE", "BAG_OF_WORDS", "CONTAINS_SUBSTR", "ML.PREDICT", "SEARCH", "TF_IDF");
    assertThatThrownBy(() -> sql.run("SELECT search('a b', 'b')"))
        .hasMessage("not supported by Penstock local: SQL function SEARCH");
    assertThatThrownBy(() -> sql.run("SELECT SAFE.CONTAINS_SUBSTR('a', 'b')"))
        .hasMessage("not supported by Penstock local: SQL function CONTAINS_SUBSTR");
    assertThatThrownBy(() -> sql.run("SELECT ML.OF_TOMORROW(1)"))
        .hasMessage("not supported by Penstock local: SQL function ML.OF_TOMORROW");
    assertThatThrownBy(() -> sql.run("SELECT * FROM EXTERNAL_QUERY('c', 'SELECT 1')"))
        .hasMessage("not supported by Penstock local: SQL table function EXTERNAL_QUERY");
    assertThatThrownBy(() -> sql.run("SELECT serch('a', 'b')"))
        .hasMessageStartingWith("Function not found: serch");
  }

  /** The documented functions that no call of is known, as calls of them say. */
  private Set<String> unknown() {
    Set<String> unknown = new TreeSet<>();
    for (String name : LeftOut.load().documented()) {
      try {
        sql.run("SELECT " + name + "()");
      } catch (ServiceException e) {
        assertThat(e.getMessage()).doesNotContain("Function not found");
        if (String.valueOf(e.getMessage()).endsWith(" SQL function " + name)) {
          unknown.add(name);
        }
      }
    }
    return unknown;
  }

  @Test
  void thePageSaysWhatIsSupported() throws IOException {
    SupportPage.check("Functions", text());
  }

  private String text() {
    Set<String> refused = new TreeSet<>(functions.refused());
    unknown.forEach(name -> refused.add(name.toLowerCase(Locale.ROOT)));
    return "\n### Supported: "
        + functions.supported().size()
        + "\n\n"
        + list(functions.supported())
        + "\n### Approximated\n\n| function | how it differs |\n|---|---|\n"
        + functions
            .approximated()
            .map(name -> "| " + spell(name) + " | " + functions.note(name) + " |\n")
            .collect(Collectors.joining())
        + "\n### Refused: "
        + refused.size()
        + "\n\n"
        + list(refused)
        + "\n";
  }

  private static String list(Set<String> names) {
    return SupportPage.list(names.stream().map(name -> name.toUpperCase(Locale.ROOT)).toList());
  }

  private static String spell(String name) {
    return "`" + name.toUpperCase(Locale.ROOT) + "`";
  }
}
