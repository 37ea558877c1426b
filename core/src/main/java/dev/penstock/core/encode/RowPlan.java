package dev.penstock.core.encode;

import dev.penstock.core.model.ChangeType;
import dev.penstock.core.model.TableSchema;
import dev.penstock.core.sequence.SequenceNumber;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How rows of one source schema become rows of one table, compiled once. The encoders inside keep
 * scratch space: one owner thread.
 *
 * <p>An UPSERT or APPEND carries every field of the source. A DELETE carries the key, and zero
 * values for other REQUIRED columns. Fields that are null are left out of the row.
 */
public final class RowPlan {
  private final ChangeType change;
  private final StructFields fields;
  private final List<TaggedColumn> fillers;
  private final RowOutput out;

  private RowPlan(
      ChangeType change, StructFields fields, List<TaggedColumn> fillers, RowOutput out) {
    this.change = change;
    this.fields = fields;
    this.fillers = fillers;
    this.out = out;
  }

  /** What compiling yields. */
  public sealed interface Outcome {
    /** Every field has a column that takes it. */
    record Ready(RowPlan plan) implements Outcome {}

    /** Fields without a column, nested ones included as the path from the root. */
    record MissingColumns(List<MissingColumn> columns) implements Outcome {}

    /** Every refusal at once, each a sentence that names field, column and cure. */
    record Refused(List<String> reasons) implements Outcome {}
  }

  /** A field that the table lacks. An empty parent path is the root. */
  public record MissingColumn(List<String> parentPath, SourceField field) {}

  /**
   * Compiles a plan for a table whose columns have no default expressions.
   *
   * @see #compile(SourceSchema, RowDescriptor, ChangeType, List, List)
   */
  public static Outcome compile(
      SourceSchema source, RowDescriptor descriptor, ChangeType change, List<String> primaryKey) {
    return compile(source, descriptor, change, primaryKey, List.of());
  }

  /**
   * Compiles a plan. Refusals come before missing columns: adding columns would not help.
   *
   * @param descriptor with the change pseudo-columns exactly when {@code change} is a change
   * @param primaryKey the key columns of the table; a DELETE carries only these and type fillers
   *     for other REQUIRED columns
   * @param defaultedColumns columns with a default expression: the source may lack them although
   *     they are REQUIRED (WA-110)
   */
  public static Outcome compile(
      SourceSchema source,
      RowDescriptor descriptor,
      ChangeType change,
      List<String> primaryKey,
      List<String> defaultedColumns) {
    if (change.isChange() != descriptor.isChange()) {
      throw new IllegalArgumentException(
          "change: " + change + " (expected: a descriptor made for changes, or APPEND)");
    }
    ProtobufOutput out = new ProtobufOutput();
    boolean delete = change == ChangeType.DELETE;
    List<String> key = change.isChange() ? primaryKey : List.of();
    PlanCompiler compiler = new PlanCompiler(out, key, defaultedColumns, delete);
    StructFields fields = compiler.row(source.fields(), descriptor.columns());
    List<String> refusals = new ArrayList<>(compiler.refusals());
    if (change.isChange()) {
      refuseKey(source, primaryKey, refusals);
    }
    List<TaggedColumn> fillers = delete ? fillers(descriptor, primaryKey, refusals) : List.of();
    return outcome(refusals, compiler, new RowPlan(change, fields, fillers, out));
  }

  private static Outcome outcome(List<String> refusals, PlanCompiler compiler, RowPlan plan) {
    if (!refusals.isEmpty()) {
      return new Outcome.Refused(List.copyOf(refusals));
    }
    return compiler.missing().isEmpty()
        ? new Outcome.Ready(plan)
        : new Outcome.MissingColumns(List.copyOf(compiler.missing()));
  }

  /**
   * Compiles a plan for rows that travel in an Avro file of the schema {@link AvroSchema#of} makes
   * of the same source and table.
   *
   * @param defaultedColumns as for streams
   */
  public static Outcome compileForAvro(
      SourceSchema source, TableSchema table, List<String> defaultedColumns) {
    AvroOutput out = new AvroOutput();
    PlanCompiler compiler = new PlanCompiler(out, List.of(), defaultedColumns, false);
    RowDescriptor descriptor = RowDescriptor.of(table, false);
    StructFields fields = compiler.row(source.fields(), descriptor.columns());
    List<String> refusals = new ArrayList<>(compiler.refusals());
    refusals.addAll(AvroSchema.of(source, table).refusals());
    return outcome(refusals, compiler, new RowPlan(ChangeType.APPEND, fields, List.of(), out));
  }

  private static void refuseKey(
      SourceSchema source, List<String> primaryKey, List<String> refusals) {
    if (primaryKey.isEmpty()) {
      refusals.add(
          "The table has no primary key, and changes need one. Add it with ALTER TABLE ... ADD"
              + " PRIMARY KEY (...) NOT ENFORCED.");
    }
    for (String name : primaryKey) {
      if (source.fields().stream().noneMatch(field -> field.name().equalsIgnoreCase(name))) {
        refusals.add(
            "Primary key column '"
                + name
                + "' has no field in the source. Add the field to key or value, or choose another"
                + " key.");
      }
    }
  }

  private static List<TaggedColumn> fillers(
      RowDescriptor descriptor, List<String> primaryKey, List<String> refusals) {
    List<TaggedColumn> fillers = new ArrayList<>();
    for (TaggedColumn column : descriptor.columns().list()) {
      String name = column.column().name();
      if (!column.isRequired() || primaryKey.stream().anyMatch(name::equalsIgnoreCase)) {
        continue;
      }
      if (!DescriptorWriter.isWritten(column.column())) {
        refusals.add(
            "Column '"
                + name
                + "' is RANGE NOT NULL of a type that nobody told, and no DELETE can fill it. Make"
                + " it NULLABLE.");
      } else {
        fillers.add(column);
      }
    }
    return fillers;
  }

  @Nullable RowFault encode(
      RowReader row, @Nullable SequenceNumber sequence, RowBuffer buffer, int maxRowBytes) {
    out.begin(buffer, maxRowBytes);
    if (change.isChange()) {
      boolean unused = out.text(RowDescriptor.CHANGE_TYPE_TAG, change.name());
      if (sequence != null) {
        out.sequence(RowDescriptor.SEQUENCE_TAG, sequence);
      }
    } else if (sequence != null) {
      throw new IllegalArgumentException("sequence: present (expected: none on an APPEND)");
    }
    try {
      row.encode(fields);
    } catch (RowFaultException e) {
      out.refuse(e.fault());
    }
    for (int i = 0; i < fillers.size(); i++) {
      Filler.write(fillers.get(i), out);
    }
    return out.finish();
  }
}
