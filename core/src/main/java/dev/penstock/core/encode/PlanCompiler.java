package dev.penstock.core.encode;

import dev.penstock.core.encode.RowPlan.MissingColumn;
import dev.penstock.core.model.Column;
import dev.penstock.core.model.ColumnMode;
import dev.penstock.core.model.ColumnType;
import dev.penstock.core.model.Names;
import dev.penstock.core.model.ServiceLimits;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Matches source fields with columns, and gathers what does not match. One use. */
final class PlanCompiler {
  private final RowOutput out;
  private final Set<String> key = new HashSet<>();
  private final Set<String> filled = new HashSet<>();
  private final boolean keyOnly;
  private final List<MissingColumn> missing = new ArrayList<>();
  private final List<String> refusals = new ArrayList<>();

  /**
   * A compiler.
   *
   * @param key the primary key; empty for plain appends
   * @param defaulted top-level columns that the service fills itself
   * @param keyOnly whether fields outside the key are left out
   */
  PlanCompiler(RowOutput out, List<String> key, List<String> defaulted, boolean keyOnly) {
    this.out = out;
    this.keyOnly = keyOnly;
    key.forEach(name -> this.key.add(Names.fold(name)));
    filled.addAll(this.key);
    defaulted.forEach(name -> filled.add(Names.fold(name)));
  }

  List<MissingColumn> missing() {
    return missing;
  }

  List<String> refusals() {
    return refusals;
  }

  /** The fields of the row. */
  StructFields row(List<SourceField> fields, TaggedColumns columns) {
    return new StructFields(entries(fields, columns, List.of()));
  }

  private List<StructFields.Entry> entries(
      List<SourceField> fields, TaggedColumns columns, List<String> path) {
    List<StructFields.Entry> entries = new ArrayList<>(fields.size());
    Set<String> seen = new HashSet<>();
    for (int ordinal = 0; ordinal < fields.size(); ordinal++) {
      SourceField field = fields.get(ordinal);
      if (path.isEmpty() && keyOnly && !key.contains(Names.fold(field.name()))) {
        continue;
      }
      if (!seen.add(Names.fold(field.name()))) {
        refusals.add(
            "Field '"
                + join(path, field.name())
                + "' occurs twice, and BigQuery does not tell names apart by case. Rename one.");
        continue;
      }
      Optional<TaggedColumn> column = columns.find(field.name());
      if (column.isPresent()) {
        addEntry(entries, ordinal, field, column.get(), path);
      } else {
        addMissing(field, path);
      }
    }
    refuseUnfilled(columns, seen, path);
    return entries;
  }

  private void addMissing(SourceField field, List<String> path) {
    Optional<String> refusal = CreationTypes.findRefusal(field, join(path, field.name()));
    if (refusal.isPresent()) {
      refusals.add(refusal.get());
    } else if (path.size() + depth(field) > ServiceLimits.STRUCT_DEPTH.value()) {
      refusals.add(
          "Field '"
              + join(path, field.name())
              + "' would be nested more than "
              + ServiceLimits.STRUCT_DEPTH.value()
              + " levels deep. Flatten it, or leave it out.");
    } else {
      missing.add(new MissingColumn(path, field));
    }
  }

  private static int depth(SourceField field) {
    int deepest = field.children().stream().mapToInt(PlanCompiler::depth).max().orElse(0);
    return field.kind() == ValueKind.LIST ? deepest : 1 + deepest;
  }

  /** REQUIRED columns without a field; a missing key column is refused with the key. */
  private void refuseUnfilled(TaggedColumns columns, Set<String> seen, List<String> path) {
    boolean root = path.isEmpty();
    if (root && keyOnly) {
      return;
    }
    for (TaggedColumn tagged : columns.list()) {
      Column column = tagged.column();
      String name = Names.fold(column.name());
      boolean isFilled = seen.contains(name) || (root && filled.contains(name));
      if (tagged.isRequired() && !isFilled) {
        refusals.add(
            "Column '"
                + join(path, column.name())
                + "' is "
                + Refusals.describe(column)
                + ", and the source has no such field. Add the field, or make the column NULLABLE"
                + " if it is no key.");
      }
    }
  }

