package dev.penstock.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TestReportsTest {
  @TempDir private Path home;

  @BeforeEach
  void writeReports() throws Exception {
    write("core/target/surefire-reports/TEST-a.xml", 3, 1);
    write("core/target/failsafe-reports/TEST-b.xml", 2, 0);
    write("core/target/other/TEST-c.xml", 100, 0);
  }

  @Test
  void countsTestsThatRanInBothKindsOfReports() {
    assertThat(new TestReports(home).executed()).isEqualTo(4);
  }

  @Test
  void clearedReportsCountNothing() {
    TestReports reports = new TestReports(home);

    reports.clear();

    assertThat(reports.executed()).isZero();
    assertThat(home.resolve("core/target/other/TEST-c.xml")).exists();
  }

  private void write(String file, int tests, int skipped) throws Exception {
    Path path = home.resolve(file);
    Files.createDirectories(path.getParent());
    Files.writeString(
        path,
        "<testsuite name=\"x\" time=\"0.1\" tests=\"%d\" errors=\"0\" skipped=\"%d\" failures=\"0\">"
            .formatted(tests, skipped));
  }
}
