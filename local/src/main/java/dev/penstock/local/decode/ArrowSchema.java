package dev.penstock.local.decode;

import com.google.protobuf.ByteString;
import dev.penstock.local.catalog.TableMetadata;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.apache.arrow.flatbuf.Field;
import org.apache.arrow.flatbuf.MessageHeader;
import org.apache.arrow.flatbuf.Schema;

/** The Arrow schema that a client announced for its rows (WA-170). Immutable. */
public final class ArrowSchema implements RowSchema {
  private final List<Field> fields;

  private ArrowSchema(List<Field> fields) {
    this.fields = List.copyOf(fields);
  }

  /**
   * Reads a schema message.
   *
   * @throws SchemaFaultException if it is none, or has columns of changes (WA-173, CDC-002)
   */
  public static ArrowSchema of(ByteString serialized) throws SchemaFaultException {
    List<Field> fields = new ArrayList<>();
    try {
      ArrowMessage message = ArrowMessage.of(serialized.asReadOnlyByteBuffer());
      if (message.header().headerType() != MessageHeader.Schema) {
        throw invalid("it is no schema message");
      }
      Schema schema = (Schema) message.header().header(new Schema());
      for (int i = 0; i < schema.fieldsLength(); i++) {
        fields.add(schema.fields(i));
      }
      if (fields.isEmpty()) {
        throw invalid("it has no fields");
      }
    } catch (IndexOutOfBoundsException | IllegalArgumentException e) {
      throw invalid("it cannot be parsed");
    }
    for (Field field : fields) {
      String name = field.name().toUpperCase(Locale.ROOT);
      if (name.equals("_CHANGE_TYPE") || name.equals("_CHANGE_SEQUENCE_NUMBER")) {
        throw invalid(field.name() + " is supported with proto rows only");
      }
    }
    return new ArrowSchema(fields);
  }

  private static SchemaFaultException invalid(String why) {
    return new SchemaFaultException(
        SchemaFaultException.Kind.INVALID, "Invalid Arrow schema: " + why);
  }

  List<Field> fields() {
    return fields;
  }

  @Override
  public Decoder bind(TableMetadata table, boolean strictDeletes, InstantSource clock)
      throws SchemaFaultException {
    ArrowRecord record = ArrowRecord.bind(fields, table.fields(), "");
    RowCompletion completion = new RowCompletion(table, record.bound(), strictDeletes, clock);
    completion.checkSchema(false);
    return new ArrowDecoder(table, this, record, completion);
  }
}
