package dev.penstock.local.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class GeographyTextTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "POINT(1 2) | POINT(1 2)",
        "' point ( -122.350000  47.62 ) ' | POINT(-122.35 47.62)",
        "POINT(1e-7 -.5) | POINT(0.0000001 -0.5)",
        "POINT(-180 90) | POINT(-180 90)",
        "POINT EMPTY | POINT EMPTY",
        "LineString (0 0,1 1 , 2 0) | LINESTRING(0 0, 1 1, 2 0)",
        "POLYGON((0 0, 2 0, 2 2, 0 0)) | POLYGON((0 0, 2 0, 2 2, 0 0))",
        "POLYGON((0 0,9 0,9 9,0 0),(1 1,2 1,2 2,1 1.0))"
            + " | POLYGON((0 0, 9 0, 9 9, 0 0), (1 1, 2 1, 2 2, 1 1))",
        "MULTIPOINT(0 0, 1 1) | MULTIPOINT(0 0, 1 1)",
        "MULTIPOINT((0 0),(1 1)) | MULTIPOINT(0 0, 1 1)",
        "MULTILINESTRING((0 0,1 1),(2 2,3 3)) | MULTILINESTRING((0 0, 1 1), (2 2, 3 3))",
        "MULTIPOLYGON(((0 0,1 0,1 1,0 0)),((5 5,6 5,6 6,5 5)))"
            + " | MULTIPOLYGON(((0 0, 1 0, 1 1, 0 0)), ((5 5, 6 5, 6 6, 5 5)))",
        "GEOMETRYCOLLECTION(POINT(1 2),LINESTRING(0 0,1 1),GEOMETRYCOLLECTION EMPTY)"
            + " | GEOMETRYCOLLECTION(POINT(1 2), LINESTRING(0 0, 1 1), GEOMETRYCOLLECTION EMPTY)",
      })
  void writesOneNotation(String text, String canonical) {
    assertThat(GeographyText.canonical(text)).isEqualTo(canonical);
    assertThat(GeographyText.canonical(canonical)).isEqualTo(canonical);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "'' | no kind of geography at character 1",
        "hello | 'HELLO' is no kind of geography",
        "SRID=4326;POINT(1 2) | 'SRID' is no kind of geography",
        "CIRCULARSTRING(0 0, 1 1, 2 0) | 'CIRCULARSTRING' is no kind of geography",
        "POINT | no '(' at character 6",
        "POINT(1 2 | no ')' at character 10",
        "POINT(1) | no latitude at character 8",
        "POINT(a 2) | no longitude at character 7",
        "POINT(1, 2) | no latitude at character 8",
        "POINT(1 2 3) | a position has two coordinates",
        "POINT Z (1 2 3) | no '(' at character 7",
        "POINT(1 2) x | no end at character 12",
        "POINT(1 2);  | no end at character 11",
        "POINT(181 0) | longitude 181 is not in [-180, 180]",
        "POINT(0 -90.5) | latitude -90.5 is not in [-90, 90]",
        "POINT(NaN 0) | no longitude at character 7",
        "LINESTRING(0 0) | a line has at least two positions",
        "POLYGON(0 0, 1 0, 1 1, 0 0) | no '(' at character 9",
        "POLYGON((0 0, 1 0, 0 0)) | a ring has at least three positions, and the first again",
        "POLYGON((0 0, 1 0, 1 1, 0 1)) | a ring ends where it begins",
        "MULTIPOINT((0 0), 1) | no latitude at character 20",
        "GEOMETRYCOLLECTION(1 2) | no kind of geography at character 20",
      })
  void refusesWhatIsNoGeography(String text, String reason) {
    assertThatThrownBy(() -> GeographyText.canonical(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(reason);
  }

  @Test
  void refusesOtherNotationsByName() {
    assertThatThrownBy(() -> GeographyText.canonical("{\"type\":\"Point\",\"coordinates\":[1,2]}"))
        .hasMessage("not supported by Penstock local: GEOGRAPHY from GeoJSON");
    assertThatThrownBy(() -> GeographyText.canonical("0101000000000000000000f03f0000000000000040"))
        .hasMessage("not supported by Penstock local: GEOGRAPHY from WKB");
  }

  @Test
  void refusesCollectionsThatLieTooDeep() {
    String deep = "GEOMETRYCOLLECTION(".repeat(52) + "POINT(1 2)" + ")".repeat(52);

    assertThatThrownBy(() -> GeographyText.canonical(deep))
        .hasMessage("collections lie deeper than 50");
  }
}
