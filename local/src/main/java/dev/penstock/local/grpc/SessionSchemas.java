package dev.penstock.local.grpc;

import com.google.cloud.bigquery.storage.v1.ArrowSchema;
import com.google.cloud.bigquery.storage.v1.AvroSchema;
import com.google.cloud.bigquery.storage.v1.DataFormat;
import com.google.cloud.bigquery.storage.v1.ReadRowsResponse;
import com.google.cloud.bigquery.storage.v1.ReadSession;
import com.google.protobuf.ByteString;
import com.google.protobuf.UnsafeByteOperations;
import dev.penstock.local.read.RowFormat;

/** The schema of a session's rows, in a session and in a first response. */
final class SessionSchemas {
  private SessionSchemas() {}

  static void addTo(ReadSession.Builder answer, dev.penstock.local.service.ReadSession session) {
    if (session.format() == RowFormat.AVRO) {
      answer.setDataFormat(DataFormat.AVRO).setAvroSchema(avro(session));
    } else {
      answer.setDataFormat(DataFormat.ARROW).setArrowSchema(arrow(session));
    }
  }

  static void addTo(
      ReadRowsResponse.Builder response, dev.penstock.local.service.ReadSession session) {
    if (session.format() == RowFormat.AVRO) {
      response.setAvroSchema(avro(session));
    } else {
      response.setArrowSchema(arrow(session));
    }
  }

  private static AvroSchema avro(dev.penstock.local.service.ReadSession session) {
    return AvroSchema.newBuilder().setSchemaBytes(bytes(session)).build();
  }

  private static ArrowSchema arrow(dev.penstock.local.service.ReadSession session) {
    return ArrowSchema.newBuilder().setSerializedSchema(bytes(session)).build();
  }

  private static ByteString bytes(dev.penstock.local.service.ReadSession session) {
    return UnsafeByteOperations.unsafeWrap(session.schema());
  }
}
