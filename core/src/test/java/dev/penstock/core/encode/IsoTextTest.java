package dev.penstock.core.encode;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.temporal.ChronoUnit;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.time.api.constraints.DateTimeRange;
import net.jqwik.time.api.constraints.Precision;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class IsoTextTest {
  private final IsoText iso = new IsoText();

  @Test
  void readsDates() {
    assertThat(iso.dateDays("1970-01-02")).isEqualTo(1);
    assertThat(iso.dateDays("0001-01-01")).isEqualTo(-719_162);
    assertThat(iso.dateDays("9999-12-31")).isEqualTo(2_932_896);
    assertThat(iso.dateDays("2024-02-29")).isEqualTo(LocalDate.of(2024, 2, 29).toEpochDay());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "2023-02-29",
        "2026-1-5",
        "01/02/2026",
        "20260105",
        "0000-01-01",
        "2026-13-01",
        "2026-01-01 ",
        "2026-01-01T00:00:00",
        "+2026-01-01"
      })
  void refusesWhatIsNoDate(String text) {
    assertThat(iso.dateDays(text)).isEqualTo(IsoText.INVALID);
  }

  @Test
  void readsTimesOfDayWithoutAZone() {
    assertThat(iso.timeOfDayMicros("00:00:01.5")).isEqualTo(1_500_000);
    assertThat(iso.timeOfDayMicros("24:00:00")).isEqualTo(IsoText.INVALID);
    assertThat(iso.timeOfDayMicros("10:00:00Z")).isEqualTo(IsoText.INVALID);
  }

  @Test
  void readsDatesAndTimesWithABlankOrAT() {
    assertThat(iso.datetimeMicros("1970-01-01 00:00:01")).isEqualTo(1_000_000);
    assertThat(iso.datetimeMicros("1970-01-01T00:00:01")).isEqualTo(1_000_000);
    assertThat(iso.datetimeMicros("1970-01-01 00:00:01Z")).isEqualTo(IsoText.INVALID);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "1970-01-01T01:00:01+01:00",
        "1970-01-01 00:00:01Z",
        "1970-01-01 00:00:01 UTC",
        "1970-01-01 00:00:01+00",
        "1969-12-31 22:30:01-01:30"
      })
  void readsInstantsInTheFormsOfDatabases(String text) {
    assertThat(iso.zonedMicros(text)).isEqualTo(1_000_000);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "1970-01-01T00:00:01",
        "1970-01-01 00:00:01 CET",
        "1970-01-01 00:00:01 ",
        "0001-01-01T00:00:00+01:00",
        "9999-12-31T23:59:59-01:00"
      })
  void refusesInstantsWithoutAZoneOrOutsideOfTheYearsOfUtc(String text) {
    assertThat(iso.zonedMicros(text)).isEqualTo(IsoText.INVALID);
  }

  @Test
  void tellsWhenDigitsWereCutOff() {
    assertThat(iso.timeOfDayMicros("00:00:00.123456789")).isEqualTo(123_456);
    assertThat(iso.isExact()).isFalse();
    assertThat(iso.timeOfDayMicros("00:00:00.123456000")).isEqualTo(123_456);
    assertThat(iso.isExact()).isTrue();
  }

  @Property
  void everyCalendarTimeSurvives(
      @ForAll
          @DateTimeRange(min = "0001-01-01T00:00:00", max = "9999-12-31T23:59:59")
          @Precision(ChronoUnit.MICROS)
          LocalDateTime value) {
    long expected = ChronoUnit.MICROS.between(LocalDateTime.of(1970, 1, 1, 0, 0), value);
    assertThat(iso.datetimeMicros(value.toString())).isEqualTo(expected);
    assertThat(iso.zonedMicros(value + "Z")).isEqualTo(expected);
  }
}
