package dev.penstock.local;

import com.google.cloud.bigquery.storage.v1.StorageError.StorageErrorCode;
import com.google.rpc.Code;
import dev.penstock.local.FaultScript.Fault;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What the rules of a fault script may say. A rule that can never be met would make a test pass
 * because nothing failed, so it is refused when it is added.
 */
final class FaultRules {
  /** Every gRPC call that faults meet; each names a table. */
  static final List<String> GRPC =
      List.of(
          "AppendRows",
          "CreateWriteStream",
          "GetWriteStream",
          "FinalizeWriteStream",
          "FlushRows",
          "BatchCommitWriteStreams",
          "CreateReadSession",
          "ReadRows",
          "ReadRows.response",
          "SplitReadStream");

  /** The REST methods whose path names a table. */
  static final List<String> REST_OF_A_TABLE =
      List.of(
          "tables.get",
          "tables.patch",
          "tables.update",
          "tables.delete",
          "tables.getIamPolicy",
          "tables.setIamPolicy",
          "tables.testIamPermissions",
          "rowAccessPolicies.list",
          "rowAccessPolicies.get",
          "rowAccessPolicies.insert",
          "rowAccessPolicies.update",
          "rowAccessPolicies.delete",
          "tabledata.list",
          "tabledata.insertAll");

  /** The other REST methods: a rule for one table never meets them. */
  static final List<String> REST =
      List.of(
          "projects.list",
          "projects.getServiceAccount",
          "datasets.insert",
          "datasets.list",
          "datasets.get",
          "datasets.patch",
          "datasets.update",
          "datasets.delete",
          "tables.insert",
          "tables.list",
          "jobs.query",
          "jobs.getQueryResults",
          "jobs.insert",
          "jobs.upload",
          "jobs.uploadChunk",
          "jobs.list",
          "jobs.get",
          "jobs.cancel",
          "jobs.delete",
          "storage.buckets.insert",
          "storage.buckets.list",
          "storage.buckets.get",
          "storage.buckets.patch",
          "storage.buckets.update",
          "storage.buckets.delete",
          "storage.buckets.testIamPermissions",
          "storage.objects.insert",
          "storage.objects.uploadChunk",
          "storage.objects.list",
          "storage.objects.get",
          "storage.objects.patch",
          "storage.objects.update",
          "storage.objects.delete",
          "storage.objects.compose",
          "storage.objects.copy",
          "storage.objects.rewrite",
          "storage.batch");

  /** The jobs that run; of a load and a copy the table is where its rows go. */
  static final List<String> JOBS = List.of("job.load", "job.copy", "job.query");

  private static final Set<Class<?>> OF_JOBS =
      Set.of(
          Fault.Fail.class,
          Fault.Deny.class,
          Fault.Delay.class,
          Fault.Hang.class,
          Fault.AdvanceClock.class,
          Fault.DeleteSource.class,
          Fault.ExpireResult.class);

  /** The faults that one kind of job meets. */
  private static final Map<Class<?>, String> OF_ONE_JOB =
      Map.of(Fault.DeleteSource.class, "job.load", Fault.ExpireResult.class, "job.query");

  /** The calls that name one write stream. */
  private static final Set<String> OF_A_STREAM =
      Set.of("AppendRows", "GetWriteStream", "FinalizeWriteStream", "FlushRows");

  /** The calls that store nothing and know no storage error. */
  private static final Set<String> READS =
      Set.of("CreateReadSession", "ReadRows", "ReadRows.response", "SplitReadStream");

  private static final Set<Code> NO_ERRORS = Set.of(Code.OK, Code.UNRECOGNIZED);

  private static final List<String> KNOWN =
      Stream.of(GRPC, REST_OF_A_TABLE, REST, JOBS).flatMap(List::stream).toList();

  private static final Set<String> IS_KNOWN = Set.copyOf(KNOWN);

  private FaultRules() {}

