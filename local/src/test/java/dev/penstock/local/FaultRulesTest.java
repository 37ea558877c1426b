package dev.penstock.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.cloud.bigquery.storage.v1.BigQueryReadGrpc;
import com.google.cloud.bigquery.storage.v1.BigQueryWriteGrpc;
import dev.penstock.local.FaultScript.Fault;
import dev.penstock.local.service.MovableClock;
import io.grpc.MethodDescriptor;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which rules a fault script takes. */
class FaultRulesTest {
  private static final Fault CUT = new Fault.CutBeforeCommit();

  /** Each REST method as a call: {@code name, HTTP method, path}. */
  private static final List<String> CALLS =
      List.of(
          "datasets.insert POST datasets",
          "datasets.list GET datasets",
          "datasets.get GET datasets/d",
          "datasets.patch PATCH datasets/d",
          "datasets.update PUT datasets/d",
          "datasets.delete DELETE datasets/d",
          "tables.insert POST datasets/d/tables",
          "tables.list GET datasets/d/tables",
          "tables.get GET datasets/d/tables/t",
          "tables.patch PATCH datasets/d/tables/t",
          "tables.update PUT datasets/d/tables/t",
          "tables.delete DELETE datasets/d/tables/t",
          "tables.getIamPolicy POST datasets/d/tables/t:getIamPolicy",
          "tables.setIamPolicy POST datasets/d/tables/t:setIamPolicy",
          "tables.testIamPermissions POST datasets/d/tables/t:testIamPermissions",
          "rowAccessPolicies.list GET datasets/d/tables/t/rowAccessPolicies",
          "rowAccessPolicies.get GET datasets/d/tables/t/rowAccessPolicies/a",
          "rowAccessPolicies.insert POST datasets/d/tables/t/rowAccessPolicies",
          "rowAccessPolicies.update PUT datasets/d/tables/t/rowAccessPolicies/a",
          "rowAccessPolicies.delete DELETE datasets/d/tables/t/rowAccessPolicies/a",
          "tabledata.list GET datasets/d/tables/t/data",
          "tabledata.insertAll POST datasets/d/tables/t/insertAll",
          "projects.list GET ../../projects",
          "projects.getServiceAccount GET serviceAccount",
          "jobs.query POST queries",
          "jobs.getQueryResults GET queries/j",
          "jobs.insert POST jobs",
          "jobs.upload POST ../../../../upload/bigquery/v2/projects/p/jobs",
          "jobs.uploadChunk PUT ../../../../upload/bigquery/v2/projects/p/jobs?upload_id=u",
          "jobs.list GET jobs",
          "jobs.get GET jobs/j",
          "jobs.cancel POST jobs/j/cancel",
          "jobs.delete DELETE jobs/j/delete",
          "storage.buckets.insert POST ../../../../storage/v1/b",
          "storage.buckets.list GET ../../../../storage/v1/b",
          "storage.buckets.get GET ../../../../storage/v1/b/b1",
          "storage.buckets.patch PATCH ../../../../storage/v1/b/b1",
          "storage.buckets.update PUT ../../../../storage/v1/b/b1",
          "storage.buckets.delete DELETE ../../../../storage/v1/b/b1",
          "storage.buckets.testIamPermissions GET ../../../../storage/v1/b/b1/iam/testPermissions",
          "storage.objects.list GET ../../../../storage/v1/b/b1/o",
          "storage.objects.get GET ../../../../storage/v1/b/b1/o/x",
          "storage.objects.patch PATCH ../../../../storage/v1/b/b1/o/x",
          "storage.objects.update PUT ../../../../storage/v1/b/b1/o/x",
          "storage.objects.delete DELETE ../../../../storage/v1/b/b1/o/x",
          "storage.objects.compose POST ../../../../storage/v1/b/b1/o/x/compose",
          "storage.objects.copy POST ../../../../storage/v1/b/b1/o/x/copyTo/b/b2/o/y",
          "storage.objects.rewrite POST ../../../../storage/v1/b/b1/o/x/rewriteTo/b/b2/o/y",
          "storage.objects.insert POST ../../../../upload/storage/v1/b/b1/o",
          "storage.objects.uploadChunk PUT ../../../../upload/storage/v1/b/b1/o?upload_id=u",
          "storage.batch POST ../../../../batch/storage/v1");

  private final FaultScript script = new FaultScript(new MovableClock(InstantSource.system()));

  @Test
  void refusesAMethodThatNoCallHas() {
    assertThatThrownBy(() -> script.add("AppendRowz", "orders", 2, 3, CUT))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("method: AppendRowz (expected: AppendRows?)");
    assertThatThrownBy(() -> script.add("append", null, 1, 1, CUT))
        .hasMessageStartingWith("method: append (expected: one of AppendRows, CreateWriteStream, ");
  }

  @Test
  void refusesACodeThatIsNone() {
    assertThatThrownBy(
            () -> script.add("AppendRows", null, 1, 1, new Fault.Fail("UNAVAILABLEX", "later")))
        .hasMessage("code: UNAVAILABLEX (expected: the name of a gRPC status such as UNAVAILABLE)");
    assertThatThrownBy(() -> script.add("AppendRows", null, 1, 1, new Fault.EndCall("OK", "")))
        .hasMessageStartingWith("code: OK (expected: ");
    assertThatThrownBy(() -> script.add("tables.get", "t", 1, 1, new Fault.Fail("ABORTED", "")))
        .hasMessage("code: ABORTED (expected: an HTTP code such as 503, or 403 rateLimitExceeded)");
    assertThatThrownBy(() -> script.add("jobs.query", null, 1, 1, new Fault.Fail("200", "")))
        .hasMessageStartingWith("code: 200 (expected: an HTTP code");
  }

