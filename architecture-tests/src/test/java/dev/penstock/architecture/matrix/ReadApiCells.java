package dev.penstock.architecture.matrix;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.api.gax.core.NoCredentialsProvider;
import com.google.cloud.bigquery.storage.v1.BigQueryReadClient;
import com.google.cloud.bigquery.storage.v1.BigQueryReadSettings;
import com.google.cloud.bigquery.storage.v1.CreateReadSessionRequest;
import com.google.cloud.bigquery.storage.v1.DataFormat;
import com.google.cloud.bigquery.storage.v1.ReadRowsRequest;
import com.google.cloud.bigquery.storage.v1.ReadRowsResponse;
import com.google.cloud.bigquery.storage.v1.ReadSession;
import com.google.cloud.bigquery.storage.v1.ReadStream;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.avro.LogicalTypes;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.io.BinaryDecoder;
import org.apache.avro.io.DecoderFactory;
import org.jspecify.annotations.Nullable;

/** Rows as the Storage Read API gives them in Avro, in the words of REST. */
final class ReadApiCells {
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
  private static final long MICROS_PER_SECOND = 1_000_000;
  private static final DateTimeFormatter WHOLE_TIME =
      DateTimeFormatter.ofPattern("HH:mm:ss", Locale.ROOT);
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("HH:mm:ss.SSSSSS", Locale.ROOT);

  private ReadApiCells() {}

  /** The rows of a table by their ids. */
  static Map<String, JsonNode> of(MatrixTable table) throws IOException {
    Map<String, JsonNode> rows = new HashMap<>();
    try (BigQueryReadClient client = BigQueryReadClient.create(settings(table))) {
      ReadSession session = client.createReadSession(request(table));
      Schema schema = new Schema.Parser().parse(session.getAvroSchema().getSchema());
      for (ReadStream stream : session.getStreamsList()) {
        ReadRowsRequest request =
            ReadRowsRequest.newBuilder().setReadStream(stream.getName()).build();
        for (ReadRowsResponse response : client.readRowsCallable().call(request)) {
          decode(schema, response, rows);
        }
      }
    }
    return rows;
  }

  private static BigQueryReadSettings settings(MatrixTable table) throws IOException {
    return BigQueryReadSettings.newBuilder()
        .setCredentialsProvider(NoCredentialsProvider.create())
        .setTransportChannelProvider(
            BigQueryReadSettings.defaultGrpcTransportProviderBuilder()
                .setEndpoint(table.server().grpcTarget())
                .setChannelConfigurator(channel -> channel.usePlaintext())
                .build())
        .build();
  }

  private static CreateReadSessionRequest request(MatrixTable table) {
    String project = "projects/" + table.server().project();
    return CreateReadSessionRequest.newBuilder()
        .setParent(project)
        .setReadSession(
            ReadSession.newBuilder()
                .setTable(project + "/datasets/" + table.dataset() + "/tables/" + table.name())
                .setDataFormat(DataFormat.AVRO))
        .build();
  }

  private static void decode(Schema schema, ReadRowsResponse response, Map<String, JsonNode> rows)
      throws IOException {
    GenericDatumReader<GenericRecord> reader = new GenericDatumReader<>(schema);
    BinaryDecoder in =
        DecoderFactory.get()
            .binaryDecoder(response.getAvroRows().getSerializedBinaryRows().toByteArray(), null);
    while (!in.isEnd()) {
      JsonNode row = cell(schema, reader.read(null, in));
      rows.put(row.required(MatrixTable.ID).textValue(), row);
    }
  }

  private static JsonNode cell(Schema declared, @Nullable Object value) {
    if (value == null) {
      return NullNode.instance;
    }
    Schema schema = declared.isUnion() ? declared.getTypes().get(1) : declared;
    if (value instanceof List<?> list) {
      ArrayNode elements = NODES.arrayNode();
      list.forEach(element -> elements.add(cell(schema.getElementType(), element)));
      return elements;
    }
    if (value instanceof GenericRecord struct) {
      return schema.getFullName().equals("google.sqlType.INTERVAL")
          ? NODES.textNode(lengthOfTime(struct))
          : struct(schema, struct);
    }
    return NODES.textNode(text(schema, value));
  }

  private static ObjectNode struct(Schema schema, GenericRecord record) {
    ObjectNode cells = NODES.objectNode();
    schema
        .getFields()
        .forEach(field -> cells.set(field.name(), cell(field.schema(), record.get(field.pos()))));
    return cells;
  }

  private static String text(Schema schema, Object value) {
    if (schema.getLogicalType() instanceof LogicalTypes.Decimal decimal) {
      BigDecimal number =
          new BigDecimal(new BigInteger(bytes((ByteBuffer) value)), decimal.getScale());
      return number.signum() == 0 ? "0" : number.stripTrailingZeros().toPlainString();
    }
    if (value instanceof ByteBuffer bytes) {
      return Base64.getEncoder().encodeToString(bytes(bytes));
    }
    return switch (schema.getLogicalType() == null ? "" : schema.getLogicalType().getName()) {
      case "date" -> LocalDate.ofEpochDay((int) (Integer) value).toString();
      case "time-micros" -> time(LocalTime.MIN.plus((Long) value, ChronoUnit.MICROS));
      default -> value.toString();
    };
  }

  private static byte[] bytes(ByteBuffer buffer) {
    byte[] bytes = new byte[buffer.remaining()];
    buffer.duplicate().get(bytes);
    return bytes;
  }

  private static String time(LocalTime time) {
    return time.format(time.truncatedTo(ChronoUnit.SECONDS).equals(time) ? WHOLE_TIME : TIME);
  }

  private static String lengthOfTime(GenericRecord parts) {
    int months = (Integer) parts.get("months");
    long micros = (Long) parts.get("microseconds");
    long seconds = Math.abs(micros) / MICROS_PER_SECOND;
    long fraction = Math.abs(micros) % MICROS_PER_SECOND;
    return (months < 0 ? "-" : "")
        + Math.abs(months) / 12
        + "-"
        + Math.abs(months) % 12
        + " "
        + parts.get("days")
        + (micros < 0 ? " -" : " ")
        + seconds / 3600
        + ":"
        + seconds / 60 % 60
        + ":"
        + seconds % 60
        + (fraction == 0
            ? ""
            : String.format(Locale.ROOT, ".%06d", fraction).replaceFirst("000$", ""));
  }
}
