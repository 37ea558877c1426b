package dev.penstock.benchmarks.property;

import com.google.rpc.Code;
import java.util.ArrayList;
import java.util.List;

/** A write stream as the documentation describes it: its rows, and how far it got. */
final class StreamModel {
  /** The kinds of streams. */
  enum Kind {
    DEFAULT,
    COMMITTED,
    BUFFERED,
    PENDING
  }

  private final Kind kind;
  private final String name;
  private final List<Long> rows = new ArrayList<>();
  private int flushed;
  private boolean isFinalized;
  private boolean committed;

  StreamModel(Kind kind, String name) {
    this.kind = kind;
    this.name = name;
  }

  Kind kind() {
    return kind;
  }

  String name() {
    return name;
  }

  int end() {
    return rows.size();
  }

  /**
   * Appends rows.
   *
   * @param offset negative for none
   * @return what the answer to it is
   */
  Code append(long offset, List<Long> ids) {
    if (isFinalized) {
      return Code.INVALID_ARGUMENT;
    }
    if (offset >= 0 && kind == Kind.DEFAULT) {
      return Code.INVALID_ARGUMENT;
    }
    if (offset >= 0 && offset != rows.size()) {
      return offset < rows.size() ? Code.ALREADY_EXISTS : Code.OUT_OF_RANGE;
    }
    rows.addAll(ids);
    return Code.OK;
  }

  /** Flushes up to and including an offset; what the answer to it is. */
  Code flush(long offset) {
    if (kind != Kind.BUFFERED || isFinalized) {
      return Code.INVALID_ARGUMENT;
    }
    if (offset >= rows.size()) {
      return Code.OUT_OF_RANGE;
    }
    if (offset < flushed) {
      return Code.ALREADY_EXISTS;
    }
    flushed = Math.toIntExact(offset) + 1;
    return Code.OK;
  }

  /** Finalizes it; what the answer to it is. */
  Code finish() {
    if (kind == Kind.DEFAULT) {
      return Code.INVALID_ARGUMENT;
    }
    isFinalized = true;
    return Code.OK;
  }

  /** Whether a commit takes it. */
  boolean isCommittable() {
    return kind == Kind.PENDING && isFinalized && !committed;
  }

  void commit() {
    committed = true;
  }

  /** The rows that readers of the table see. */
  List<Long> visible() {
    return switch (kind) {
      case DEFAULT, COMMITTED -> rows;
      case BUFFERED -> rows.subList(0, flushed);
      case PENDING -> committed ? rows : List.of();
    };
  }
}
