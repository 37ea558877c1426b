package dev.penstock.core.reader;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Descriptors.FileDescriptor;
import com.google.protobuf.ExtensionRegistry;
import dev.penstock.core.error.ErrorCode;
import dev.penstock.core.error.IngestException;
import dev.penstock.core.model.Column;
import java.util.List;
import java.util.Objects;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Which fields become JSON and GEOGRAPHY because somebody says so. */
final class ProtoMarksTest {
  private static final int JSON = 50_001;
  private static final int GEOGRAPHY = 50_002;
  private static final int NESTED_JSON = 50_007;

  /** What a descriptor tells of the options that are set in it. */
  private enum Evidence {
    /** The values of options are resolved, as in generated code. */
    RESOLVED,
    /** The values are unknown fields, and the file that declares them is imported. */
    DECLARED,
    /** The values are unknown fields, and nothing declares them. */
    NUMBER_ONLY;

    Descriptor type(String message) {
      return switch (this) {
        case RESOLVED ->
            ProtoFixtures.type("marked", message, registry(), UnaryOperator.identity());
        case DECLARED -> ProtoFixtures.type("marked", message);
        case NUMBER_ONLY ->
            ProtoFixtures.type(
                "marked",
                message,
                ExtensionRegistry.getEmptyRegistry(),
                ProtoMarksTest::withoutAnnotations);
      };
    }
  }

  private static FileDescriptorProto withoutAnnotations(FileDescriptorProto file) {
    return file.getName().equals("marked.proto")
        ? file.toBuilder().clearDependency().build()
        : file;
  }

  private static FileDescriptor annotations() {
    return Objects.requireNonNull(
        ProtoFixtures.files(
                "annotations", ExtensionRegistry.getEmptyRegistry(), UnaryOperator.identity())
            .get("annotations.proto"));
  }

  private static ExtensionRegistry registry() {
    ExtensionRegistry registry = ExtensionRegistry.newInstance();
    FileDescriptor annotations = annotations();
    annotations.getExtensions().stream()
        .filter(ProtoFieldOption::isFieldOption)
        .forEach(registry::add);
    annotations.findMessageTypeByName("Scope").getExtensions().forEach(registry::add);
    return registry;
  }

  private static FieldDescriptor extension(String name) {
    return Objects.requireNonNull(annotations().findExtensionByName(name), name);
  }

  private static ProtoOptions numbers() {
    return ProtoOptions.builder()
        .jsonFieldOption(ProtoFieldOption.ofNumber(JSON))
        .jsonFieldOption(ProtoFieldOption.ofNumber(NESTED_JSON))
        .geographyFieldOption(ProtoFieldOption.ofNumber(GEOGRAPHY))
        .build();
  }

  private static ProtoOptions names() {
    FieldDescriptor nested = annotations().findMessageTypeByName("Scope").getExtensions().get(0);
    return ProtoOptions.builder()
        .jsonFieldOption(ProtoFieldOption.of(extension("json")))
        .jsonFieldOption(ProtoFieldOption.of(nested))
        .geographyFieldOption(ProtoFieldOption.of(extension("geography")))
        .build();
  }

  private static String types(Descriptor type, ProtoOptions options) {
    return ProtoRows.of(type, options).tableSchema().columns().stream()
        .map(Column::type)
        .map(Object::toString)
        .collect(Collectors.joining(" "));
  }

  @ParameterizedTest
  @EnumSource
  void findsOptionsByNumber(Evidence evidence) {
    assertThat(types(evidence.type("Row"), numbers()))
        .isEqualTo("JSON JSON GEOGRAPHY STRING JSON STRING");
  }

  @ParameterizedTest
  @EnumSource
  void findsOptionsByTheirDeclaration(Evidence evidence) {
    assertThat(types(evidence.type("Row"), names()))
        .isEqualTo("JSON JSON GEOGRAPHY STRING JSON STRING");
  }

