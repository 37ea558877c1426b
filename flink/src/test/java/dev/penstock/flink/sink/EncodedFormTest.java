package dev.penstock.flink.sink;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.cloud.bigquery.storage.v1.TableSchema;
import com.google.protobuf.ByteString;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Int64Value;
import dev.penstock.flink.TableDestination;
import dev.penstock.flink.serializer.BigQueryProtoSerializationSchema;
import java.io.Serial;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class EncodedFormTest {
  private static final TableDestination A = TableDestination.of("p", "d", "a");
  private static final TableDestination B = TableDestination.of("p", "d", "b");

  private final Asked serializer = new Asked();
  private final EncodedForm<Long> form = new EncodedForm<>(serializer, false);

  /** Remembers for which tables it was asked. */
  private static final class Asked extends BigQueryProtoSerializationSchema<Long> {
    @Serial private static final long serialVersionUID = 1L;

    private final ArrayList<String> tables = new ArrayList<>();

    @Override
    public Descriptor getDescriptor(TableDestination destination) {
      tables.add(destination.getTable());
      return Int64Value.getDescriptor();
    }

    @Override
    public TableSchema getTableSchema(TableDestination destination) {
      return TableSchema.getDefaultInstance();
    }

    @Override
    public ByteString serialize(Long element, TableDestination destination) {
      return ByteString.EMPTY;
    }
  }

  private List<String> askedAfter(TableDestination... prepared) {
    serializer.tables.clear();
    for (TableDestination destination : prepared) {
      form.prepare(destination);
    }
    return serializer.tables;
  }

  @Test
  void asksForATableOnce() {
    assertThat(askedAfter(A, B, A, B)).containsExactly("a", "b");
  }

  @Test
  void forgetsTablesThatTheTaskForgot() {
    assertThat(askedAfter(A, B)).hasSize(2);

    form.keepOnly(Set.of(B));

    assertThat(askedAfter(A, B)).containsExactly("a");
  }
}
