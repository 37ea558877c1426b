package dev.penstock.core.encode;

import java.util.Objects;
import java.util.function.ToLongFunction;

/** TIME columns. */
final class TimeEncoder extends FieldEncoder {
  private final Target target;
  private final int place;
  private final RowOutput out;
  private final MicrosScale scale;
  private final long highest;

  TimeEncoder(SourceField field, Target target) {
    super(field, target);
    this.target = target;
    this.place = target.place();
    this.out = target.out();
    this.scale = MicrosScale.of(Objects.requireNonNull(field.unit(), "unit"));
    this.highest = scale.highest(CivilTime.MICROS_PER_DAY - 1);
  }

  @Override
  public void number(long value) {
    if (value < 0 || value > highest) {
      target.refuse(
          "does not lie in 00:00:00..23:59:59.999999",
          "Correct it at the source, or make the column INT64 or STRING");
    } else {
      out.time(place, scale.toMicros(value));
    }
  }

  /** From texts. */
  static final class FromText extends FieldEncoder {
    private final Target target;
    private final ToLongFunction<String> reading;
    private final String example;

    private FromText(
        SourceField field, Target target, ToLongFunction<String> reading, String example) {
      super(field, target);
      this.target = target;
      this.reading = reading;
      this.example = example;
    }

    /** From texts with an offset, moved to UTC. */
    static FromText withOffset(SourceField field, Target target) {
      return new FromText(field, target, new IsoText()::timeMicros, "12:00:00.5Z");
    }

    static FromText withoutOffset(SourceField field, Target target) {
      return new FromText(field, target, new IsoText()::timeOfDayMicros, "12:00:00.5");
    }

    @Override
    public void text(String value) {
      long micros = reading.applyAsLong(value);
      if (micros == IsoText.INVALID) {
        target.refuse(
            "is no time such as " + example, "Correct it at the source or make the column STRING");
      } else {
        target.out().time(target.place(), micros);
      }
    }
  }
}
