package dev.penstock.benchmarks.ratio;

import com.google.protobuf.ByteString;
import com.google.protobuf.DescriptorProtos.DescriptorProto;
import dev.penstock.benchmarks.client.WireRow;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.duckdb.DuckDBAppender;

/** The rows of all ratios: four columns, about 50 bytes. */
final class Sample {
  /** For REST. */
  static final String[] COLUMNS = {"id:INT64", "name:STRING", "city:STRING", "amount:FLOAT64"};

  /** For DuckDB. */
  static final String DUCKDB = "id BIGINT, name VARCHAR, city VARCHAR, amount DOUBLE";

  static final DescriptorProto SCHEMA =
      WireRow.schema("id:INT64", "name:STRING", "city:STRING", "amount:DOUBLE");
  static final DescriptorProto CHANGES =
      WireRow.schema(
          "id:INT64",
          "name:STRING",
          "city:STRING",
          "amount:DOUBLE",
          "_CHANGE_TYPE:STRING",
          "_CHANGE_SEQUENCE_NUMBER:STRING");

  private static final int CITIES = 1_000;

  private Sample() {}

  private static String name(long id) {
    return "customer number " + id;
  }

  private static String city(long id) {
    return "city " + id % CITIES;
  }

  private static double amount(long id) {
    return id / 100.0;
  }

  /** Rows of ids from one up to another, cut into requests. */
  static List<List<ByteString>> requests(int rows, int rowsEach) {
    List<List<ByteString>> requests = new ArrayList<>();
    for (int from = 0; from < rows; from += rowsEach) {
      List<ByteString> request = new ArrayList<>();
      for (long id = from; id < Math.min(rows, from + rowsEach); id++) {
        request.add(WireRow.of(id, name(id), city(id), amount(id)));
      }
      requests.add(request);
    }
    return requests;
  }

  /** An UPSERT of each row, cut into requests. */
  static List<List<ByteString>> changes(int rows, int rowsEach) {
    List<List<ByteString>> requests = new ArrayList<>();
    for (int from = 0; from < rows; from += rowsEach) {
      List<ByteString> request = new ArrayList<>();
      for (long id = from; id < Math.min(rows, from + rowsEach); id++) {
        request.add(
            WireRow.of(
                id,
                name(id),
                "moved to " + id % CITIES,
                amount(id),
                "UPSERT",
                Long.toHexString(id)));
      }
      requests.add(request);
    }
    return requests;
  }

  static void append(DuckDBAppender out, int rows) throws SQLException {
    for (long id = 0; id < rows; id++) {
      out.beginRow();
      out.append(id);
      out.append(name(id));
      out.append(city(id));
      out.append(amount(id));
      out.endRow();
    }
    out.flush();
  }
}
