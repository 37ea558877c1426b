package dev.penstock.core.encode;

import dev.penstock.core.model.ColumnType;
import java.util.Objects;

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

  /** From texts with an offset. */
  static final class FromText extends FieldEncoder {
    private final Target target;
    private final Moment moment;
    private final IsoText iso = new IsoText();

    FromText(SourceField field, Target target) {
      super(field, target);
      this.target = target;
      this.moment = new Moment(target);
    }

    @Override
    public void text(String value) {
      long micros = iso.instantMicros(value);
      if (micros == IsoText.INVALID) {
        target.refuse(
            "is no instant such as 2026-01-31T12:00:00.5Z",
            "Correct it at the source or make the column STRING");
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
