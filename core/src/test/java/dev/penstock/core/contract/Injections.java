package dev.penstock.core.contract;

import static dev.penstock.core.contract.Injection.Trait.BAD_ROW;
import static dev.penstock.core.contract.Injection.Trait.CHANGES;
import static dev.penstock.core.contract.Injection.Trait.FIXED;
import static dev.penstock.core.contract.Injection.Trait.LOSSY;
import static dev.penstock.core.contract.Injection.Trait.NO_CREATION;
import static dev.penstock.core.contract.Injection.Trait.RESTORED;
import static dev.penstock.core.contract.Injection.inject;
import static dev.penstock.core.contract.Moment.BEGUN;
import static dev.penstock.core.contract.Moment.PLANNED;
import static dev.penstock.core.contract.Road.BUFFERED;
import static dev.penstock.core.contract.Road.DEFAULT;
import static dev.penstock.core.contract.Road.PENDING;
import static dev.penstock.core.error.ErrorCode.ALREADY_EXISTS;
import static dev.penstock.core.error.ErrorCode.CREDENTIALS;
import static dev.penstock.core.error.ErrorCode.NOT_SUPPORTED;
import static dev.penstock.core.error.ErrorCode.OFFSET_OUT_OF_RANGE;
import static dev.penstock.core.error.ErrorCode.PERMISSION_DENIED;
import static dev.penstock.core.error.ErrorCode.QUOTA_EXCEEDED;
import static dev.penstock.core.error.ErrorCode.REQUEST_INVALID;
import static dev.penstock.core.error.ErrorCode.ROW_INVALID;
import static dev.penstock.core.error.ErrorCode.SCHEMA_MISMATCH;
import static dev.penstock.core.error.ErrorCode.STREAM_CLOSED;
import static dev.penstock.core.error.ErrorCode.STREAM_UNUSABLE;
import static dev.penstock.core.error.ErrorCode.TABLE_NOT_FOUND;
import static dev.penstock.core.error.ErrorCode.TIMEOUT;
import static dev.penstock.core.error.ErrorCode.UNAVAILABLE;
import static dev.penstock.core.recovery.Condition.COMPLETE;
import static dev.penstock.core.recovery.Condition.DENIED;
import static dev.penstock.core.recovery.Condition.GONE;
import static dev.penstock.core.recovery.Condition.HIDDEN;
import static dev.penstock.core.recovery.Condition.LACKS;
import static dev.penstock.core.recovery.Condition.MADE_ANEW;
import static dev.penstock.core.recovery.Condition.MAY_ADD;
import static dev.penstock.core.recovery.Condition.MAY_CREATE;
import static dev.penstock.core.recovery.Condition.MISSED;
import static dev.penstock.core.recovery.Condition.NO_ROWS;
import static dev.penstock.core.recovery.Condition.NUMBERED;
import static dev.penstock.core.recovery.Condition.PLAIN;
import static dev.penstock.core.recovery.Condition.QUESTION;
import static dev.penstock.core.recovery.Condition.REPEATED;
import static dev.penstock.core.recovery.Condition.THERE;
import static dev.penstock.core.recovery.Condition.UNNUMBERED;
import static dev.penstock.core.recovery.Condition.UNPROVEN;
import static dev.penstock.core.recovery.Step.APPEND;

import dev.penstock.core.error.ErrorCode;
import dev.penstock.core.recovery.Condition;
import dev.penstock.local.FaultScript.Fault;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** Every rule of the table that a server can be made to need. */
final class Injections {
  private static final String EXTRA = "INVALID_ARGUMENT SCHEMA_MISMATCH_EXTRA_FIELDS";

  private Injections() {}

  static List<Injection> all() {
    return Stream.of(refusedRows(), questions(), absentTables(), CallInjections.all())
        .flatMap(List::stream)
        .toList();
  }

  static Consumer<Scene> fail(String method, String code, int from, int to) {
    return scene -> scene.fault(method, from, to, new Fault.Fail(code, "injected"));
  }

  private static Consumer<Scene> end(String method, String code, int from, int to) {
    return scene -> scene.fault(method, from, to, new Fault.EndCall(code, "injected"));
  }

  static Consumer<Scene> on(String method, int from, int to, Fault fault) {
    return scene -> scene.fault(method, from, to, fault);
  }

  private static Consumer<Scene> rows(String code, int from, int to) {
    return fail("AppendRows", code, from, to);
  }

