package dev.penstock.local.catalog;

import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A column of a table or a field of a STRUCT. Immutable.
 *
 * @param fields the fields of a STRUCT; of a RANGE its start and its end
 * @param policyTags the names of its policy tags, which are kept and not enforced
 * @param modeLeftOut whether it is NULLABLE because REST was told no mode, and tells none then;
 *     fields that differ in nothing else are equal
 */
public record Field(
    String name,
    FieldType type,
    Mode mode,
    List<Field> fields,
    @Nullable Integer precision,
    @Nullable Integer scale,
    @Nullable Long maxLength,
    @Nullable String description,
    @Nullable String defaultValueExpression,
    List<String> policyTags,
    boolean modeLeftOut) {

  /** How often a value occurs in a row. */
  public enum Mode {
    NULLABLE,
    REQUIRED,
    REPEATED
  }

  /** Copies the fields and the tags. */
  public Field {
    fields = List.copyOf(fields);
    policyTags = List.copyOf(Objects.requireNonNullElse(policyTags, List.of()));
  }

  /** The same field, whose mode REST was not told. */
  public Field withModeLeftOut() {
    return new Field(
        name,
        type,
        mode,
        fields,
        precision,
        scale,
        maxLength,
        description,
        defaultValueExpression,
        policyTags,
        true);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Field field && facts().equals(field.facts());
  }

  @Override
  public int hashCode() {
    return facts().hashCode();
  }

  private List<@Nullable Object> facts() {
    return Arrays.asList(
        name,
        type,
        mode,
        fields,
        precision,
        scale,
        maxLength,
        description,
        defaultValueExpression,
        policyTags);
  }

  /** The same field with other policy tags. */
  public Field withPolicyTags(List<String> changed) {
    return new Field(
        name,
        type,
        mode,
        fields,
        precision,
        scale,
        maxLength,
        description,
        defaultValueExpression,
        changed,
        modeLeftOut);
  }

  /** One element of a REPEATED field, as a field. */
  public Field element() {
    return new Field(
        name,
        type,
        Mode.NULLABLE,
        fields,
        precision,
        scale,
        maxLength,
        description,
        null,
        List.of(),
        false);
  }

  /** A field without parameters. */
  public static Field of(String name, FieldType type, Mode mode) {
    return new Field(name, type, mode, List.of(), null, null, null, null, null, List.of(), false);
  }

  /** A RANGE of DATE, DATETIME or TIMESTAMP. */
  public static Field ofRange(String name, FieldType element, Mode mode) {
    return Field.of(name, FieldType.RANGE, mode).withFields(rangeBounds(element));
  }

  /** The start and the end of a RANGE. */
  public static List<Field> rangeBounds(FieldType element) {
    return List.of(
        Field.of("start", element, Mode.NULLABLE), Field.of("end", element, Mode.NULLABLE));
  }

  /** The type of the elements of a RANGE. */
  public FieldType rangeElement() {
    return fields.get(0).type();
  }

  /** The same field in another mode. */
  public Field withMode(Mode changed) {
    return new Field(
        name,
        type,
        changed,
        fields,
        precision,
        scale,
        maxLength,
        description,
        defaultValueExpression,
        policyTags,
        false);
  }

  /** The same field with another description; null for none. */
  public Field withDescription(@Nullable String changed) {
    return new Field(
        name,
        type,
        mode,
        fields,
        precision,
        scale,
        maxLength,
        changed,
        defaultValueExpression,
        policyTags,
        modeLeftOut);
  }

  /** The same field with other fields in it. */
  public Field withFields(List<Field> changed) {
    return new Field(
        name,
        type,
        mode,
        changed,
        precision,
        scale,
        maxLength,
        description,
        defaultValueExpression,
        policyTags,
        modeLeftOut);
  }

  /** The places of fields by their names in any case: a table has up to 10,000 columns. */
  public static Map<String, Integer> positions(List<Field> fields) {
    Map<String, Integer> positions = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    for (int i = 0; i < fields.size(); i++) {
      positions.putIfAbsent(fields.get(i).name(), i);
    }
    return positions;
  }

  /**
   * Refuses fields of one name, whatever its case.
   *
   * @throws ServiceException 400 with the name
   */
  public static void requireDistinct(List<Field> fields) {
    Set<String> names = new HashSet<>();
    for (Field field : fields) {
      if (!names.add(field.name().toLowerCase(Locale.ROOT))) {
        throw ServiceException.invalid(
            "Invalid schema: duplicate field name \"" + field.name() + "\" (case-insensitive).");
      }
    }
  }

  /** Finds a field by its name in any case; null if there is none. */
  public static @Nullable Field find(List<Field> fields, String name) {
    for (Field field : fields) {
      if (field.name().equalsIgnoreCase(name)) {
        return field;
      }
    }
    return null;
  }
}
