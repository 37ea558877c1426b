package dev.penstock.local.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.zetasql.io.grpc.NameResolverRegistry;
import dev.penstock.local.catalog.ServiceException;
import org.junit.jupiter.api.Test;

final class AnalyzerLoaderTest {
  @Test
  void refusesQueriesWhereTheNativeLibraryIsMissing() {
    try (AnalyzerLoader loader =
        new AnalyzerLoader(
            () -> {
              throw new UnsatisfiedLinkError("no library");
            })) {
      assertThatThrownBy(loader::get)
          .isInstanceOfSatisfying(
              ServiceException.class, e -> assertThat(e.httpCode()).isEqualTo(501))
          .hasMessageStartingWith("not supported by Penstock local: SQL on ")
          .hasMessageContaining("ZetaSQL has no library for it");
    }
  }

  /** ZetaSQL's copy of gRPC warns of a broken build where it finds no resolver. */
  @Test
  void givesZetaSqlTheServiceFilesThatItsJarLacks() {
    assertThat(NameResolverRegistry.getDefaultRegistry().getDefaultScheme()).isEqualTo("dns");
  }
}
