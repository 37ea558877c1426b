package dev.penstock.core.reader;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import dev.penstock.core.encode.RowFaultException;
import dev.penstock.core.encode.RowReader;
import dev.penstock.core.encode.SourceSchema;
import dev.penstock.core.error.ErrorCode;
import dev.penstock.core.error.IngestException;
import dev.penstock.core.model.Column;
import dev.penstock.core.model.TableSchema;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Reads JSON documents as rows of one table schema, one after the other. One owner thread.
 *
 * <p>A document's tokens are read once, into a tape that is reused; columns are then read from the
 * tape in any order. What their values mean is a matter of {@link JsonOptions.Notation}.
 */
public final class JsonRows {
  private final JsonFactory factory =
      JsonFactory.builder()
          .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
          .streamReadConstraints(
              StreamReadConstraints.builder().maxStringLength(Integer.MAX_VALUE).build())
          .build();
  private final TableSchema table;
  private final JsonFields fields;
  private final SourceSchema schema;
  private final JsonTape tape;
  private final JsonTapeWriter writer;
  private final JsonReader reader;

  /** Whether values are kept as places in the bytes of the document. */
  private final boolean keepsJson;

  private JsonRows(TableSchema table, JsonFields fields, JsonTape tape, JsonOptions options) {
    this.table = table;
    this.fields = fields;
    this.schema = new SourceSchema(fields.sourceFields());
    this.tape = tape;
    this.keepsJson = options.notation() == JsonOptions.Notation.PLAIN;
    this.writer = new JsonTapeWriter(tape, options.ignoreUnknownFields());
    this.reader = new JsonReader(tape, fields::form);
  }

  /**
   * Rows of a schema.
   *
   * @throws IngestException UNSUPPORTED_TYPE for RANGE columns whose bounds have no type
   */
  public static JsonRows of(TableSchema schema, JsonOptions options) {
    return of(schema, schema.columns().stream().map(Column::name).toList(), options);
  }

  /**
   * Rows of a schema whose columns stand under other names in the documents.
   *
   * @param keys for each column the key of its field
   * @throws IngestException UNSUPPORTED_TYPE for RANGE columns whose bounds have no type
   */
  public static JsonRows of(TableSchema schema, List<String> keys, JsonOptions options) {
    JsonTape tape = new JsonTape();
    JsonNotation notation = options.notation().reading();
    JsonSchemas compiler = new JsonSchemas(tape, notation);
    JsonFields fields = compiler.row(schema.columns(), keys);
    if (!compiler.refusals().isEmpty()) {
      throw new IngestException(ErrorCode.UNSUPPORTED_TYPE, String.join(" ", compiler.refusals()));
    }
    return new JsonRows(schema, fields, tape, options);
  }

  /** What the reader yields; one instance for the life of this object. */
  public SourceSchema schema() {
    return schema;
  }

  /** The schema as it was given. */
  public TableSchema tableSchema() {
    return table;
  }

  /**
   * Reads this document from now on.
   *
   * @return the one reader of this object
   * @throws RowFaultException when the text is not one JSON object, or has fields that the schema
   *     lacks, or a field twice
   */
  public RowReader read(String document) {
    if (keepsJson) {
      return read(document.getBytes(StandardCharsets.UTF_8));
    }
    try (JsonParser parser = factory.createParser(document)) {
      return read(parser);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Reads this document from now on.
   *
   * @param document in UTF-8; not to be changed while its row is read
   * @see #read(String)
   */
  public RowReader read(byte[] document) {
    return read(document, document.length);
  }

  /**
   * Reads the document at the start of an array from now on.
   *
   * @param array of UTF-8; not to be changed while its row is read
   * @see #read(String)
   */
  public RowReader read(byte[] array, int length) {
    tape.setDocument(array);
    try (JsonParser parser = factory.createParser(array, 0, length)) {
      return read(parser);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private RowReader read(JsonParser parser) throws IOException {
    try {
      return reader.on(writer.write(parser, fields));
    } catch (StreamConstraintsException e) {
      throw JsonTapeWriter.fault(
          "The document nests deeper or has longer texts than the parser takes. Send smaller"
              + " documents.");
    } catch (JsonProcessingException e) {
      JsonLocation location = e.getLocation();
      String place =
          location == null
              ? ""
              : " at line " + location.getLineNr() + ", column " + location.getColumnNr();
      throw JsonTapeWriter.fault(
          "The document is no JSON" + place + ". Send one JSON object for each row.");
    }
  }
}
