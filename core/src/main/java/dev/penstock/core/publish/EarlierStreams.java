package dev.penstock.core.publish;

import dev.penstock.core.append.FinishedStreams;
import dev.penstock.core.append.FoundStream;
import dev.penstock.core.error.ErrorCode;
import dev.penstock.core.error.IngestException;
import dev.penstock.core.table.LiveTable;
import dev.penstock.core.table.TableAdmin;
import dev.penstock.core.write.StreamCommitter;
import java.util.EnumSet;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/**
 * Finds out whether an append by streams was done before under the id of a run, and finishes one
 * that had sent all of its rows. It never begins anew where a commit of those rows may still be on
 * its way: committing the same streams again is harmless (WA-190). One owner thread.
 */
final class EarlierStreams {
  /** Answers that say that the streams, or their table, are not there. */
  private static final Set<ErrorCode> GONE =
      EnumSet.of(ErrorCode.STREAM_UNUSABLE, ErrorCode.TABLE_NOT_FOUND, ErrorCode.DATASET_NOT_FOUND);

  private final PublishPlan plan;
  private final TableAdmin tables;
  private final RunJournals journals;
  private final StreamCommitter committer;

  EarlierStreams(
      PublishPlan plan, TableAdmin tables, RunJournals journals, StreamCommitter committer) {
    this.plan = plan;
    this.tables = tables;
    this.journals = journals;
    this.committer = committer;
  }

  /**
   * How many rows are readable by an earlier run; empty when none are, nor ever will be.
   *
   * @throws IngestException RUN_ID_USED when they are others, or the table is gone since, or nobody
   *     can tell any more
   */
  OptionalLong find(String fingerprint) {
    DeadRun run = journals.findKept(plan.request().runId()).orElse(null);
    SentRows sent = run == null ? null : run.sent();
    if (run == null || sent == null) {
      return OptionalLong.empty();
    }
    if (!sent.source().equals(fingerprint) || !run.target().equals(plan.request().target())) {
      throw EarlierLoad.refused(
          plan, "loaded other rows before, or rows into another table or with other options");
    }
    if (run.isPublished()) {
      requireTable(sent);
    } else if (isCommitted(sent.streams())) {
      journals.published(run);
    } else {
      journals.forget(run);
      return OptionalLong.empty();
    }
    return OptionalLong.of(sent.streams().rows());
  }

  private void requireTable(SentRows sent) {
    Optional<LiveTable> live = tables.find(plan.request().target());
    if (live.isEmpty() || live.get().createdMillis() != sent.tableCreatedMillis()) {
      throw EarlierLoad.refused(
          plan,
          "loaded these rows before by write streams, " + EarlierLoad.tableGone(live.isPresent()));
    }
  }

  /** Commits the streams, unless they can never be. */
  private boolean isCommitted(FinishedStreams streams) {
    try {
      committer.commit(streams);
      return true;
    } catch (IngestException e) {
      if (!GONE.contains(e.code())) {
        throw e;
      }
      FoundStream found = committer.find(streams).orElse(null);
      if (found == null) {
        throw EarlierLoad.refused(
            plan,
            "had sent these rows by write streams, and BigQuery does not know the streams any more:"
                + " whether their "
                + streams.rows()
                + " rows are stored cannot be found out");
      }
      return found.committed();
    }
  }
}