  private static List<Injection> refusedRows() {
    return List.of(
        inject(APPEND, UNAVAILABLE).by(rows("UNAVAILABLE", 2, 3)).on(DEFAULT, BUFFERED, PENDING),
        inject(APPEND, UNAVAILABLE)
            .by(on("AppendRows", 2, 2, new Fault.CutBeforeCommit()))
            .with(LOSSY)
            .on(DEFAULT, BUFFERED, PENDING),
        inject(APPEND, UNAVAILABLE)
            .by(on("AppendRows", 2, 2, new Fault.CutAfterCommit()))
            .with(LOSSY)
            .on(DEFAULT, BUFFERED, PENDING)
            .afterwards(),
        inject(APPEND, TIMEOUT)
            .by(on("AppendRows", 2, 2, new Fault.Hang()))
            .with(LOSSY)
            .on(DEFAULT, BUFFERED, PENDING),
        inject(APPEND, TIMEOUT)
            .by(on("AppendRows", 2, 2, new Fault.HangAfterCommit()))
            .with(LOSSY)
            .on(DEFAULT, BUFFERED, PENDING)
            .afterwards(),
        inject(APPEND, STREAM_CLOSED)
            .by(end("AppendRows", "ABORTED", 2, 2))
            .with(LOSSY)
            .on(DEFAULT, BUFFERED, PENDING),
        inject(APPEND, QUOTA_EXCEEDED)
            .by(rows("RESOURCE_EXHAUSTED", 2, 4))
            .on(DEFAULT, BUFFERED, PENDING),
        inject(APPEND, ALREADY_EXISTS, REPEATED)
            .by(on("AppendRows", 1, 1, new Fault.CutAfterCommit()))
            .on(BUFFERED, PENDING)
            .afterwards(),
        inject(APPEND, ALREADY_EXISTS)
            .by(rows("ALREADY_EXISTS OFFSET_ALREADY_EXISTS", 2, 2))
            .on(DEFAULT, BUFFERED, PENDING)
            .stops(ALREADY_EXISTS),
        inject(APPEND, CREDENTIALS)
            .by(rows("UNAUTHENTICATED", 2, 99))
            .on(DEFAULT, BUFFERED, PENDING)
            .stops(CREDENTIALS),
        inject(APPEND, NOT_SUPPORTED)
            .by(rows("UNIMPLEMENTED", 2, 99))
            .on(DEFAULT, BUFFERED, PENDING)
            .stops(NOT_SUPPORTED),
        inject(APPEND, ROW_INVALID).with(BAD_ROW).on(DEFAULT, BUFFERED, PENDING).rejects(),
        inject(APPEND, REQUEST_INVALID).by(rows("INVALID_ARGUMENT", 2, 2)).on(DEFAULT, BUFFERED),
        inject(APPEND, STREAM_UNUSABLE, UNNUMBERED)
            .by(rows("INVALID_ARGUMENT STREAM_FINALIZED", 2, 2))
            .on(DEFAULT),
        inject(APPEND, STREAM_UNUSABLE)
            .by(on("AppendRows", 2, 2, new Fault.FinalizeStream()))
            .on(BUFFERED, PENDING)
            .stops(STREAM_UNUSABLE),
        inject(APPEND, OFFSET_OUT_OF_RANGE)
            .by(rows("OUT_OF_RANGE OFFSET_OUT_OF_RANGE", 2, 2))
            .on(DEFAULT, BUFFERED, PENDING),
        inject(APPEND, SCHEMA_MISMATCH, THERE, COMPLETE)
            .by(rows(EXTRA, 2, 3))
            .on(DEFAULT, BUFFERED, PENDING),
        inject(APPEND, SCHEMA_MISMATCH, MAY_ADD, THERE, LACKS)
            .at(BEGUN, Injections::narrow)
            .on(DEFAULT, BUFFERED),
        inject(APPEND, SCHEMA_MISMATCH)
            .at(BEGUN, Injections::narrow)
            .with(FIXED)
            .on(DEFAULT, BUFFERED)
            .stops(SCHEMA_MISMATCH),
        inject(APPEND, SCHEMA_MISMATCH)
            .at(PLANNED, Injections::narrow)
            .on(PENDING)
            .stops(SCHEMA_MISMATCH));
  }

  private static void narrow(Scene scene) {
    scene.narrow();
    scene.fault("AppendRows", 1, 1, new Fault.Fail(EXTRA, "injected"));
  }

  /** Answers to the first request at a position that an earlier task left. */
  private static List<Injection> questions() {
    return List.of(
        question(ALREADY_EXISTS, "ALREADY_EXISTS OFFSET_ALREADY_EXISTS"),
        question(OFFSET_OUT_OF_RANGE, "OUT_OF_RANGE OFFSET_OUT_OF_RANGE"),
        question(STREAM_UNUSABLE, "INVALID_ARGUMENT STREAM_FINALIZED"),
        question(TABLE_NOT_FOUND, "NOT_FOUND"),
        question(REQUEST_INVALID, "FAILED_PRECONDITION"));
  }

