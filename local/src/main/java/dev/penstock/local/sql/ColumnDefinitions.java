package dev.penstock.local.sql;

import com.google.zetasql.StructType;
import com.google.zetasql.Type;
import com.google.zetasql.TypeParameters;
import com.google.zetasql.ZetaSQLTypeParameters.NumericTypeParametersProto;
import com.google.zetasql.ZetaSQLTypeParameters.StringTypeParametersProto;
import com.google.zetasql.resolvedast.ResolvedNodes.ResolvedColumnAnnotations;
import com.google.zetasql.resolvedast.ResolvedNodes.ResolvedColumnDefinition;
import com.google.zetasql.resolvedast.ResolvedNodes.ResolvedOption;
import dev.penstock.local.catalog.Field;
import dev.penstock.local.catalog.Field.Mode;
import dev.penstock.local.catalog.ServiceException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Column definitions of CREATE TABLE and ADD COLUMN as columns of the catalog (SQ-025). */
final class ColumnDefinitions {
  private final Constants constants;

  ColumnDefinitions(Constants constants) {
    this.constants = constants;
  }

  Field field(ResolvedColumnDefinition definition) {
    if (definition.getGeneratedColumnInfo() != null) {
      throw ServiceException.notSupported("SQL generated column " + definition.getName());
    }
    Field field =
        annotated(definition.getName(), definition.getType(), definition.getAnnotations());
    return definition.getDefaultValue() == null
        ? field
        : withDefault(field, definition.getDefaultValue().getSql());
  }

  /** The same column under another name. */
  static Field named(Field field, String name) {
    return new Field(
        name,
        field.type(),
        field.mode(),
        field.fields(),
        field.precision(),
        field.scale(),
        field.maxLength(),
        field.description(),
        field.defaultValueExpression(),
        field.policyTags(),
        field.modeLeftOut());
  }

  /** The same column with another type that has no fields. */
  static Field typed(Field field, Type type, @Nullable TypeParameters parameters) {
    Field plain = FieldTypes.toField(field.name(), type);
    boolean required = field.mode() == Mode.REQUIRED && plain.mode() == Mode.NULLABLE;
    return new Field(
        field.name(),
        plain.type(),
        required ? Mode.REQUIRED : plain.mode(),
        plain.fields(),
        precision(parameters),
        scale(parameters),
        maxLength(parameters),
        field.description(),
        field.defaultValueExpression(),
        field.policyTags(),
        field.modeLeftOut());
  }

  /** The same column with another default; null for none. */
  static Field withDefault(Field field, @Nullable String expression) {
    return new Field(
        field.name(),
        field.type(),
        field.mode(),
        field.fields(),
        field.precision(),
        field.scale(),
        field.maxLength(),
        field.description(),
        expression,
        field.policyTags(),
        field.modeLeftOut());
  }

  /** The same column with another mode. */
  static Field withMode(Field field, Mode mode) {
    return field.withMode(mode);
  }

  /** The same column with the options of a list. */
  Field withOptions(Field field, List<ResolvedOption> options) {
    return new Field(
        field.name(),
        field.type(),
        field.mode(),
        field.fields(),
        field.precision(),
        field.scale(),
        field.maxLength(),
        description(options, field.description()),
        field.defaultValueExpression(),
        field.policyTags(),
        field.modeLeftOut());
  }

  private Field annotated(String name, Type type, @Nullable ResolvedColumnAnnotations annotations) {
    if (type.isArray()) {
      Field element = annotated(name, type.asArray().getElementType(), child(annotations, 0));
      return withMode(described(element, annotations), Mode.REPEATED);
    }
    Field plain = FieldTypes.toField(name, type);
    Mode mode = annotations != null && annotations.getNotNull() ? Mode.REQUIRED : Mode.NULLABLE;
    TypeParameters parameters = annotations == null ? null : annotations.getTypeParameters();
    return described(
        new Field(
            name,
            plain.type(),
            mode,
            type.isStruct() ? structFields(type.asStruct(), annotations) : plain.fields(),
            precision(parameters),
            scale(parameters),
            maxLength(parameters),
            null,
            null,
            List.of(),
            mode == Mode.NULLABLE),
        annotations);
  }

  private List<Field> structFields(
      StructType type, @Nullable ResolvedColumnAnnotations annotations) {
    List<Field> fields = new ArrayList<>();
    for (int i = 0; i < type.getFieldCount(); i++) {
      fields.add(
          annotated(type.getField(i).getName(), type.getField(i).getType(), child(annotations, i)));
    }
    return fields;
  }

  private Field described(Field field, @Nullable ResolvedColumnAnnotations annotations) {
    return annotations == null || annotations.getOptionList().isEmpty()
        ? field
        : withOptions(field, annotations.getOptionList());
  }

  private @Nullable String description(List<ResolvedOption> options, @Nullable String before) {
    String description = before;
    for (ResolvedOption option : options) {
      if (!option.getName().equalsIgnoreCase("description")) {
        throw ServiceException.notSupported("SQL column option " + option.getName());
      }
      description = (String) constants.value(option.getValue());
    }
    return description;
  }

  private static @Nullable ResolvedColumnAnnotations child(
      @Nullable ResolvedColumnAnnotations annotations, int index) {
    return annotations == null || index >= annotations.getChildList().size()
        ? null
        : annotations.getChildList().get(index);
  }

  private static @Nullable Integer precision(@Nullable TypeParameters parameters) {
    if (parameters == null || !parameters.isNumericTypeParameters()) {
      return null;
    }
    NumericTypeParametersProto numeric = parameters.getNumericTypeParameters();
    return numeric.hasPrecision() ? Math.toIntExact(numeric.getPrecision()) : null;
  }

  private static @Nullable Integer scale(@Nullable TypeParameters parameters) {
    return parameters == null || !parameters.isNumericTypeParameters()
        ? null
        : Integer.valueOf(Math.toIntExact(parameters.getNumericTypeParameters().getScale()));
  }

  private static @Nullable Long maxLength(@Nullable TypeParameters parameters) {
    if (parameters == null || !parameters.isStringTypeParameters()) {
      return null;
    }
    StringTypeParametersProto text = parameters.getStringTypeParameters();
    return text.hasMaxLength() ? Long.valueOf(text.getMaxLength()) : null;
  }
}
