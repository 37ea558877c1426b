package dev.penstock.cli.source;

import dev.penstock.core.model.Column;
import java.util.List;

/**
 * What is settled about the columns before a source is read. A settled type wins over what the
 * values look like, and every row is checked for it. Immutable.
 *
 * @param given the columns whose type the user names; they come first
 * @param live the columns of the table that the rows go to; empty when it is made for them
 * @param progress is told how far reading got
 */
public record Wanted(List<Column> given, List<Column> live, Progress progress) {
  /** Nothing: the source decides. */
  public static final Wanted NOTHING = new Wanted(List.of(), List.of(), (done, total) -> {});

  /** Copies the columns. */
  public Wanted {
    given = List.copyOf(given);
    live = List.copyOf(live);
  }

  /** Takes how far reading a source got. */
  public interface Progress {
    /**
     * Called now and then.
     *
     * @param doneBytes bytes read so far
     * @param totalBytes bytes that there are
     */
    void read(long doneBytes, long totalBytes);
  }
}
