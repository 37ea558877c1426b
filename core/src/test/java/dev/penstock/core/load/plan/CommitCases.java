package dev.penstock.core.load.plan;

import dev.penstock.core.job.FileFormat;
import dev.penstock.core.job.WriteDisposition;
import dev.penstock.core.model.Destination;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Commits whose plans are kept. */
final class CommitCases {
  static final Destination TABLE = new Destination("p", "d", "t");
  private static final int[] COUNTS = {1, 10_000, 10_001, 1_200_000, 12_000_000};
  private static final long MIB = 1L << 20;

  private CommitCases() {}

  /** By name; each has one request for each disposition that tells something. */
  static Map<String, List<CommitRequest>> all() {
    Map<String, List<CommitRequest>> cases = new LinkedHashMap<>();
    for (int count : COUNTS) {
      cases.put(count + "-avro", everyDisposition(List.of(avro(TABLE, count))));
      cases.put(count + "-parquet", everyDisposition(List.of(parquet(TABLE, count))));
      if (count > 1) {
        cases.put(
            count + "-mixed",
            everyDisposition(List.of(avro(TABLE, count - count / 2), parquet(TABLE, count / 2))));
      }
    }
    // 1,201 and 2,402 tables: one copy has 1,200 sources.
    cases.put("12010000-avro", everyDisposition(List.of(avro(TABLE, 12_010_000))));
    cases.put(
        "24020000-mixed",
        List.of(
            new CommitRequest(
                "run_1",
                List.of(avro(TABLE, 12_010_000), parquet(TABLE, 12_010_000)),
                WriteDisposition.TRUNCATE_DATA,
                null)));
    cases.put(
        "3-of-6-tib",
        everyDisposition(
            List.of(
                new StagedGroup(
                    TABLE, FileFormat.AVRO, 3, CommitCases::uri, file -> 6 * MIB * MIB))));
    cases.put("many-tables", List.of(manyTables()));
    return cases;
  }

  private static CommitRequest manyTables() {
    List<StagedGroup> groups = new ArrayList<>();
    for (int i = 9; i > 0; i--) {
      groups.add(avro(new Destination("p", "d", "t" + i), i == 5 ? 10_001 : i));
    }
    return new CommitRequest("run_1", groups, WriteDisposition.TRUNCATE_DATA, "staging");
  }

  private static List<CommitRequest> everyDisposition(List<StagedGroup> groups) {
    return Stream.of(WriteDisposition.values())
        .map(disposition -> new CommitRequest("run_1", groups, disposition, null))
        .toList();
  }

  static StagedGroup avro(Destination table, int files) {
    return new StagedGroup(table, FileFormat.AVRO, files, CommitCases::uri, file -> 16 * MIB);
  }

  static StagedGroup parquet(Destination table, int files) {
    return new StagedGroup(
        table, FileFormat.PARQUET, files, file -> uri(file) + ".parquet", file -> 16 * MIB);
  }

  private static String uri(int file) {
    return "gs://bucket/" + (100_000_000 + file);
  }
}
