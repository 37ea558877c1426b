package dev.penstock.cli.source;

import dev.penstock.cli.source.ParquetScalars.Scalar;
import dev.penstock.core.encode.SourceField;
import dev.penstock.core.error.ErrorCode;
import dev.penstock.core.error.IngestException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Makes of the types of a file the fields of its rows and the expressions that yield them. One use.
 */
final class ParquetColumns {
  /**
   * A scalar as the file itself declares it.
   *
   * @param physicalType {@code INT96}, {@code BYTE_ARRAY} …
   * @param precision digits of a decimal, else 0
   */
  record Leaf(String physicalType, int precision) {}

  /** One column or part of one: what it yields, by which expression. */
  record Projected(SourceField field, String sql) {}

  private static final int MAX_PRECISION = 38;
  private static final String CURE = " Leave it out of the file, or write it as another type.";

  private final String file;
  private final Iterator<Leaf> leaves;

  /**
   * Makes columns.
   *
   * @param file its path, for messages
   * @param leaves the scalars of the file in its order
   */
  ParquetColumns(String file, List<Leaf> leaves) {
    this.file = file;
    this.leaves = leaves.iterator();
  }

  /** The next column of the file. */
  Projected column(String name, ParquetType type, String expression) {
    return project(name, name, type, expression, 0);
  }

  private Projected project(
      String name, String path, ParquetType type, String expression, int depth) {
    return switch (type.name()) {
      case ParquetType.STRUCT -> struct(name, path, type, expression, depth);
      case ParquetType.LIST -> {
        ParquetType element = type.members().get(0).type();
        yield list(
            name, expression, depth, project(name, path, element, variable(depth), depth + 1));
      }
      case ParquetType.MAP -> {
        Projected entry = struct(name, path, type, variable(depth), depth + 1);
        yield list(name, "map_entries(" + expression + ")", depth, entry);
      }
      default -> scalar(name, path, type, expression);
    };
  }

  private static String variable(int depth) {
    return "e" + depth;
  }

  private static Projected list(String name, String expression, int depth, Projected element) {
    return new Projected(
        SourceField.list(name, true, element.field()),
        "list_transform("
            + expression
            + ", lambda "
            + variable(depth)
            + ": "
            + element.sql()
            + ")");
  }

  private Projected struct(
      String name, String path, ParquetType type, String expression, int depth) {
    List<String> sources = type.members().stream().map(ParquetType.Member::name).toList();
    List<String> names = DeclaredColumns.names(sources, "'" + path + "', field");
    List<SourceField> fields = new ArrayList<>();
    List<String> parts = new ArrayList<>();
    for (int i = 0; i < sources.size(); i++) {
      String source = quoted(sources.get(i));
      Projected member =
          project(
              names.get(i),
              path + "." + sources.get(i),
              type.members().get(i).type(),
              "struct_extract(" + expression + ", " + source + ")",
              depth);
      fields.add(member.field());
      parts.add(source + ": " + member.sql());
    }
    return new Projected(
        SourceField.struct(name, true, fields),
        "CASE WHEN " + expression + " IS NOT NULL THEN {" + String.join(", ", parts) + "} END");
  }

  private static String quoted(String text) {
    return "'" + text.replace("'", "''") + "'";
  }

  private Projected scalar(String name, String path, ParquetType type, String expression) {
    Leaf leaf = leaves.hasNext() ? leaves.next() : new Leaf("", 0);
    if (leaf.precision() > MAX_PRECISION) {
      throw refusal(path, "is a decimal of " + leaf.precision() + " digits, and 38 can be read.");
    }
    Optional<Scalar> found = ParquetScalars.find(type.name());
    if (found.isEmpty()) {
      throw refusal(path, "is " + type.name() + ", which has no column type.");
    }
    Scalar scalar = leaf.physicalType().equals("INT96") ? ParquetScalars.INT96 : found.get();
    return new Projected(
        ParquetScalars.field(scalar, type.name(), name),
        String.format(Locale.ROOT, scalar.sql(), expression));
  }

  private IngestException refusal(String path, String problem) {
    return new IngestException(
        ErrorCode.UNSUPPORTED_TYPE, file + ": column '" + path + "' " + problem + CURE);
  }
}
