package dev.penstock.local.grpc;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The name of a read stream: its session and its number there. Immutable. */
record ReadStreamName(String session, int stream) {
  private static final Pattern NAME =
      Pattern.compile("(projects/[^/]+/locations/[^/]+/sessions/[^/]+)/streams/s(\\d{1,6})");

  static Optional<ReadStreamName> parse(String text) {
    Matcher parts = NAME.matcher(text);
    return parts.matches()
        ? Optional.of(new ReadStreamName(parts.group(1), Integer.parseInt(parts.group(2))))
        : Optional.empty();
  }

  @Override
  public String toString() {
    return session + "/streams/s" + stream;
  }
}
