package dev.penstock.core.reader;

import java.util.Arrays;

/**
 * One parsed document: its values in the order of the text, and for each object of the schema and
 * each array where its members are. Reused from document to document. One owner thread.
 */
final class JsonTape {
  /** The place of a member that an object lacks. */
  static final int ABSENT = -1;

  private static final int INITIAL_VALUES = 64;

  /** A rare, large document must not hold its memory for ever. */
  private static final int MAX_KEPT_VALUES = 1 << 16;

  private static final String NO_TEXT = "";
  private static final byte[] NO_DOCUMENT = {};

  /** What a value of a document is. Immutable. */
  enum Kind {
    NULL("null"),
    TRUE("a boolean"),
    FALSE("a boolean"),
    /** A number without fraction and exponent that 64 bits hold. */
    INTEGER("a whole number"),
    /** A longer number without fraction and exponent. */
    LARGE_INTEGER("a whole number beyond 64 bits"),
    DECIMAL("a number with a fraction or an exponent"),
    STRING("a string"),
    OBJECT("an object"),
    ARRAY("an array"),
    /** Any value, as a part of the document. */
    RAW("a JSON value");

    private final String description;

    Kind(String description) {
      this.description = description;
    }

    String description() {
      return description;
    }
  }

  private Kind[] kinds = new Kind[INITIAL_VALUES];
  private long[] numbers = new long[INITIAL_VALUES];
  private String[] texts = new String[INITIAL_VALUES];
  private int[] members = new int[INITIAL_VALUES];
  private byte[] document = NO_DOCUMENT;
  private int size;
  private int memberCount;

  /** Forgets the document. */
  void clear() {
    if (size > MAX_KEPT_VALUES || memberCount > MAX_KEPT_VALUES) {
      kinds = new Kind[INITIAL_VALUES];
      numbers = new long[INITIAL_VALUES];
      texts = new String[INITIAL_VALUES];
      members = new int[INITIAL_VALUES];
    }
    size = 0;
    memberCount = 0;
  }

  /** Adds a value and tells its place. */
  int add(Kind kind) {
    return add(kind, 0, NO_TEXT);
  }

  int addInteger(long number) {
    return add(Kind.INTEGER, number, NO_TEXT);
  }

  int addText(Kind kind, String text) {
    return add(kind, 0, text);
  }

  private int add(Kind kind, long number, String text) {
    if (size == kinds.length) {
      kinds = Arrays.copyOf(kinds, 2 * size);
      numbers = Arrays.copyOf(numbers, 2 * size);
      texts = Arrays.copyOf(texts, 2 * size);
    }
    kinds[size] = kind;
    numbers[size] = number;
    texts[size] = text;
    return size++;
  }

  /** Gives a container room for its members, all absent at first. */
  void reserveMembers(int container, int count) {
    if (memberCount + count > members.length) {
      members = Arrays.copyOf(members, Math.max(2 * members.length, memberCount + count));
    }
    Arrays.fill(members, memberCount, memberCount + count, ABSENT);
    numbers[container] = ((long) memberCount << 32) | count;
    memberCount += count;
  }

  void setMember(int container, int ordinal, int value) {
    members[firstMember(container) + ordinal] = value;
  }

  /** The place of a member, or {@link #ABSENT}. */
  int member(int container, int ordinal) {
    return members[firstMember(container) + ordinal];
  }

  private int firstMember(int container) {
    return (int) (numbers[container] >>> 32);
  }

  /** How many members a container has room for. */
  int memberCount(int container) {
    return (int) numbers[container];
  }

  /** The document that RAW values are parts of; kept until it is replaced. */
  void setDocument(byte[] utf8) {
    document = utf8;
  }

  byte[] document() {
    return document;
  }

  int addRaw(int start, int end) {
    return add(Kind.RAW, ((long) start << 32) | (end - start), NO_TEXT);
  }

  int rawStart(int value) {
    return (int) (numbers[value] >>> 32);
  }

  int rawLength(int value) {
    return (int) numbers[value];
  }

  Kind kind(int value) {
    return kinds[value];
  }

  /** The number of an INTEGER. */
  long number(int value) {
    return numbers[value];
  }

  /** The characters of a STRING, LARGE_INTEGER or DECIMAL. */
  String text(int value) {
    return texts[value];
  }
}
