package dev.penstock.kafka.config;

import dev.penstock.core.sequence.SequenceNumber;
import dev.penstock.kafka.config.SequenceField.Source;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** The grammar of cdcChangeSequenceNumberField, and how many sections fit. */
final class SequenceFieldsRule {
  private SequenceFieldsRule() {}

  static void check(Settings settings, Findings findings) {
    for (String text : settings.text(Keys.SEQUENCE_FIELD).split(",", -1)) {
      String field = text.trim();
      int colon = field.lastIndexOf(':');
      String path = colon < 0 ? field : field.substring(0, colon);
      if (path.isBlank() || path.startsWith(".") || path.endsWith(".")) {
        findings.error(
            Keys.SEQUENCE_FIELD,
            "cdcChangeSequenceNumberField: '" + field + "' (expected: [value.|key.|header.]name)");
      }
      if (colon >= 0 && SequenceFormat.find(field.substring(colon + 1)).isEmpty()) {
        findings.error(
            Keys.SEQUENCE_FIELD,
            "cdcChangeSequenceNumberField: format '"
                + field.substring(colon + 1)
                + "' (expected: one of "
                + Arrays.stream(SequenceFormat.values())
                    .map(SequenceFormat::word)
                    .collect(Collectors.joining(", "))
                + ")");
      }
    }
    if (findings.hasError(Keys.SEQUENCE_FIELD)) {
      return;
    }
    int sections = SequenceOptions.from(settings).sections();
    if (sections > SequenceNumber.MAX_SECTIONS) {
      findings.error(
          Keys.SEQUENCE_FIELD,
          "cdcChangeSequenceNumberField: "
              + sections
              + " sections with epoch and offset (expected: at most "
              + SequenceNumber.MAX_SECTIONS
              + "). Name fewer fields, or drop"
              + " cdcSequenceEpoch.");
    }
    warnOfRowColumns(SequenceOptions.fields(settings), findings);
  }

  private static void warnOfRowColumns(List<SequenceField> fields, Findings findings) {
    List<String> columns =
        fields.stream()
            .filter(field -> field.source() == Source.VALUE && field.path().size() == 1)
            .map(field -> field.path().get(0))
            .filter(name -> !name.startsWith("__"))
            .toList();
    if (!columns.isEmpty()) {
      findings.warning(
          "cdcChangeSequenceNumberField: "
              + String.join(",", columns)
              + " looks like a column of the row. A delete carries its true value only under"
              + " REPLICA IDENTITY FULL; otherwise deletes rank too low and rows stay. Use the"
              + " source position instead: transforms.<name>.add.fields=lsn and"
              + " cdcChangeSequenceNumberField=__lsn.");
    }
  }
}
