package dev.penstock.core.reader;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.cloud.bigquery.storage.v1.BQTableSchemaToProtoDescriptor;
import com.google.cloud.bigquery.storage.v1.JsonToProtoMessage;
import com.google.cloud.bigquery.storage.v1.TableFieldSchema;
import com.google.protobuf.ByteString;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.DescriptorValidationException;
import com.google.protobuf.DynamicMessage;
import dev.penstock.core.encode.RowFault;
import dev.penstock.core.encode.RowFaultException;
import dev.penstock.core.encode.RowReader;
import dev.penstock.core.model.Column;
import dev.penstock.core.model.ColumnMode;
import dev.penstock.core.model.ColumnType;
import dev.penstock.core.model.TableSchema;
import java.util.Arrays;
import java.util.List;
import org.json.JSONObject;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Documents are taken, and mean, what they do to the JSON writer of Google's client. Where that
 * writer stores something else than the document says, the row is refused here: those cases stand
 * apart.
 */
final class JsonDifferentialTest {
  private static final List<String> ANY =
      List.of(
          "null",
          "true",
          "\"TRUE\"",
          "\"False\"",
          "\"yes\"",
          "0",
          "1",
          "-1",
          "2147483648",
          "9223372036854775807",
          "1.0",
          "1.5",
          "1e2",
          "-1.5E-3",
          "\"\"",
          "\" \"",
          "\"1\"",
          "\"-1\"",
          "\"+1\"",
          "\" 1\"",
          "\"1.5\"",
          "\"1e2\"",
          "\"0x1p3\"",
          "\"1.5f\"",
          "\"NaN\"",
          "\"-Infinity\"",
          "\"12345678901234567890\"",
          "\"9223372036854775808\"",
          "\"\\u0661\"",
          "0.123456789",
          "0.1234567891",
          "\"0.1234567891\"",
          "\"1.0000000000\"",
          "\"0.12345678901234567890123456789012345678\"",
          "\"0.123456789012345678901234567890123456789\"",
          "\"99999999999999999999999999999.999999999\"",
          "\"100000000000000000000000000000\"",
          "\"2026-01-31\"",
          "\"2026-1-31\"",
          "\"2026-02-30\"",
          "\"2026/01/31\"",
          "\"20260131\"",
          "\"12:30:00\"",
          "\"12:30\"",
          "\"12:30:00.123456\"",
          "\"12:30:00.1234567\"",
          "\"24:00:00\"",
          "\"2026-01-31T12:30:00\"",
          "\"2026-01-31t12:30:00\"",
          "\"2026-01-31 12:30:00\"",
          "\"2026-01-31T12:30\"",
          "\"2026-01-31 12:30:00.123456\"",
          "\"2026-01-31T12:30:00.1\"",
          "\"2026-01-31T12:30:00.1234567\"",
          "\"2026-01-31T12:30:00Z\"",
          "\"2026-01-31T12:30:00.123456789Z\"",
          "\"2026-01-31T12:30:00.123+02:00\"",
          "\"2026-01-31T12:30Z\"",
          "\"2026-01-31T12:30:00.1Z\"",
          "\"2026-01-31T12:30:00.12Z\"",
          "\"2026-01-31T12:30:00.1234567Z\"",
          "\"2026-01-31T24:00:00Z\"",
          "\"2026-01-31T23:59:60Z\"",
          "\"2026-02-30T12:30:00Z\"",
          "\"0000-01-01T00:00:00Z\"",
          "\"2026-01-31 12:30:00 Europe/Berlin\"",
          "\"2026-01-31 12:30:00 UTC\"",
          "\"2026/01/31 12:30:00\"",
          "\"2026-01-31T2:3:4\"",
          "\"2026-01-31T12:30:00+0200\"",
          "\"1700000000123456\"",
          "\"1.7e15\"",
          "1700000000123456",
          "1.7e15",
          "1700000000.9",
          "-1.9",
          "{}",
          "{\"a\": 1}",
          "[]",
          "[1]",
          "[1, -128, 127]",
          "[128]",
          "[[1]]",
          "[null]",
          "[\"x\"]",
          "[true, false]",
          "[\"1\"]",
          "[1.5]",
          "[{}]",
          "[\"2026-01-31\"]",
          // Packed times of the service, and numbers that are none.
          "52613349376",
          "68719476736",
          "142433789637328896",
          "-52613349376");

  private static Column column(ColumnType type, ColumnMode mode) {
    return type == ColumnType.STRUCT
        ? Column.struct("f", mode, List.of(Column.nullable("a", ColumnType.INT64)))
        : Column.of("f", type, mode);
  }

