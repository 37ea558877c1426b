package dev.penstock.core.sequence.source;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.core.sequence.source.SqlServerPosition.Lsn;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** The order of numbers is the order of positions, part by part as unsigned numbers. */
final class PositionOrderTest {
  private static final long HALF = 0xFFFF_FFFFL;

  /** Each kind: its parts, cut to their ranges, and the position of these. */
  private static final Map<SourceKind, Function<long[], Case>> KINDS =
      Map.of(
          SourceKind.POSTGRESQL,
          p -> new Case(new PostgresPosition(p[0], p[1]), p[0], p[1]),
          SourceKind.MYSQL_GTID,
          p -> new Case(new GtidPosition(p[0], p[1], p[2], p[3]), p[0], p[1], p[2], p[3]),
          SourceKind.MYSQL_FILE,
          p -> new Case(new BinlogPosition(p[0], p[1], p[2]), p[0], p[1], p[2]),
          SourceKind.MARIADB_GTID,
          p -> new Case(new MariaDbPosition(p[0], p[1], p[2]), p[0], p[1], p[2]),
          SourceKind.SQLSERVER,
          PositionOrderTest::sqlServer,
          SourceKind.ORACLE,
          p -> new Case(new OraclePosition(p[0], p[1]), p[0], p[1]),
          SourceKind.MONGODB,
          p -> new Case(new MongoPosition(p[0] & HALF, p[1] & HALF), p[0] & HALF, p[1] & HALF),
          SourceKind.SPANNER,
          p -> new Case(new SpannerPosition(p[0], p[1], p[2]), p[0], p[1], p[2]),
          SourceKind.TICDC,
          p -> new Case(new TicdcPosition(p[0]), p[0]));

  private static final class Case {
    private final SourcePosition position;
    private final long[] parts;

    Case(SourcePosition position, long... parts) {
      this.position = position;
      this.parts = parts;
    }
  }

  private static Case of(SourceKind kind, long[] parts) {
    return requireNonNull(KINDS.get(kind)).apply(parts);
  }

  private static Case sqlServer(long[] p) {
    int commitSlot = (int) p[1] & 0xFFFF;
    int changeSlot = (int) p[3] & 0xFFFF;
    long serial = p[4] & HALF;
    return new Case(
        new SqlServerPosition(new Lsn(p[0], commitSlot), new Lsn(p[2], changeSlot), serial),
        p[0],
        commitSlot,
        p[2],
        changeSlot,
        serial);
  }

  /** Parts that often agree, or differ in one bit. */
  @Provide
  Arbitrary<long[]> parts() {
    return Arbitraries.oneOf(
            Arbitraries.longs(),
            Arbitraries.of(0L, 1L, 0xFFFFL, 0x1_0000L, HALF, HALF + 1, Long.MIN_VALUE, -1L))
        .array(long[].class)
        .ofSize(5);
  }

  @Property
  void numbersOrderAsPositionsDo(
      @ForAll SourceKind kind, @ForAll("parts") long[] left, @ForAll("parts") long[] right) {
    Case one = of(kind, left);
    Case other = of(kind, right);

    assertThat(Integer.signum(one.position.toSequence().compareTo(other.position.toSequence())))
        .isEqualTo(Integer.signum(Arrays.compareUnsigned(one.parts, other.parts)));
  }

  @Property
  void everyNumberHasTheSectionsOfItsKind(@ForAll SourceKind kind, @ForAll("parts") long[] parts) {
    assertThat(of(kind, parts).position.toSequence().sections()).isEqualTo(kind.sections().size());
  }

  @Property
  void aSecondServerOutranksEveryTransactionOfTheFirst(
      @ForAll("parts") long[] older, @ForAll("parts") long[] newer) {
    List<SourcePosition> positions =
        List.of(
            new GtidPosition(1, older[1], older[2], older[3]),
            new GtidPosition(2, newer[1], newer[2], newer[3]));

    assertThat(positions.get(1).toSequence()).isGreaterThan(positions.get(0).toSequence());
  }
}
