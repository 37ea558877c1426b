package dev.penstock.local.load;

import dev.penstock.local.catalog.Field;
import dev.penstock.local.catalog.Field.Mode;
import dev.penstock.local.catalog.FieldType;
import dev.penstock.local.catalog.ServiceException;
import java.util.List;

/** The columns that a Parquet schema means: all of them NULLABLE (LD-018 to LD-030). Immutable. */
final class ParquetFields {
  private static final int MAX_PRECISION = 38;

  private final ParquetFormat format;

  ParquetFields(ParquetFormat format) {
    this.format = format;
  }

  List<Field> of(List<ParquetNode> nodes) {
    return nodes.stream().map(this::field).toList();
  }

  private Field field(ParquetNode node) {
    requireSupported(node);
    if (node.isList()) {
      Field element = field(node.element());
      return named(node, element.type(), Mode.REPEATED, element.fields());
    }
    return node.isGroup()
        ? named(node, FieldType.STRUCT, Mode.NULLABLE, of(node.children()))
        : named(node, type(node), Mode.NULLABLE, List.of());
  }

  private static Field named(ParquetNode node, FieldType type, Mode mode, List<Field> fields) {
    return new Field(
        node.name(), type, mode, fields, null, null, null, null, null, List.of(), false);
  }

  private void requireSupported(ParquetNode node) {
    if (node.isMap()) {
      throw ServiceException.notSupported("Parquet maps (column " + node.name() + ")");
    }
    if (node.isList() && !format.listInference()) {
      throw ServiceException.notSupported(
          "Parquet lists without parquetOptions.enableListInference (column " + node.name() + ")");
    }
    if (node.isList() && node.element().isList()) {
      throw ServiceException.invalid(
          "Field " + node.name() + " is an array of arrays, which is not supported.");
    }
    if (node.isDecimal() && node.precision() > MAX_PRECISION) {
      throw ServiceException.notSupported(
          "Parquet decimals of more than 38 digits (column " + node.name() + ")");
    }
  }

  /** The type of a column without children. */
  FieldType type(ParquetNode node) {
    if (node.isDecimal()) {
      return format.decimals().choose(node.precision(), node.scale());
    }
    if (node.isTimestamp()) {
      return FieldType.TIMESTAMP;
    }
    return switch (node.converted()) {
      case "DATE" -> FieldType.DATE;
      case "TIME_MILLIS", "TIME_MICROS" -> FieldType.TIME;
      case "UTF8" -> FieldType.STRING;
      case "ENUM" -> format.enumAsString() ? FieldType.STRING : FieldType.BYTES;
      default -> plain(node.physical());
    };
  }

  private static FieldType plain(String physical) {
    return switch (physical) {
      case "BOOLEAN" -> FieldType.BOOL;
      case "INT32", "INT64" -> FieldType.INT64;
      case "FLOAT", "DOUBLE" -> FieldType.FLOAT64;
      default -> FieldType.BYTES;
    };
  }
}