  private void addEntry(
      List<StructFields.Entry> entries,
      int ordinal,
      SourceField field,
      TaggedColumn tagged,
      List<String> path) {
    Target target =
        new Target(
            tagged.column(),
            join(path, tagged.column().name()),
            out.place(tagged),
            out,
            absence(tagged, path));
    FieldEncoder encoder = encoder(field, tagged, target, path);
    if (encoder != null) {
      entries.add(new StructFields.Entry(ordinal, encoder));
    }
  }

  private Absence absence(TaggedColumn tagged, List<String> path) {
    if (path.isEmpty() && key.contains(Names.fold(tagged.column().name()))) {
      return Absence.KEY;
    }
    return tagged.isRequired() ? Absence.REQUIRED : Absence.WRITTEN;
  }

  private @Nullable FieldEncoder encoder(
      SourceField field, TaggedColumn tagged, Target target, List<String> path) {
    boolean list = field.kind() == ValueKind.LIST;
    boolean repeated = tagged.column().mode() == ColumnMode.REPEATED;
    if (list && !repeated && tagged.column().type() == ColumnType.JSON) {
      return new JsonEncoder(field, target);
    }
    if (list != repeated) {
      refusals.add(
          mismatch(field, target)
              + (list
                  ? "Make the column an array, or JSON."
                  : "Make the column no array, or send a list."));
      return null;
    }
    if (!list) {
      return elementEncoder(field, tagged, target, path);
    }
    FieldEncoder element =
        elementEncoder(field.children().get(0), tagged, target.ofElements(), path);
    return element == null ? null : new RepeatedEncoder(field, target, element);
  }

  private @Nullable FieldEncoder elementEncoder(
      SourceField field, TaggedColumn tagged, Target target, List<String> path) {
    if (!DescriptorWriter.isWritten(tagged.column())) {
      refusals.add(
          mismatch(field, target)
              + "The schema of the table does not say of what its ranges are. Say it, or leave the"
              + " field out.");
      return null;
    }
    boolean nested = field.kind() == ValueKind.STRUCT || field.kind() == ValueKind.LIST;
    if (nested && tagged.column().type() == ColumnType.JSON) {
      return new JsonEncoder(field, target);
    }
    boolean isRange = tagged.column().type() == ColumnType.RANGE;
    if (isRange && field.kind() == ValueKind.STRUCT && !hasOnlyBounds(field, tagged)) {
      refusals.add(mismatch(field, target) + "Send a struct of 'start' and 'end', or a text.");
      return null;
    }
    if (field.kind() == ValueKind.STRUCT && !tagged.column().parts().isEmpty()) {
      List<String> inner = Stream.concat(path.stream(), Stream.of(tagged.column().name())).toList();
      StructFields fields = new StructFields(entries(field.children(), tagged.fields(), inner));
      return new StructEncoder(field, target, fields);
    }
    Optional<EncoderTable.Factory> factory = EncoderTable.find(field, tagged.column().type());
    if (factory.isPresent()) {
      return factory.get().create(field, target);
    }
    refusals.add(mismatch(field, target) + cure(field));
    return null;
  }

  private static boolean hasOnlyBounds(SourceField field, TaggedColumn range) {
    return field.children().stream()
        .allMatch(bound -> range.fields().find(bound.name()).isPresent());
  }

  private static String mismatch(SourceField field, Target target) {
    return "Field '"
        + target.path()
        + "' ("
        + Refusals.describe(field)
        + ") cannot be written to a column of type "
        + Refusals.describe(target.column())
        + ". ";
  }

  private static String cure(SourceField field) {
    if (field.kind() == ValueKind.STRUCT) {
      return "Make the column a STRUCT or JSON, or leave the field out.";
    }
    List<ColumnType> types = EncoderTable.typesFor(field);
    return types.isEmpty()
        ? "Leave the field out."
        : "Make the column one of " + types + ", or convert the field before it gets here.";
  }

  private static String join(List<String> path, String name) {
    return path.isEmpty() ? name : String.join(".", path) + "." + name;
  }
}