  @Test
  void refusesAnEmptyRangeOfCalls() {
    assertThatThrownBy(() -> script.add("AppendRows", "orders", 5, 3, CUT))
        .hasMessage("to: 3 (expected: at least from, which is 5)");
    assertThatThrownBy(() -> script.add("AppendRows", "orders", 0, 3, CUT))
        .hasMessage("from: 0 (expected: 1 or more: calls are counted from 1)");
  }

  @Test
  void refusesATableWhereTheCallNamesNone() {
    assertThatThrownBy(() -> script.add("jobs.query", "orders", 1, 1, CUT))
        .hasMessage(
            "table: orders (expected: null, because the path of jobs.query names no table)");
  }

  @Test
  void refusesANegativeDelay() {
    assertThatThrownBy(
            () -> script.add("AppendRows", null, 1, 1, new Fault.Delay(Duration.ofMillis(-1))))
        .hasMessage("delay: PT-0.001S (expected: zero or more)");
  }

  @Test
  void refusesWhatAJobDoesNotMeet() {
    assertThatThrownBy(() -> script.add("job.load", "t", 1, 1, CUT))
        .hasMessageStartingWith("fault: CutBeforeCommit[] (expected: one that jobs meet: Fail, ");
    assertThatThrownBy(() -> script.add("job.copy", "t", 1, 1, new Fault.DeleteSource()))
        .hasMessage("method: job.copy (expected: job.load, which alone meets DeleteSource[])");
  }

  @ParameterizedTest
  @ValueSource(strings = {"503", "\"503\""})
  void takesAnHttpCodeAsANumberToo(String code) {
    script.add(
        "{\"rules\": [{\"method\": \"tables.get\", \"fault\": \"fail\", \"code\": " + code + "}]}");
    assertThat(script.rules())
        .extracting(state -> state.rule().fault())
        .containsExactly(new Fault.Fail("503", ""));
  }

  @ParameterizedTest
  @ValueSource(strings = {"5.5", "true", "12", "[503]"})
  void refusesACodeThatIsNoNumberOfHttp(String code) {
    assertThatThrownBy(
            () ->
                script.add(
                    "{\"rules\": [{\"method\": \"tables.get\", \"fault\": \"fail\", \"code\": "
                        + code
                        + "}]}"))
        .hasMessageStartingWith("rules[0]: code: " + code + " (expected: ");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"tables.get", "CreateReadSession", "CreateWriteStream", "BatchCommitWriteStreams"})
  void refusesToHarmAStreamThatTheCallDoesNotName(String method) {
    for (Fault fault : List.of(new Fault.FinalizeStream(), new Fault.DropStream())) {
      assertThatThrownBy(() -> script.add(method, null, 1, 1, fault))
          .hasMessage(
              "method: "
                  + method
                  + " (expected: a call that names a write stream: AppendRows, FinalizeWriteStream,"
                  + " FlushRows, GetWriteStream)");
    }
  }

  @Test
  void refusesWhatACallThatReadsDoesNotMeet() {
    assertThatThrownBy(() -> script.add("ReadRows", null, 1, 1, new Fault.HangAfterCommit()))
        .hasMessage("fault: HangAfterCommit[] (expected: Hang, because ReadRows stores nothing)");
    assertThatThrownBy(
            () ->
                script.add(
                    "CreateReadSession",
                    null,
                    1,
                    1,
                    new Fault.Fail("INVALID_ARGUMENT STREAM_FINALIZED", "")))
        .hasMessageStartingWith("code: INVALID_ARGUMENT STREAM_FINALIZED (expected: a gRPC status");
  }

  @ParameterizedTest
  @ValueSource(strings = {"UNAVAILABLE", "INVALID_ARGUMENT STREAM_FINALIZED", "RESOURCE_EXHAUSTED"})
  void takesTheCodesOfTheService(String code) {
    assertThatCode(() -> script.add("AppendRows", "orders", 1, 1, new Fault.Fail(code, "")))
        .doesNotThrowAnyException();
  }

  @Test
  void knowsEveryMethodOfBothGrpcServices() {
    List<String> methods =
        Stream.of(BigQueryWriteGrpc.getServiceDescriptor(), BigQueryReadGrpc.getServiceDescriptor())
            .flatMap(service -> service.getMethods().stream())
            .map(MethodDescriptor::getBareMethodName)
            .toList();
    assertThat(FaultRules.GRPC).containsAll(methods);
  }

  @Test
  void everyRestMethodOnTheListMeetsItsFault() throws IOException, InterruptedException {
    HttpClient http = HttpClient.newHttpClient();
    TreeSet<String> met = new TreeSet<>();
    try (LocalBigQuery local = LocalBigQuery.start(LocalOptions.inMemory())) {
      for (String line : CALLS) {
        String[] call = line.split(" ", 3);
        local.faults().add(call[0], null, 1, 1, new Fault.Fail("418", call[0]));
        URI uri = URI.create(local.restUrl() + "/bigquery/v2/projects/p/" + call[2]).normalize();
        HttpRequest request =
            HttpRequest.newBuilder(uri)
                .method(call[1], HttpRequest.BodyPublishers.noBody())
                .build();
        HttpResponse<String> answer = http.send(request, HttpResponse.BodyHandlers.ofString());
        assertThat(answer.statusCode()).as(line).isEqualTo(418);
        met.add(call[0]);
      }
    }
    TreeSet<String> known = new TreeSet<>(FaultRules.REST);
    known.addAll(FaultRules.REST_OF_A_TABLE);
    assertThat(met).isEqualTo(known);
  }
}
