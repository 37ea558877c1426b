package dev.penstock.core.contract;

import static dev.penstock.core.contract.Injection.Trait.BAD_ROW;
import static dev.penstock.core.contract.Injection.Trait.NO_CREATION;
import static dev.penstock.core.contract.Injection.Trait.WIDER;
import static dev.penstock.core.contract.Injection.inject;
import static dev.penstock.core.contract.Moment.PLANNED;
import static dev.penstock.core.contract.Moment.WRITTEN;
import static dev.penstock.core.contract.Road.BUFFERED;
import static dev.penstock.core.contract.Road.DEFAULT;
import static dev.penstock.core.contract.Road.FILE;
import static dev.penstock.core.contract.Road.PENDING;
import static dev.penstock.core.error.ErrorCode.ALREADY_EXISTS;
import static dev.penstock.core.error.ErrorCode.CONFLICT;
import static dev.penstock.core.error.ErrorCode.CREDENTIALS;
import static dev.penstock.core.error.ErrorCode.DATASET_NOT_FOUND;
import static dev.penstock.core.error.ErrorCode.PERMISSION_DENIED;
import static dev.penstock.core.error.ErrorCode.QUOTA_EXCEEDED;
import static dev.penstock.core.error.ErrorCode.REQUEST_INVALID;
import static dev.penstock.core.error.ErrorCode.STREAM_CLOSED;
import static dev.penstock.core.error.ErrorCode.STREAM_UNUSABLE;
import static dev.penstock.core.error.ErrorCode.TABLE_NOT_FOUND;
import static dev.penstock.core.error.ErrorCode.TIMEOUT;
import static dev.penstock.core.error.ErrorCode.UNAVAILABLE;
import static dev.penstock.core.recovery.Condition.BRIEF;
import static dev.penstock.core.recovery.Condition.DENIED;
import static dev.penstock.core.recovery.Condition.GONE;
import static dev.penstock.core.recovery.Condition.MADE_ANEW;
import static dev.penstock.core.recovery.Condition.MAY_CREATE;
import static dev.penstock.core.recovery.Condition.THERE;
import static dev.penstock.core.recovery.Step.CALL;
import static dev.penstock.core.recovery.Step.CHANGE;
import static dev.penstock.core.recovery.Step.COMMIT;
import static dev.penstock.core.recovery.Step.CREATE;
import static dev.penstock.core.recovery.Step.OPEN;

import dev.penstock.core.recovery.Step;
import dev.penstock.local.FaultScript.Fault;
import java.util.List;
import java.util.stream.Stream;

/** The rules about calls: streams that are created and committed, tables, jobs. */
final class CallInjections {
  private CallInjections() {}

  static List<Injection> all() {
    return Stream.of(streams(), commits(), tables(), calls()).flatMap(List::stream).toList();
  }

  private static List<Injection> streams() {
    return List.of(
        inject(OPEN, UNAVAILABLE)
            .by(Injections.fail("CreateWriteStream", "UNAVAILABLE", 1, 2))
            .on(BUFFERED, PENDING),
        inject(OPEN, TIMEOUT)
            .by(Injections.fail("CreateWriteStream", "DEADLINE_EXCEEDED", 1, 1))
            .on(BUFFERED, PENDING),
        inject(OPEN, QUOTA_EXCEEDED)
            .by(Injections.fail("CreateWriteStream", "RESOURCE_EXHAUSTED", 1, 3))
            .on(BUFFERED, PENDING),
        inject(OPEN, UNAVAILABLE)
            .by(Injections.on("CreateWriteStream", 1, 1, new Fault.CutAfterCommit()))
            .on(BUFFERED, PENDING)
            .afterwards(),
        inject(OPEN, TABLE_NOT_FOUND, MAY_CREATE, GONE).at(PLANNED, Scene::drop).on(BUFFERED),
        inject(OPEN, TABLE_NOT_FOUND, MADE_ANEW)
            .at(
                PLANNED,
                scene -> {
                  scene.replace();
                  scene.fault("CreateWriteStream", 1, 1, new Fault.Deny("TABLES_UPDATE_DATA"));
                })
            .on(BUFFERED),
        inject(OPEN, TABLE_NOT_FOUND, THERE)
            .by(Injections.on("CreateWriteStream", 1, 2, new Fault.Deny("TABLES_UPDATE_DATA")))
            .on(BUFFERED, PENDING),
        inject(OPEN, PERMISSION_DENIED, THERE)
            .by(Injections.fail("CreateWriteStream", "PERMISSION_DENIED", 1, 99))
            .on(BUFFERED, PENDING)
            .stops(PERMISSION_DENIED),
        inject(OPEN, TABLE_NOT_FOUND, GONE)
            .at(PLANNED, Scene::drop)
            .with(NO_CREATION)
            .on(BUFFERED)
            .stops(TABLE_NOT_FOUND),
        inject(OPEN, PERMISSION_DENIED)
            .at(PLANNED, Injections.hidden("CreateWriteStream"))
            .on(BUFFERED)
            .stops(PERMISSION_DENIED),
        inject(OPEN, CREDENTIALS)
            .by(Injections.fail("CreateWriteStream", "UNAUTHENTICATED", 1, 99))
            .on(BUFFERED, PENDING)
            .stops(CREDENTIALS));
  }