  /**
   * Refuses a rule that no call can meet.
   *
   * @throws IllegalArgumentException naming the argument, its value and what is right
   */
  static void check(String method, @Nullable String table, int from, int to, Fault fault) {
    if (!isKnown(method)) {
      throw refused(
          "method",
          method,
          MeantMethod.find(method, KNOWN)
              .map(meant -> meant + "?")
              .orElseGet(() -> "one of " + String.join(", ", KNOWN)));
    }
    if (table != null && REST.contains(method)) {
      throw refused("table", table, "null, because the path of " + method + " names no table");
    }
    if (from < 1) {
      throw refused("from", from, "1 or more: calls are counted from 1");
    }
    if (to < from) {
      throw refused("to", to, "at least from, which is " + from);
    }
    checkFault(method, fault);
    checkMet(method, fault);
  }

  private static void checkMet(String method, Fault fault) {
    boolean ofAStream = fault instanceof Fault.FinalizeStream || fault instanceof Fault.DropStream;
    if (ofAStream && !OF_A_STREAM.contains(method)) {
      throw refused(
          "method",
          method,
          "a call that names a write stream: " + String.join(", ", new TreeSet<>(OF_A_STREAM)));
    }
    if (fault instanceof Fault.HangAfterCommit && READS.contains(method)) {
      throw refused("fault", fault, "Hang, because " + method + " stores nothing");
    }
    String only = OF_ONE_JOB.get(fault.getClass());
    if (only != null && !only.equals(method)) {
      throw refused("method", method, only + ", which alone meets " + fault);
    }
    if (JOBS.contains(method) && !OF_JOBS.contains(fault.getClass())) {
      throw refused("fault", fault, "one that jobs meet: Fail, Deny, Delay, Hang, AdvanceClock");
    }
  }

  private static void checkFault(String method, Fault fault) {
    if (fault instanceof Fault.Fail fail) {
      checkCode(method, fail.code(), true);
    } else if (fault instanceof Fault.EndCall end) {
      checkCode(method, end.code(), false);
    } else if (fault instanceof Fault.Delay delay && delay.delay().isNegative()) {
      throw refused("delay", delay.delay(), "zero or more");
    } else if (fault instanceof Fault.AdvanceClock advance && advance.by().isNegative()) {
      throw refused("by", advance.by(), "zero or more");
    } else if (fault instanceof Fault.Deny deny && deny.permission().isEmpty()) {
      throw refused("permission", "''", "a name such as TABLES_UPDATE_DATA");
    }
  }

  /** A front end that asks for a method which is not on the list could never be made to fail. */
  static void requireKnown(String method) {
    if (!isKnown(method)) {
      throw new IllegalStateException(method + " meets faults: add it to FaultRules");
    }
  }

  private static boolean isKnown(String method) {
    return IS_KNOWN.contains(method);
  }

  private static void checkCode(String method, String code, boolean inStream) {
    String[] parts = code.split(" ", 2);
    if (!GRPC.contains(method)) {
      if (!parts[0].matches("[45]\\d\\d")) {
        throw refused("code", code, "an HTTP code such as 503, or 403 rateLimitExceeded");
      }
    } else if (!isGrpcError(parts[0])) {
      throw refused("code", code, "the name of a gRPC status such as UNAVAILABLE");
    } else if (parts.length > 1
        && !(inStream && !READS.contains(method) && isStorageError(parts[1]))) {
      throw refused(
          "code", code, "a gRPC status, with a storage error code only in Fail of a writing call");
    }
  }

  private static boolean isGrpcError(String name) {
    return Arrays.stream(Code.values())
        .anyMatch(code -> code.name().equals(name) && !NO_ERRORS.contains(code));
  }

  private static boolean isStorageError(String name) {
    return Arrays.stream(StorageErrorCode.values()).anyMatch(code -> code.name().equals(name));
  }

  private static IllegalArgumentException refused(String name, Object value, String expected) {
    return new IllegalArgumentException(name + ": " + value + " (expected: " + expected + ")");
  }
}
