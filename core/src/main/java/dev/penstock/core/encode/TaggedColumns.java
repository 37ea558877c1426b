package dev.penstock.core.encode;

import dev.penstock.core.error.ErrorCode;
import dev.penstock.core.error.IngestException;
import dev.penstock.core.model.Column;
import dev.penstock.core.model.ColumnMode;
import dev.penstock.core.model.Names;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The columns of one message with their field numbers, in ascending order. Immutable. */
final class TaggedColumns {
  /** Numbers that protobuf keeps for itself. */
  private static final int RESERVED_FROM = 19_000;

  private static final int RESERVED_TO = 19_999;

  private final List<TaggedColumn> columns;
  private final Map<String, TaggedColumn> byName = new HashMap<>();

  private TaggedColumns(List<TaggedColumn> columns) {
    this.columns = List.copyOf(columns);
    for (TaggedColumn column : columns) {
      byName.put(Names.fold(column.column().name()), column);
    }
  }

  /** Numbers columns from a first number on, the fields of STRUCTs from 1. */
  static TaggedColumns number(List<Column> columns, int firstTag) {
    List<TaggedColumn> tagged = new ArrayList<>(columns.size());
    int tag = firstTag;
    for (Column column : columns) {
      tagged.add(new TaggedColumn(column, tag, number(column.parts(), 1)));
      tag = next(tag);
    }
    return new TaggedColumns(tagged);
  }

  private static int next(int tag) {
    return tag + 1 == RESERVED_FROM ? RESERVED_TO + 1 : tag + 1;
  }

  List<TaggedColumn> list() {
    return columns;
  }

  /** Finds a column by name; BigQuery does not tell names apart by case. */
  Optional<TaggedColumn> find(String name) {
    return Optional.ofNullable(byName.get(Names.fold(name)));
  }

  /** The columns without their numbers. */
  List<Column> untagged() {
    return columns.stream().map(TaggedColumn::column).toList();
  }

  /**
   * These columns as a newer list describes them, each under its number, then the newer list's
   * additions. A column that the newer list lacks stays as it is.
   *
   * @throws IngestException with {@code SCHEMA_MISMATCH} when a column's wire form differs
   */
  TaggedColumns grow(List<Column> newer, int firstTag, String path) {
    Map<String, Column> newerByName = new HashMap<>();
    newer.forEach(column -> newerByName.put(Names.fold(column.name()), column));
    List<TaggedColumn> grown = new ArrayList<>(columns.size());
    int tag = firstTag;
    for (TaggedColumn old : columns) {
      Column now = newerByName.get(Names.fold(old.column().name()));
      grown.add(now == null ? old : merge(old, now, path));
      tag = next(old.tag());
    }
    for (Column column : newer) {
      if (!byName.containsKey(Names.fold(column.name()))) {
        grown.add(new TaggedColumn(column, tag, number(column.parts(), 1)));
        tag = next(tag);
      }
    }
    return new TaggedColumns(grown);
  }

  private static TaggedColumn merge(TaggedColumn old, Column now, String path) {
    String name = path + now.name();
    boolean wasRepeated = old.column().mode() == ColumnMode.REPEATED;
    if (!old.column().isSameType(now) || wasRepeated != (now.mode() == ColumnMode.REPEATED)) {
      throw new IngestException(
          ErrorCode.SCHEMA_MISMATCH,
          "Column '"
              + name
              + "' changed from "
              + Refusals.describe(old.column())
              + " to "
              + Refusals.describe(now)
              + " while rows were on their way. Start a new writer for the table.");
    }
    TaggedColumns fields = old.fields().grow(now.parts(), 1, name + ".");
    Column column = now.fields().isEmpty() ? now : now.withFields(fields.untagged());
    return new TaggedColumn(column, old.tag(), fields);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof TaggedColumns that && columns.equals(that.columns);
  }

  @Override
  public int hashCode() {
    return columns.hashCode();
  }

  @Override
  public String toString() {
    return columns.toString();
  }
}