  /**
   * What Google's writer stores otherwise than the document says: raw bytes for a number, bytes of
   * half a number, days and instants that wrap around, packed times that are none, the first
   * element of a list of texts only. Numbers for a TIME are taken in a list as they are outside.
   */
  private static final String DIFFERENCES =
      """
          BIGNUMERIC NULLABLE ["1"] -> refused, Google [f=[1]]
          BIGNUMERIC NULLABLE [1, -128, 127] -> refused, Google [f=[1, -128, 127]]
          BIGNUMERIC NULLABLE [1.5] -> refused, Google [f=[1]]
          BIGNUMERIC NULLABLE [1] -> refused, Google [f=[1]]
          BIGNUMERIC NULLABLE [] -> refused, Google [f=[]]
          BIGNUMERIC REPEATED [[1]] -> refused, Google [f=[[1]]]
          BYTES NULLABLE ["1"] -> refused, Google [f=[1]]
          BYTES NULLABLE [1.5] -> refused, Google [f=[1]]
          DATE NULLABLE -52613349376 -> refused, Google [f=-1073741824]
          DATE NULLABLE 142433789637328896 -> refused, Google [f=-346521600]
          DATE NULLABLE 1700000000123456 -> refused, Google [f=404759104]
          DATE NULLABLE 2147483648 -> refused, Google [f=-2147483648]
          DATE NULLABLE 52613349376 -> refused, Google [f=1073741824]
          DATE NULLABLE 68719476736 -> refused, Google [f=0]
          DATE NULLABLE 9223372036854775807 -> refused, Google [f=-1]
          DATETIME NULLABLE -1 -> refused, Google [f=-1]
          DATETIME NULLABLE -52613349376 -> refused, Google [f=-52613349376]
          DATETIME NULLABLE 0 -> refused, Google [f=0]
          DATETIME NULLABLE 1 -> refused, Google [f=1]
          DATETIME NULLABLE 2147483648 -> refused, Google [f=2147483648]
          DATETIME NULLABLE 52613349376 -> refused, Google [f=52613349376]
          DATETIME NULLABLE 68719476736 -> refused, Google [f=68719476736]
          DATETIME NULLABLE 9223372036854775807 -> refused, Google [f=9223372036854775807]
          GEOGRAPHY REPEATED [1, -128, 127] -> [f=[1, -128, 127]], Google [f=[1]]
          GEOGRAPHY REPEATED [true, false] -> [f=[true, false]], Google [f=[true]]
          INTERVAL REPEATED [1, -128, 127] -> [f=[1, -128, 127]], Google [f=[1]]
          INTERVAL REPEATED [true, false] -> [f=[true, false]], Google [f=[true]]
          JSON REPEATED [1, -128, 127] -> [f=[1, -128, 127]], Google [f=[1]]
          JSON REPEATED [true, false] -> [f=[true, false]], Google [f=[true]]
          NUMERIC NULLABLE ["1"] -> refused, Google [f=[1]]
          NUMERIC NULLABLE [1, -128, 127] -> refused, Google [f=[1, -128, 127]]
          NUMERIC NULLABLE [1.5] -> refused, Google [f=[1]]
          NUMERIC NULLABLE [1] -> refused, Google [f=[1]]
          NUMERIC NULLABLE [] -> refused, Google [f=[]]
          NUMERIC REPEATED [[1]] -> refused, Google [f=[[1]]]
          STRING REPEATED [1, -128, 127] -> [f=[1, -128, 127]], Google [f=[1]]
          STRING REPEATED [true, false] -> [f=[true, false]], Google [f=[true]]
          TIME NULLABLE -1 -> refused, Google [f=-1]
          TIME NULLABLE -52613349376 -> refused, Google [f=-52613349376]
          TIME NULLABLE 142433789637328896 -> refused, Google [f=142433789637328896]
          TIME NULLABLE 1700000000123456 -> refused, Google [f=1700000000123456]
          TIME NULLABLE 9223372036854775807 -> refused, Google [f=9223372036854775807]
          TIME REPEATED [128] -> [f=[128]], Google refused
          TIME REPEATED [1] -> [f=[1]], Google refused
          TIMESTAMP NULLABLE "-Infinity" -> refused, Google [f=-9223372036854775808]
          TIMESTAMP NULLABLE "100000000000000000000000000000" -> refused, Google [f=9223372036854775807]
          TIMESTAMP NULLABLE "12345678901234567890" -> refused, Google [f=9223372036854775807]
          TIMESTAMP NULLABLE "9223372036854775808" -> refused, Google [f=9223372036854775807]
          TIMESTAMP NULLABLE "99999999999999999999999999999.999999999" -> refused, Google [f=9223372036854775807]
          TIMESTAMP NULLABLE "NaN" -> refused, Google [f=0]
          TIMESTAMP NULLABLE 9223372036854775807 -> refused, Google [f=9223372036854775807]
      """;

