package dev.penstock.core.encode;

/** DATE columns. */
final class DateEncoder extends FieldEncoder {
  private final Target target;
  private final int place;
  private final RowOutput out;

  DateEncoder(SourceField field, Target target) {
    super(field, target);
    this.target = target;
    this.place = target.place();
    this.out = target.out();
  }

  @Override
  public void number(long days) {
    if (days < CivilTime.MIN_DAY || days > CivilTime.MAX_DAY) {
      target.refuse(
          "does not lie in 0001-01-01..9999-12-31",
          "Correct it at the source; infinities and years before 1 have no DATE");
    } else {
      out.date(place, days);
    }
  }

  /** From texts. */
  static final class FromText extends FieldEncoder {
    private final Target target;
    private final IsoText iso = new IsoText();

    FromText(SourceField field, Target target) {
      super(field, target);
      this.target = target;
    }

    @Override
    public void text(String value) {
      long days = iso.dateDays(value);
      if (days == IsoText.INVALID) {
        target.refuse(
            "is no date such as 2026-01-31", "Correct it at the source or make the column STRING");
      } else {
        target.out().date(target.place(), days);
      }
    }
  }
}
