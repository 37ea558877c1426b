package dev.penstock.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaFieldAccess;
import dev.penstock.core.encode.ValueKind;
import dev.penstock.core.model.ColumnType;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Which kind of value becomes which type of column is decided in one place. */
class TypeLaddersTest {
  /** Every class that decides by the type of a column, and what. */
  private static final Map<String, String> BY_COLUMN =
      Map.ofEntries(
          Map.entry("core.encode.EncoderTable", "how a value of a kind is written"),
          Map.entry("core.encode.CreationTypes", "the column that is created for a field"),
          Map.entry("core.encode.DescriptorWriter", "the wire type of a column"),
          Map.entry("core.encode.AvroSchema", "the Avro type of a column in a file"),
          Map.entry("core.encode.Filler", "the value of a REQUIRED column in a row that deletes"),
          Map.entry("core.connection.SchemaForms", "its names in REST and gRPC"),
          Map.entry("core.reader.ScalarFields", "the field that holds exactly what it holds"),
          Map.entry("core.reader.TextValues", "what a cell of text must look like"),
          Map.entry("core.reader.JsonWriterNotation", "what a JSON value must look like"),
          Map.entry("core.model.PartitionSpec", "what tables are partitioned by"),
          Map.entry("core.model.ServiceLimits", "what the service takes keys and clusters of"),
          Map.entry("core.table.ColumnRules", "what a new column may have"),
          Map.entry("core.table.Widening", "the wider type that the service changes it to"),
          Map.entry("core.publish.Conversions", "what a load converts: fewer than EncoderTable"),
          Map.entry("core.publish.SqlTypes", "what SQL groups and orders by"),
          Map.entry("core.publish.Statements", "how SQL compares its values"),
          Map.entry("cli.column.ColumnList", "what a user may write after its name"),
          Map.entry("cli.column.Inference", "the type that cells of text look like"),
          Map.entry("cli.query.TablePrinter", "how results are aligned"),
          Map.entry("cli.query.ValueText", "how results are printed"));

  /** A class that names more constants of an enum than this decides by them. */
  private static final int FEW = 3;

  private static Set<String> classesThatName(Class<? extends Enum<?>> type) {
    Map<String, Set<String>> constants = new TreeMap<>();
    for (JavaClass reader : Product.CLASSES) {
      for (JavaFieldAccess access : reader.getFieldAccessesFromSelf()) {
        if (access.getTargetOwner().isEquivalentTo(type)
            && !reader.isEquivalentTo(type)
            && access.getTarget().getRawType().isEquivalentTo(type)) {
          constants
              .computeIfAbsent(outermost(reader.getName()), name -> new TreeSet<>())
              .add(access.getTarget().getName());
        }
      }
    }
    constants.values().removeIf(named -> named.size() <= FEW);
    return constants.keySet();
  }

  /** A switch over an enum reads its constants in a class of its own. */
  private static String outermost(String name) {
    int nested = name.indexOf('$');
    return (nested < 0 ? name : name.substring(0, nested)).substring("dev.penstock.".length());
  }

  @Test
  void valuesMeetColumnsInOnePlace() {
    Set<String> both = new TreeSet<>(classesThatName(ColumnType.class));
    both.retainAll(classesThatName(ValueKind.class));

    assertThat(both)
        .containsExactlyInAnyOrder(
            // How a value of a kind is written into a column.
            "core.encode.EncoderTable",
            // The column that is created for a field.
            "core.encode.CreationTypes",
            // The field that holds exactly what a column holds.
            "core.reader.ScalarFields");
  }

  @Test
  void whatDecidesByTheTypeOfAColumnIsListed() {
    assertThat(classesThatName(ColumnType.class))
        .containsExactlyInAnyOrderElementsOf(BY_COLUMN.keySet());
  }
}