  private static List<Injection> commits() {
    return Stream.of("FlushRows", "FinalizeWriteStream", "BatchCommitWriteStreams")
        .flatMap(method -> commits(method, method.equals("FlushRows") ? BUFFERED : PENDING))
        .toList();
  }

  private static Stream<Injection> commits(String method, Road road) {
    return Stream.of(
        inject(COMMIT, UNAVAILABLE)
            .at(WRITTEN, Injections.fail(method, "UNAVAILABLE", 1, 2))
            .on(road),
        inject(COMMIT, QUOTA_EXCEEDED)
            .at(WRITTEN, Injections.fail(method, "RESOURCE_EXHAUSTED", 1, 1))
            .on(road),
        inject(COMMIT, UNAVAILABLE)
            .at(WRITTEN, Injections.on(method, 1, 1, new Fault.CutAfterCommit()))
            .on(road)
            .afterwards(),
        method.equals("FinalizeWriteStream")
            ? inject(COMMIT, STREAM_CLOSED)
                .at(WRITTEN, Injections.fail(method, "ABORTED", 1, 1))
                .on(road)
            : inject(COMMIT, PERMISSION_DENIED, DENIED, THERE)
                .at(WRITTEN, Injections.fail(method, "PERMISSION_DENIED", 1, 2))
                .on(road),
        inject(COMMIT, TABLE_NOT_FOUND).at(WRITTEN, Scene::drop).on(road).stops(TABLE_NOT_FOUND),
        inject(COMMIT, CREDENTIALS)
            .at(WRITTEN, Injections.fail(method, "UNAUTHENTICATED", 1, 99))
            .on(road)
            .stops(CREDENTIALS),
        method.equals("FinalizeWriteStream")
            ? inject(COMMIT, STREAM_UNUSABLE)
                .at(WRITTEN, Injections.on(method, 1, 1, new Fault.DropStream()))
                .on(road)
                .stops(STREAM_UNUSABLE)
            : inject(COMMIT, ALREADY_EXISTS)
                .at(WRITTEN, Injections.on(method, 1, 1, new Fault.CutAfterCommit()))
                .on(road)
                .afterwards(),
        method.equals("FlushRows")
            ? inject(COMMIT, STREAM_UNUSABLE)
                .at(WRITTEN, Injections.on(method, 1, 1, new Fault.FinalizeStream()))
                .on(road)
                .stops(STREAM_UNUSABLE)
            : inject(COMMIT, TIMEOUT)
                .at(WRITTEN, Injections.fail(method, "DEADLINE_EXCEEDED", 1, 1))
                .on(road));
  }

  private static List<Injection> tables() {
    return Stream.of(
            tables(CREATE, "tables.insert"),
            tables(CHANGE, "tables.patch"),
            Stream.of(
                inject(CREATE, ALREADY_EXISTS)
                    .by(Injections.on("tables.insert", 1, 1, new Fault.CutAfterCommit()))
                    .on(DEFAULT, BUFFERED)
                    .afterwards(),
                inject(CHANGE, CONFLICT)
                    .by(Injections.fail("tables.patch", "412 conditionNotMet", 1, 5))
                    .with(WIDER)
                    .on(DEFAULT, BUFFERED),
                inject(CHANGE, ALREADY_EXISTS)
                    .by(Injections.fail("tables.patch", "409 duplicate", 1, 5))
                    .with(WIDER)
                    .on(DEFAULT, BUFFERED)))
        .flatMap(injections -> injections)
        .toList();
  }