  private static Injection question(ErrorCode failure, String code) {
    return inject(APPEND, failure, QUESTION).by(rows(code, 1, 1)).with(RESTORED).on(BUFFERED);
  }

  private static List<Injection> absentTables() {
    return List.of(
        inject(APPEND, TABLE_NOT_FOUND, NO_ROWS, PLAIN, UNNUMBERED, MAY_CREATE, GONE)
            .at(PLANNED, Scene::drop)
            .on(DEFAULT),
        inject(APPEND, TABLE_NOT_FOUND, NO_ROWS, PLAIN, UNNUMBERED, MADE_ANEW)
            .at(PLANNED, Injections::replace)
            .on(DEFAULT),
        inject(APPEND, TABLE_NOT_FOUND, MISSED, THERE)
            .by(end("AppendRows", "NOT_FOUND", 1, 2))
            .with(LOSSY)
            .on(DEFAULT, BUFFERED, PENDING),
        inject(APPEND, PERMISSION_DENIED, DENIED, UNPROVEN, THERE)
            .by(rows("PERMISSION_DENIED", 1, 2))
            .on(DEFAULT, BUFFERED, PENDING),
        inject(APPEND, PERMISSION_DENIED)
            .by(rows("PERMISSION_DENIED", 2, 99))
            .on(PENDING)
            .stops(PERMISSION_DENIED),
        inject(APPEND, PERMISSION_DENIED)
            .at(BEGUN, rows("PERMISSION_DENIED", 1, 99))
            .on(DEFAULT, BUFFERED)
            .stops(PERMISSION_DENIED),
        inject(APPEND, TABLE_NOT_FOUND, Condition.CHANGES, GONE)
            .at(PLANNED, Scene::drop)
            .with(CHANGES)
            .on(DEFAULT)
            .stops(TABLE_NOT_FOUND),
        inject(APPEND, TABLE_NOT_FOUND, Condition.CHANGES, MADE_ANEW)
            .at(PLANNED, Injections::replace)
            .with(CHANGES)
            .on(DEFAULT)
            .stops(TABLE_NOT_FOUND),
        inject(APPEND, TABLE_NOT_FOUND, NUMBERED, GONE)
            .at(BEGUN, Scene::drop)
            .with(LOSSY)
            .on(BUFFERED)
            .stops(TABLE_NOT_FOUND),
        inject(APPEND, TABLE_NOT_FOUND, NUMBERED, GONE)
            .at(PLANNED, Scene::drop)
            .on(PENDING)
            .stops(TABLE_NOT_FOUND),
        inject(APPEND, TABLE_NOT_FOUND, NUMBERED, MADE_ANEW)
            .at(BEGUN, Injections::replace)
            .with(LOSSY)
            .on(BUFFERED)
            .stops(TABLE_NOT_FOUND),
        inject(APPEND, TABLE_NOT_FOUND, NUMBERED, MADE_ANEW)
            .at(PLANNED, Injections::replace)
            .on(PENDING)
            .stops(TABLE_NOT_FOUND),
        inject(APPEND, TABLE_NOT_FOUND, GONE)
            .at(PLANNED, Scene::drop)
            .with(NO_CREATION)
            .on(DEFAULT)
            .stops(TABLE_NOT_FOUND),
        inject(APPEND, PERMISSION_DENIED, HIDDEN)
            .at(PLANNED, hidden("AppendRows"))
            .on(DEFAULT)
            .stops(PERMISSION_DENIED),
        inject(APPEND, PERMISSION_DENIED, HIDDEN)
            .at(BEGUN, hidden("AppendRows"))
            .on(BUFFERED)
            .stops(PERMISSION_DENIED),
        inject(APPEND, PERMISSION_DENIED, HIDDEN)
            .at(PLANNED, hidden("AppendRows"))
            .on(PENDING)
            .stops(PERMISSION_DENIED));
  }

  /** Another table in its place; connections to the old one end. */
  private static void replace(Scene scene) {
    scene.replace();
    scene.fault("AppendRows", 1, 1, new Fault.EndCall("NOT_FOUND", "injected"));
  }

  static Consumer<Scene> hidden(String method) {
    return scene -> {
      scene.fault("tables.get", 1, 99, new Fault.Fail("403 accessDenied", "injected"));
      scene.fault(method, 1, 99, new Fault.Fail("PERMISSION_DENIED", "injected"));
    };
  }
}
