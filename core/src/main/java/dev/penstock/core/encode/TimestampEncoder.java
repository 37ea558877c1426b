package dev.penstock.core.encode;

import dev.penstock.core.model.ColumnType;
import java.util.Objects;
import java.util.function.ToLongFunction;

/**
 * TIMESTAMP and DATETIME columns. Instants become the DATETIME of UTC, and calendar times the
 * TIMESTAMP of UTC.
 */
final class TimestampEncoder extends FieldEncoder {
  private final Moment moment;
  private final MicrosScale scale;
  private final long lowest;
  private final long highest;

  TimestampEncoder(SourceField field, Target target) {
    super(field, target);
    this.moment = new Moment(target);
    this.scale = MicrosScale.of(Objects.requireNonNull(field.unit(), "unit"));
    this.lowest = scale.lowest(CivilTime.MIN_MICROS);
    this.highest = scale.highest(CivilTime.MAX_MICROS);
  }

  @Override
  public void number(long value) {
    if (value < lowest || value > highest) {
      moment.refuseRange();
    } else {
      moment.write(scale.toMicros(value));
    }
  }

  /** From dates: midnight, in UTC for a TIMESTAMP. */
  static final class FromDate extends FieldEncoder {
    private final Moment moment;

    FromDate(SourceField field, Target target) {
      super(field, target);
      this.moment = new Moment(target);
    }

    @Override
    public void number(long days) {
      if (days < CivilTime.MIN_DAY || days > CivilTime.MAX_DAY) {
        moment.refuseRange();
      } else {
        moment.write(days * CivilTime.MICROS_PER_DAY);
      }
    }
  }

  /** From texts. */
  static final class FromText extends FieldEncoder {
    private final Target target;
    private final Moment moment;
    private final ToLongFunction<String> reading;
    private final String wanted;

    private FromText(
        SourceField field, Target target, ToLongFunction<String> reading, String wanted) {
      super(field, target);
      this.target = target;
      this.moment = new Moment(target);
      this.reading = reading;
      this.wanted = wanted;
    }

    /** From texts with an offset. */
    static FromText instant(SourceField field, Target target) {
      return new FromText(
          field, target, new IsoText()::instantMicros, "instant such as 2026-01-31T12:00:00.5Z");
    }

    /** From texts without an offset. */
    static FromText datetime(SourceField field, Target target) {
      return new FromText(
          field,
          target,
          new IsoText()::datetimeMicros,
          "date and time such as 2026-01-31T12:00:00.5");
    }

    @Override
    public void text(String value) {
      long micros = reading.applyAsLong(value);
      if (micros == IsoText.INVALID) {
        target.refuse("is no " + wanted, "Correct it at the source or make the column STRING");
      } else if (micros < CivilTime.MIN_MICROS || micros > CivilTime.MAX_MICROS) {
        moment.refuseRange();
      } else {
        moment.write(micros);
      }
    }
  }

  /** Writes a checked point in time in the form of the column. */
  private record Moment(Target target, int place, RowOutput out, boolean datetime) {
    Moment(Target target) {
      this(target, target.place(), target.out(), target.column().type() == ColumnType.DATETIME);
    }

    void write(long micros) {
      if (datetime) {
        out.datetime(place, micros);
      } else {
        out.timestamp(place, micros);
      }
    }

    void refuseRange() {
      target.refuse(
          "does not lie in 0001-01-01..9999-12-31",
          "Correct it at the source; infinities and years before 1 have no "
              + target.column().type());
    }
  }
}
