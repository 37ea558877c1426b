package dev.penstock.cli.column;

import dev.penstock.cli.column.ColumnReport.CounterExample;
import dev.penstock.cli.column.SettledColumns.Settled;
import dev.penstock.core.model.Column;
import dev.penstock.core.model.ColumnMode;
import dev.penstock.core.model.ColumnType;
import org.jspecify.annotations.Nullable;

/**
 * What the values of one key look like, over all documents: scalars, arrays, objects. One owner
 * thread.
 */
public final class JsonEvidence {
  private final Evidence scalars = new Evidence();
  private final Evidence elements = new Evidence();
  private final long firstLine;
  private long lastLine;
  private long present;
  private boolean arrays;
  private long firstScalar = Evidence.NOWHERE;
  private long firstObject = Evidence.NOWHERE;
  private long firstNested = Evidence.NOWHERE;
  private long firstNullElement = Evidence.NOWHERE;
  private long firstStringElement = Evidence.NOWHERE;
  private long firstNumberElement = Evidence.NOWHERE;
  private long firstBoolElement = Evidence.NOWHERE;

  /**
   * The evidence of a key.
   *
   * @param line of the document that has it first
   */
  public JsonEvidence(long line) {
    this.firstLine = line;
  }

  /** The line of the first document with this key. */
  public long firstLine() {
    return firstLine;
  }

  /** Notes that a document has the key, and tells whether the same document has it already. */
  public boolean isSecondIn(long line) {
    boolean second = lastLine == line;
    lastLine = line;
    present++;
    return second;
  }

  /** The evidence of values that are no arrays. */
  public Evidence scalar(long line) {
    firstScalar = Math.min(firstScalar, line);
    return scalars;
  }

  /** The evidence of NULLs. */
  public void addNull() {
    scalars.addNull();
  }

  /** The value is an object. */
  public void addObject(long line) {
    firstObject = Math.min(firstObject, line);
  }

  /** The value is an array. */
  public void addArray() {
    arrays = true;
  }

  /** An element is an array or an object. */
  public void addNestedElement(long line) {
    firstNested = Math.min(firstNested, line);
  }

  /** An element is null. */
  public void addNullElement(long line) {
    firstNullElement = Math.min(firstNullElement, line);
  }

  /** An element is a string. */
  public void addStringElement(CharSequence text, long line) {
    firstStringElement = Math.min(firstStringElement, line);
    elements.addString(text, line);
  }

  /** An element is a number. */
  public void addNumberElement(CharSequence text, long line) {
    firstNumberElement = Math.min(firstNumberElement, line);
    elements.addNumber(text, line);
  }

  /** An element is a boolean. */
  public void addBoolElement(long line) {
    firstBoolElement = Math.min(firstBoolElement, line);
    elements.addBool(line);
  }

  /** Says what the column is; a document without the key counts as NULL. */
  public ColumnReport report(String source, String name, long documents) {
    long nulls = scalars.nulls() + documents - present;
    boolean scalarsOnly = !arrays && firstObject == Evidence.NOWHERE;
    if (scalarsOnly) {
      return counted(Reports.inferred(source, name, scalars), nulls, scalars.longest());
    }
    if (isListOfScalars()) {
      return list(source, name, nulls);
    }
    return new ColumnReport(
        source,
        Column.nullable(name, ColumnType.JSON),
        jsonWhy(),
        nulls,
        ColumnReport.UNKNOWN,
        arrays ? noList() : null,
        null);
  }

  /** Says what a column is whose type was settled before. */
  public ColumnReport report(String source, Settled settled, long documents) {
    ColumnReport report = Reports.settled(source, settled, scalars);
    return counted(report, scalars.nulls() + documents - present, report.longestText());
  }

  private static ColumnReport counted(ColumnReport report, long nulls, long longest) {
    return new ColumnReport(
        report.sourceName(),
        report.column(),
        report.why(),
        nulls,
        longest,
        report.counterExample(),
        report.remark());
  }

  private boolean isListOfScalars() {
    return firstOther() == Evidence.NOWHERE
        && elementKinds() == 1
        && (firstStringElement != Evidence.NOWHERE || elementType() != ColumnType.STRING);
  }

  private ColumnType elementType() {
    return Inference.of(elements).type();
  }

  private int elementKinds() {
    return (firstStringElement == Evidence.NOWHERE ? 0 : 1)
        + (firstNumberElement == Evidence.NOWHERE ? 0 : 1)
        + (firstBoolElement == Evidence.NOWHERE ? 0 : 1);
  }

  /** The line of the first value that is no array of scalars. */
  private long firstOther() {
    return Math.min(Math.min(firstScalar, firstObject), Math.min(firstNested, firstNullElement));
  }

  private ColumnReport list(String source, String name, long nulls) {
    Inference element = Inference.of(elements);
    return new ColumnReport(
        source,
        Column.of(name, element.type(), ColumnMode.REPEATED),
        "arrays; of their elements: " + element.why(),
        nulls,
        elements.longest(),
        element.counterExample(),
        nulls > 0 ? "BigQuery stores a NULL array as an empty one" : element.remark());
  }

  private String jsonWhy() {
    if (firstScalar != Evidence.NOWHERE) {
      return "objects or arrays beside other values";
    }
    if (!arrays) {
      return "every value is an object";
    }
    if (firstObject != Evidence.NOWHERE) {
      return "objects and arrays";
    }
    if (firstNested != Evidence.NOWHERE) {
      return "arrays of objects or of arrays";
    }
    if (firstNullElement != Evidence.NOWHERE) {
      return "arrays with null elements, which ARRAY does not hold";
    }
    return elementKinds() == 0 ? "empty arrays only" : "arrays whose elements are of several types";
  }

  private @Nullable CounterExample noList() {
    if (elementKinds() > 1) {
      long second =
          Math.max(
              Math.max(orFirst(firstStringElement), orFirst(firstNumberElement)),
              orFirst(firstBoolElement));
      return firstOther() == Evidence.NOWHERE ? Inference.at("ARRAY", second) : null;
    }
    return elementKinds() == 1 && firstOther() != Evidence.NOWHERE
        ? Inference.at("ARRAY<" + elementType() + ">", firstOther())
        : null;
  }

  private static long orFirst(long line) {
    return line == Evidence.NOWHERE ? 0 : line;
  }
}
