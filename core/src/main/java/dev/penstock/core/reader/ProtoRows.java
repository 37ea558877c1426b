package dev.penstock.core.reader;

import com.google.protobuf.CodedOutputStream;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Message;
import dev.penstock.core.encode.CreationTypes;
import dev.penstock.core.encode.RowFault;
import dev.penstock.core.encode.RowFaultException;
import dev.penstock.core.encode.RowReader;
import dev.penstock.core.encode.SourceField;
import dev.penstock.core.encode.SourceSchema;
import dev.penstock.core.error.ErrorCode;
import dev.penstock.core.error.IngestException;
import dev.penstock.core.model.TableSchema;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads protobuf messages of one type, one after the other. One owner thread.
 *
 * <p>Rows are read from the bytes of messages: their fields are found once, into a tape that is
 * reused. A {@link Message} is written as bytes first, into an array that is reused as well.
 * Extensions and fields that the type does not declare are left out.
 */
public final class ProtoRows {
  private static final int INITIAL_BYTES = 1_024;
  private static final int MAX_KEPT_BYTES = 1 << 20;

  private final Descriptor type;
  private final ProtoStruct root;
  private final SourceSchema schema;
  private final ProtoTapeWriter writer;
  private byte[] written = new byte[INITIAL_BYTES];

  private ProtoRows(
      Descriptor type, ProtoStruct root, SourceSchema schema, ProtoTapeWriter writer) {
    this.type = type;
    this.root = root;
    this.schema = schema;
    this.writer = writer;
  }

  /**
   * Rows of a message type.
   *
   * @throws IngestException UNSUPPORTED_TYPE with every refusal at once, INVALID_OPTION for a mark
   *     that marks nothing it may
   */
  public static ProtoRows of(Descriptor type, ProtoOptions options) {
    ProtoInput input = new ProtoInput(type.getFullName());
    ProtoTape tape = new ProtoTape(input);
    ProtoSchemas compiler = new ProtoSchemas(type, options, tape);
    ProtoStruct root = compiler.root(type);
    List<String> reasons = new ArrayList<>(compiler.schemaRefusals());
    ErrorCode code = reasons.isEmpty() ? ErrorCode.INVALID_OPTION : ErrorCode.UNSUPPORTED_TYPE;
    reasons.addAll(compiler.markRefusals());
    if (!reasons.isEmpty()) {
      throw new IngestException(
          code,
          "Messages of "
              + type.getFullName()
              + " cannot become rows: "
              + String.join(" ", reasons));
    }
    List<SourceField> fields = root.fields();
    SourceSchema schema =
        new SourceSchema(
            options.deriveRequiredColumns()
                ? fields.stream().map(CreationTypes::withRequiredColumns).toList()
                : fields);
    return new ProtoRows(type, root, schema, new ProtoTapeWriter(input, tape));
  }

  /** What the reader yields; one instance for the life of this object. */
  public SourceSchema schema() {
    return schema;
  }

  /** The columns of a table made for these rows. */
  public TableSchema tableSchema() {
    return new TableSchema(schema.fields().stream().map(CreationTypes::columnFor).toList());
  }

  /**
   * Reads this message from now on.
   *
   * @return the one reader of this object
   * @throws RowFaultException when the message is of another type
   */
  public RowReader read(Message message) {
    Descriptor given = message.getDescriptorForType();
    if (!given.equals(type) && !given.getFullName().equals(type.getFullName())) {
      throw new RowFaultException(
          new RowFault(
              ErrorCode.ROW_INVALID,
              null,
              "The message is a "
                  + given.getFullName()
                  + ", and the rows were declared with "
                  + type.getFullName()
                  + ". Send messages of that type."));
    }
    int length = message.getSerializedSize();
    if (length > written.length || written.length > MAX_KEPT_BYTES) {
      written = new byte[Math.max(INITIAL_BYTES, length + (length >> 1))];
    }
    try {
      message.writeTo(CodedOutputStream.newInstance(written, 0, length));
    } catch (IOException e) {
      throw new AssertionError(e);
    }
    return read(written, 0, length);
  }

  /**
   * Reads the bytes of this message from now on.
   *
   * @param array not to be changed while its row is read
   * @return the one reader of this object
   * @throws RowFaultException when the bytes are no message of the type
   */
  public RowReader read(byte[] array, int offset, int length) {
    return root.reader().onMessage(writer.write(root.layout(), array, offset, length));
  }
}