  /** One test, not a thousand: all that differs is told at once. */
  @Test
  void takesWhatGooglesWriterTakes() {
    StringBuilder differences = new StringBuilder();
    for (ColumnType type : ColumnType.values()) {
      if (type != ColumnType.RANGE) {
        for (ColumnMode mode : List.of(ColumnMode.NULLABLE, ColumnMode.REPEATED)) {
          ANY.forEach(value -> compare(column(type, mode), value, differences));
        }
      }
    }

    assertThat(differences.toString().lines().sorted())
        .isEqualTo(DIFFERENCES.lines().map(String::strip).sorted().toList());
  }

  private static void compare(Column column, String value, StringBuilder differences) {
    String document = "{\"f\": " + value + "}";
    String ours = ours(column, document, false);
    String google = google(column, document, false);
    if (!ours.equals(google)) {
      differences
          .append(column.type() + " " + column.mode() + " " + value)
          .append(" -> " + ours + ", Google " + google + "\n");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "{\"F\": 1}",
        "{\"g\": 1}",
        "{\"f\": 1, \"g\": 2}",
        "{\"g\": {\"h\": [1, {}]}}"
      })
  void agreesAboutFieldsWithGooglesWriter(String document) {
    Column column = column(ColumnType.INT64, ColumnMode.NULLABLE);

    assertThat(ours(column, document, false)).isEqualTo(google(column, document, false));
    assertThat(ours(column, document, true)).isEqualTo(google(column, document, true));
  }

  @Test
  void agreesAboutRequiredColumnsWithGooglesWriter() {
    Column required = column(ColumnType.INT64, ColumnMode.REQUIRED);

    assertThat(ours(required, "{\"f\": null}", false)).isEqualTo("refused");
    assertThat(google(required, "{\"f\": null}", false)).isEqualTo("refused");
  }

  private static String ours(Column column, String document, boolean ignoreUnknownFields) {
    JsonRows json =
        JsonRows.of(new TableSchema(List.of(column)), new JsonOptions(ignoreUnknownFields));
    Rows rows = Rows.of(json.schema(), json.tableSchema());
    try {
      RowReader row = json.read(document);
      RowFault fault = rows.fault(row);
      return fault == null ? text(rows.message(json.read(document))) : "refused";
    } catch (RowFaultException e) {
      return "refused";
    }
  }

  private static String google(Column column, String document, boolean ignoreUnknownFields) {
    var schema =
        com.google.cloud.bigquery.storage.v1.TableSchema.newBuilder()
            .addFields(googleColumn(column))
            .build();
    try {
      Descriptor descriptor =
          BQTableSchemaToProtoDescriptor.convertBQTableSchemaToProtoDescriptor(schema);
      return text(
          JsonToProtoMessage.INSTANCE.convertToProtoMessage(
              descriptor, schema, new JSONObject(document), ignoreUnknownFields));
    } catch (DescriptorValidationException e) {
      throw new AssertionError(e);
    } catch (RuntimeException e) {
      return "refused";
    }
  }

  private static TableFieldSchema googleColumn(Column column) {
    TableFieldSchema.Builder field =
        TableFieldSchema.newBuilder()
            .setName(column.name())
            .setType(
                column.type() == ColumnType.FLOAT64
                    ? TableFieldSchema.Type.DOUBLE
                    : TableFieldSchema.Type.valueOf(column.type().name()))
            .setMode(TableFieldSchema.Mode.valueOf(column.mode().name()));
    column.fields().forEach(child -> field.addFields(googleColumn(child)));
    return field.build();
  }

  private static String text(DynamicMessage message) {
    return message.getAllFields().entrySet().stream()
        .map(e -> e.getKey().getName() + "=" + text(e.getValue()))
        .toList()
        .toString();
  }

  private static String text(Object value) {
    if (value instanceof DynamicMessage message) {
      return text(message);
    }
    if (value instanceof List<?> list) {
      return list.stream().map(JsonDifferentialTest::text).toList().toString();
    }
    if (value instanceof ByteString bytes) {
      return Arrays.toString(bytes.toByteArray());
    }
    return value instanceof byte[] bytes ? Arrays.toString(bytes) : value.toString();
  }
}