  @Test
  void anOptionThatNoFieldHasMarksNothing() {
    ProtoOptions absent =
        ProtoOptions.builder().jsonFieldOption(ProtoFieldOption.ofNumber(60_000)).build();

    assertThat(types(Evidence.DECLARED.type("Row"), absent))
        .isEqualTo("STRUCT STRING STRING STRING STRING STRING");
  }

  @ParameterizedTest
  @CsvSource({
    "RESOLVED, Labelled, 50003",
    "DECLARED, Labelled, 50003",
    "NUMBER_ONLY, Labelled, 50003",
    "RESOLVED, Flagged, 50004",
    "DECLARED, Flagged, 50004",
    "NUMBER_ONLY, Flagged, 50004",
    "RESOLVED, FlaggedOnce, 50004",
    "DECLARED, FlaggedOnce, 50004",
    "NUMBER_ONLY, FlaggedOnce, 50004",
    "RESOLVED, Levelled, 50005",
    "DECLARED, Levelled, 50005",
    "NUMBER_ONLY, Levelled, 50005",
    "RESOLVED, LevelOne, 50005",
    "DECLARED, LevelOne, 50005"
  })
  void refusesOptionsThatAreNoSingularBool(Evidence evidence, String message, int number) {
    ProtoOptions options =
        ProtoOptions.builder().jsonFieldOption(ProtoFieldOption.ofNumber(number)).build();

    assertThatThrownBy(() -> types(evidence.type(message), options))
        .isInstanceOfSatisfying(
            IngestException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_OPTION))
        .hasMessageContainingAll("Field 'text' has the option", "no singular bool");
  }

  @Test
  void takesTheNumberOneForABoolWhereNothingElseIsKnown() {
    ProtoOptions options =
        ProtoOptions.builder().jsonFieldOption(ProtoFieldOption.ofNumber(50_005)).build();

    assertThat(types(Evidence.NUMBER_ONLY.type("LevelOne"), options)).isEqualTo("JSON");
  }

  @ParameterizedTest
  @EnumSource(names = {"RESOLVED", "DECLARED"})
  void refusesAnotherOptionUnderTheNumberOfANamedOne(Evidence evidence) {
    ProtoOptions options =
        ProtoOptions.builder()
            .jsonFieldOption(new ProtoFieldOption(50_006, "other.company.json"))
            .build();

    assertThatThrownBy(() -> types(evidence.type("Row"), options))
        .hasMessage(
            "Messages of penstock.marked.Row cannot become rows: Field 'unmarked' has the option"
                + " penstock.options.sensitive, whose number is that of the option"
                + " other.company.json (50006). Name the option that its file declares.");
  }

  @ParameterizedTest
  @EnumSource
  void refusesFieldsThatOptionsMarkAsBoth(Evidence evidence) {
    assertThatThrownBy(() -> types(evidence.type("Both"), numbers()))
        .hasMessageEndingWith(
            "Field 'text' is marked as JSON and as GEOGRAPHY. Mark it as one of them.");
  }

  @Test
  void refusesMarksOnWhatIsNeitherMessageNorString() {
    assertThatThrownBy(() -> types(Evidence.DECLARED.type("Misplaced"), numbers()))
        .hasMessage(
            "Messages of penstock.marked.Misplaced cannot become rows: Field 'number' is marked as"
                + " JSON, and is of type INT64. Mark messages and strings, or the value of the map."
                + " Field 'map' is marked as JSON, and is a map. Mark messages and strings, or the"
                + " value of the map. Field 'point' is marked as GEOGRAPHY, and is the message"
                + " penstock.marked.Point. Mark strings only.");
  }

  @Test
  void marksByPathAsWell() {
    ProtoOptions paths =
        ProtoOptions.builder()
            .jsonFieldPaths(List.of("points", "document", "number", "by_name.value"))
            .geographyFieldPaths(List.of("point.label", "places"))
            .build();

    assertThat(ProtoRows.of(ProtoFixtures.type("types", "Marked"), paths).tableSchema().columns())
        .extracting(column -> column.name() + " " + column.type() + " " + column.mode())
        .containsExactly(
            "point STRUCT NULLABLE",
            "document JSON NULLABLE",
            "place STRING NULLABLE",
            "told_document STRING NULLABLE",
            "told_place STRING NULLABLE",
            "documents STRING REPEATED",
            "points JSON REPEATED",
            "number JSON NULLABLE",
            "any STRUCT NULLABLE",
            "by_name STRUCT REPEATED",
            "places GEOGRAPHY REPEATED");
  }

  @Test
  void refusesPathsThatLeadNowhereAllAtOnce() {
    ProtoOptions paths =
        ProtoOptions.builder()
            .jsonFieldPaths(List.of("absent", "number.value", "POINT"))
            .geographyFieldPaths(List.of("point.z"))
            .build();

    assertThatThrownBy(() -> types(ProtoFixtures.type("types", "Marked"), paths))
        .isInstanceOfSatisfying(
            IngestException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_OPTION))
        .hasMessageContainingAll(
            "jsonFieldPaths: POINT (expected: a field that becomes a column",
            "jsonFieldPaths: absent (expected",
            "jsonFieldPaths: number.value (expected",
            "geographyFieldPaths: point.z (expected");
  }

  @Test
  void refusesGeographyOnWellKnownTypes() {
    ProtoOptions paths = ProtoOptions.builder().geographyFieldPaths(List.of("number")).build();

    assertThatThrownBy(() -> types(ProtoFixtures.type("types", "Marked"), paths))
        .hasMessageEndingWith(
            "Field 'number' is marked as GEOGRAPHY, and is the message google.protobuf.Int64Value."
                + " Mark strings only.");
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 999, 19_000, 19_999, 536_870_912})
  void refusesNumbersThatNoOptionMayHave(int number) {
    assertThatThrownBy(() -> ProtoFieldOption.ofNumber(number))
        .isInstanceOf(IngestException.class)
        .hasMessage(
            "field option number: "
                + number
                + " (expected: 1000..536870911, without 19000..19999, which protobuf reserves)");
  }

  @ParameterizedTest
  @ValueSource(strings = {"label", "flags", "level", "of_messages"})
  void refusesDeclarationsThatAreNoSingularBoolOfFields(String name) {
    assertThatThrownBy(() -> ProtoFieldOption.of(extension(name)))
        .isInstanceOf(IngestException.class)
        .hasMessage(
            "field option: penstock.options."
                + name
                + " (expected: a singular bool extension of google.protobuf.FieldOptions)");
  }

  @Test
  void refusesOneNumberForBoth() {
    ProtoOptions.Builder both =
        ProtoOptions.builder()
            .jsonFieldOption(ProtoFieldOption.ofNumber(JSON))
            .geographyFieldOption(ProtoFieldOption.of(extension("json")));

    assertThatThrownBy(both::build)
        .isInstanceOf(IngestException.class)
        .hasMessage(
            "jsonFieldOptions, geographyFieldOptions: 50001 (expected: an option marks one of"
                + " them, not both)");
  }

  @Test
  void aNameCountsBeforeANumberAndTheLastNameBeforeOthers() {
    ProtoFieldOption first = new ProtoFieldOption(JSON, "a.first");
    ProtoFieldOption last = new ProtoFieldOption(JSON, "a.last");

    ProtoOptions options =
        ProtoOptions.builder()
            .jsonFieldOption(ProtoFieldOption.ofNumber(JSON))
            .jsonFieldOption(first)
            .jsonFieldOption(last)
            .jsonFieldOption(ProtoFieldOption.ofNumber(JSON))
            .build();

    assertThat(options.jsonFieldOptions()).containsExactly(last);
  }
}