  private static Stream<Injection> tables(Step step, String method) {
    return Stream.of(
            inject(step, UNAVAILABLE).by(Injections.fail(method, "503 backendError", 1, 2)),
            inject(step, UNAVAILABLE)
                .by(Injections.on(method, 1, 1, new Fault.CutAfterCommit()))
                .afterwards(),
            inject(step, QUOTA_EXCEEDED, BRIEF)
                .by(Injections.fail(method, "403 rateLimitExceeded", 1, 5)),
            inject(step, QUOTA_EXCEEDED)
                .by(Injections.fail(method, "403 quotaExceeded", 1, 1))
                .stops(QUOTA_EXCEEDED),
            inject(step, PERMISSION_DENIED)
                .by(Injections.fail(method, "403 accessDenied", 1, 1))
                .stops(PERMISSION_DENIED),
            inject(step, CREDENTIALS)
                .by(Injections.fail(method, "401 authError", 1, 99))
                .stops(CREDENTIALS),
            inject(step, DATASET_NOT_FOUND)
                .by(
                    scene ->
                        scene.fault(
                            method, 1, 1, new Fault.Fail("404 notFound", "Not found: Dataset p:d")))
                .stops(DATASET_NOT_FOUND),
            inject(step, REQUEST_INVALID)
                .by(Injections.fail(method, "400 invalid", 1, 1))
                .stops(REQUEST_INVALID))
        .map(injection -> step == CHANGE ? injection.with(WIDER) : injection)
        .map(injection -> injection.on(DEFAULT, BUFFERED));
  }

  private static List<Injection> calls() {
    String upload = "jobs.uploadChunk";
    return List.of(
        inject(CALL, UNAVAILABLE).by(Injections.fail("tables.get", "503 backendError", 1, 2)),
        inject(CALL, UNAVAILABLE)
            .by(Injections.fail("jobs.upload", "503 backendError", 1, 1))
            .on(FILE),
        inject(CALL, UNAVAILABLE).by(Injections.fail(upload, "503 backendError", 1, 1)).on(FILE),
        inject(CALL, UNAVAILABLE)
            .by(Injections.fail("jobs.get", "503 backendError", 2, 3))
            .on(FILE),
        inject(CALL, UNAVAILABLE)
            .by(Injections.on(upload, 1, 1, new Fault.CutBeforeCommit()))
            .on(FILE),
        inject(CALL, UNAVAILABLE)
            .by(Injections.on(upload, 1, 1, new Fault.CutAfterCommit()))
            .on(FILE)
            .afterwards(),
        inject(CALL, QUOTA_EXCEEDED)
            .by(Injections.fail("tables.get", "403 rateLimitExceeded", 1, 2)),
        inject(CALL, QUOTA_EXCEEDED)
            .by(Injections.fail(upload, "403 rateLimitExceeded", 1, 2))
            .on(FILE),
        inject(CALL, PERMISSION_DENIED)
            .by(Injections.fail("tables.get", "403 accessDenied", 1, 99))
            .stops(PERMISSION_DENIED),
        inject(CALL, PERMISSION_DENIED)
            .by(Injections.fail("jobs.upload", "403 accessDenied", 1, 99))
            .on(FILE)
            .stops(PERMISSION_DENIED),
        inject(CALL, CREDENTIALS)
            .by(Injections.fail("tables.get", "401 authError", 1, 99))
            .stops(CREDENTIALS),
        inject(CALL, DATASET_NOT_FOUND)
            .by(
                scene ->
                    scene.fault(
                        "jobs.upload",
                        1,
                        99,
                        new Fault.Fail("404 notFound", "Not found: Dataset p:d")))
            .on(FILE)
            .stops(DATASET_NOT_FOUND),
        inject(CALL, REQUEST_INVALID)
            .by(Injections.fail("tables.get", "400 invalid", 1, 99))
            .stops(REQUEST_INVALID),
        inject(CALL, REQUEST_INVALID)
            .by(Injections.fail("jobs.upload", "400 invalid", 1, 99))
            .on(FILE)
            .stops(REQUEST_INVALID),
        inject(CALL, REQUEST_INVALID).with(BAD_ROW).on(FILE).rejects());
  }
}
