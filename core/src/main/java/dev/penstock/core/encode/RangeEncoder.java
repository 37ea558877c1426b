package dev.penstock.core.encode;

import dev.penstock.core.model.Column;
import dev.penstock.core.model.ColumnType;
import java.util.List;

/**
 * RANGE columns, from texts such as {@code [2026-01-01, UNBOUNDED)}. A range is a message whose
 * unset bounds are unbounded (WA-144, WA-145). That it starts before it ends is the service's to
 * check.
 */
final class RangeEncoder extends FieldEncoder {
  private static final String UNBOUNDED = "UNBOUNDED";

  private final Target target;
  private final RowOutput out;
  private final ColumnType element;
  private final int[] places;
  private final IsoText iso = new IsoText();

  RangeEncoder(SourceField field, Target target) {
    super(field, target);
    this.target = target;
    this.out = target.out();
    List<Column> bounds = target.column().parts();
    this.element = bounds.get(0).type();
    this.places = TaggedColumns.number(bounds, 1).list().stream().mapToInt(out::place).toArray();
  }

  @Override
  public void text(String value) {
    int comma = value.indexOf(',');
    int last = value.length() - 1;
    boolean isClosed = comma > 0 && value.charAt(0) == '[' && value.charAt(last) == ')';
    String start = isClosed ? value.substring(1, comma).strip() : "";
    String end = isClosed ? value.substring(comma + 1, last).strip() : "";
    int content = out.beginStruct(target.place(), 1);
    if (!bound(places[0], start) || !bound(places[1], end)) {
      target.refuse(
          "is no range such as [2026-01-31, UNBOUNDED) of two values of " + element,
          "Correct it at the source or make the column STRING");
    }
    int unused = out.endStruct(content, 1);
    assert unused == 1 || out.isRefused();
  }

  private boolean bound(int place, String text) {
    if (text.equalsIgnoreCase(UNBOUNDED) || text.equalsIgnoreCase("NULL")) {
      out.absent(place);
      return true;
    }
    long value = read(text);
    if (value == IsoText.INVALID) {
      return false;
    }
    if (element == ColumnType.DATE) {
      out.date(place, value);
    } else if (element == ColumnType.DATETIME) {
      out.datetime(place, value);
    } else {
      out.timestamp(place, value);
    }
    return true;
  }

  private long read(String text) {
    if (element == ColumnType.DATE) {
      return iso.dateDays(text);
    }
    return element == ColumnType.DATETIME ? iso.datetimeMicros(text) : iso.zonedMicros(text);
  }
}
