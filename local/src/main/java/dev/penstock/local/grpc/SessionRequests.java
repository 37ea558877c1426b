package dev.penstock.local.grpc;

import com.google.cloud.bigquery.storage.v1.ArrowSerializationOptions.CompressionCodec;
import com.google.cloud.bigquery.storage.v1.AvroSerializationOptions.PicosTimestampPrecision;
import com.google.cloud.bigquery.storage.v1.CreateReadSessionRequest;
import com.google.cloud.bigquery.storage.v1.DataFormat;
import com.google.cloud.bigquery.storage.v1.ReadSession;
import com.google.cloud.bigquery.storage.v1.ReadSession.TableReadOptions;
import com.google.cloud.bigquery.storage.v1.ReadSession.TableReadOptions.ResponseCompressionCodec;
import com.google.protobuf.Timestamp;
import dev.penstock.local.catalog.ServiceException;
import dev.penstock.local.catalog.TableId;
import dev.penstock.local.read.RowFormat;
import dev.penstock.local.service.ReadRequest;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** What clients ask the read service for, checked. */
final class SessionRequests {
  private static final Pattern PARENT = Pattern.compile("projects/([^/]+)(?:/locations/[^/]+)?");
  private static final Pattern TABLE =
      Pattern.compile("projects/([^/]+)/datasets/([^/]+)/tables/([^/]+)");

  /** RA-003. */
  private static final int MAX_TRACE_BYTES = 256;

  private SessionRequests() {}

  /** The read that a request for a session means. */
  static ReadRequest read(CreateReadSessionRequest request) {
    ReadSession asked = request.getReadSession();
    Matcher parent = PARENT.matcher(request.getParent());
    if (!parent.matches()) {
      throw ServiceException.invalid("Invalid parent '" + request.getParent() + "'.");
    }
    Matcher table = TABLE.matcher(asked.getTable());
    if (!table.matches()) {
      throw ServiceException.invalid("Invalid table name '" + asked.getTable() + "'.");
    }
    checkFormat(asked);
    TableReadOptions options = asked.getReadOptions();
    checkOptions(options);
    return new ReadRequest(
        parent.group(1),
        new TableId(table.group(1), table.group(2), table.group(3)),
        options.getSelectedFieldsList(),
        options.getRowRestriction(),
        snapshotTime(asked),
        asked.getDataFormat() == DataFormat.ARROW ? RowFormat.ARROW : RowFormat.AVRO,
        request.getMaxStreamCount(),
        request.getPreferredMinStreamCount());
  }

  private static void checkFormat(ReadSession asked) {
    DataFormat format = asked.getDataFormat();
    if (format != DataFormat.AVRO && format != DataFormat.ARROW) {
      throw ServiceException.invalid("data_format must be specified.");
    }
    if (asked.getTraceId().getBytes(StandardCharsets.UTF_8).length > MAX_TRACE_BYTES) {
      throw ServiceException.invalid("trace_id is longer than " + MAX_TRACE_BYTES + " bytes.");
    }
  }

  private static @Nullable Instant snapshotTime(ReadSession asked) {
    if (!asked.getTableModifiers().hasSnapshotTime()) {
      return null;
    }
    Timestamp time = asked.getTableModifiers().getSnapshotTime();
    return Instant.ofEpochSecond(time.getSeconds(), time.getNanos());
  }

  private static void checkOptions(TableReadOptions options) {
    if (options.hasSamplePercentage()) {
      throw ServiceException.notSupported("sample_percentage of a read session");
    }
    ResponseCompressionCodec codec = options.getResponseCompressionCodec();
    if (codec != ResponseCompressionCodec.RESPONSE_COMPRESSION_CODEC_UNSPECIFIED) {
      throw ServiceException.notSupported("response compression " + codec);
    }
    CompressionCodec compression = options.getArrowSerializationOptions().getBufferCompression();
    if (compression != CompressionCodec.COMPRESSION_UNSPECIFIED) {
      throw ServiceException.notSupported("Arrow buffer compression " + compression);
    }
    if (options.getAvroSerializationOptions().getEnableDisplayNameAttribute()) {
      throw ServiceException.notSupported("enable_display_name_attribute of a read session");
    }
    PicosTimestampPrecision precision =
        options.getAvroSerializationOptions().getPicosTimestampPrecision();
    // All columns here have 6 digits, whose form a wish for picoseconds does not change.
    if (precision == PicosTimestampPrecision.TIMESTAMP_PRECISION_NANOS) {
      throw ServiceException.notSupported("picos_timestamp_precision " + precision);
    }
  }

  /** The stream that a request names. */
  static ReadStreamName stream(String name) {
    return ReadStreamName.parse(name)
        .orElseThrow(() -> ServiceException.invalid("Invalid stream name '" + name + "'."));
  }
}
