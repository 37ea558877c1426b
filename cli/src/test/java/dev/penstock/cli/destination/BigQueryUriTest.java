package dev.penstock.cli.destination;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.penstock.cli.report.CommandException;
import dev.penstock.cli.report.ExitCode;
import dev.penstock.core.connection.Endpoint.CredentialSource;
import dev.penstock.core.error.Secret;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BigQueryUriTest {
  private static final CredentialSource DEFAULT = new CredentialSource.ApplicationDefault();

  @Test
  void namesTheBigQueryOfThisMachine() {
    BigQueryUri uri = BigQueryUri.parse("--to", "bigquery://local/shop");

    assertThat(uri).isEqualTo(new BigQueryUri("local", "shop", DEFAULT, null, LoadChoice.AUTO));
    assertThat(uri.isLocal()).isTrue();
  }

  @Test
  void takesEverythingThatAServiceNeeds() {
    assertThat(
            BigQueryUri.parse(
                "--to",
                "bigquery://example.com:my-project/shop_1?credentials_path=%2Fkeys%2Fa.json"
                    + "&location=EU&load_method=storage_write"))
        .isEqualTo(
            new BigQueryUri(
                "example.com:my-project",
                "shop_1",
                new CredentialSource.KeyFile(Path.of("/keys/a.json")),
                "EU",
                LoadChoice.STREAMS));
  }

  @Test
  void takesAKeyAsTextAndNeverShowsIt() {
    BigQueryUri uri = BigQueryUri.parse("--to", "bigquery://p/d?credentials_base64=eyJhIjoxfQ==");

    assertThat(uri.credentials()).isEqualTo(new CredentialSource.KeyJson(Secret.of("{\"a\":1}")));
    assertThat(uri).hasToString("bigquery://p/d");
  }

  @Test
  void showsNoPasswordOfASourceThatStandsInItsPlace() {
    assertThatThrownBy(() -> BigQueryUri.parse("--to", "postgresql://u:secret@h:5432/db"))
        .hasMessage(
            "--to: ...@h:5432/db (expected: bigquery://local/DATASET or"
                + " bigquery://PROJECT/DATASET)");
  }

  @Test
  void mayNameNoDataset() {
    assertThat(BigQueryUri.parse("--to", "bigquery://p").dataset()).isNull();
    assertThat(BigQueryUri.parse("--to", "bigquery://p/").dataset()).isNull();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "postgresql://h/d|--to: postgresql://h/d (expected: bigquery://local/DATASET or bigquery://PROJECT/DATASET)",
        "bigquery://p/d/t|--to: bigquery://p/d/t (expected: bigquery://local/DATASET or bigquery://PROJECT/DATASET)",
        "bigquery://My_Project/d|--to: bigquery://My_Project/d (expected: bigquery://local/DATASET or bigquery://PROJECT/DATASET)",
        "bigquery://p/my-data|--to: bigquery://p/my-data (expected: a dataset of letters, digits and underscores)",
        "bigquery://p/d?key=s3cret|--to: parameter key (expected: credentials_path, credentials_base64, location, load_method)",
        "bigquery://p/d?s3cret|--to: a parameter without a value (expected: key=value&key=value after the ?)",
        "bigquery://p/d?location=EU&location=US|--to: parameter location twice (expected: once)",
        "bigquery://p/d?credentials_base64=s3cret!|--to: credentials_base64 (expected: the base64 text of a key file)",
        "bigquery://p/d?credentials_path=s3cret&credentials_base64=YQ==|--to: credentials_path and credentials_base64 (expected: one of them)",
        "bigquery://p/d?credentials_path=%s3cret|--to: a parameter with a broken % escape (expected: %25 for a percent sign)",
        "bigquery://p/d?load_method=fast|--to load_method: fast (expected: auto, load-job or streams)",
      })
  void refusesWhatItCannotMeanWithoutRepeatingSecrets(String uri, String message) {
    assertThatThrownBy(() -> BigQueryUri.parse("--to", uri))
        .isInstanceOfSatisfying(
            CommandException.class, e -> assertThat(e.exitCode()).isEqualTo(ExitCode.BAD_ARGUMENTS))
        .hasMessage(message)
        .hasNoCause()
        .message()
        .doesNotContain("s3cret");
  }
}
