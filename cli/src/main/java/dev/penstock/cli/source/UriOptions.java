package dev.penstock.cli.source;

import dev.penstock.core.error.ErrorCode;
import dev.penstock.core.error.IngestException;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The options of one URI, against those that its source takes. Immutable. */
final class UriOptions {
  private final SourceUri uri;

  /**
   * Refuses options that the source does not take.
   *
   * @throws IngestException INVALID_OPTION
   */
  UriOptions(SourceUri uri, List<UriOption> known) {
    this.uri = uri;
    for (String name : uri.options().keySet()) {
      if (known.stream().noneMatch(option -> option.name().equals(name))) {
        throw new IngestException(
            ErrorCode.INVALID_OPTION,
            name
                + ": no option of "
                + uri.scheme().prefix()
                + " (expected: "
                + known.stream().map(UriOption::name).collect(Collectors.joining(", "))
                + ")");
      }
    }
  }

  @Nullable String find(UriOption option) {
    return uri.options().get(option.name());
  }

  String text(UriOption option) {
    String value = find(option);
    return value == null ? option.defaultValue() : value;
  }

  /** One of the words that an enum names. */
  <E extends Enum<E>> E word(UriOption option, Class<E> words) {
    String text = text(option);
    for (E word : words.getEnumConstants()) {
      if (word.name().toLowerCase(Locale.ROOT).equals(text)) {
        return word;
      }
    }
    throw refusal(option, text);
  }

  boolean flag(UriOption option) {
    String text = text(option);
    if (!text.equals("true") && !text.equals("false")) {
      throw refusal(option, text);
    }
    return text.equals("true");
  }

  int number(UriOption option, int lowest, int highest) {
    String text = text(option);
    try {
      int number = Integer.parseInt(text);
      if (number >= lowest && number <= highest) {
        return number;
      }
    } catch (NumberFormatException e) {
      throw refusal(option, text);
    }
    throw refusal(option, text);
  }

  IngestException refusal(UriOption option, String value) {
    return new IngestException(
        ErrorCode.INVALID_OPTION,
        option.name() + ": " + value + " (expected: " + option.rule() + ")");
  }
}
