package dev.penstock.local.script;

import dev.penstock.local.sql.SqlEffect;
import dev.penstock.local.sql.SqlResult;

/** What a script runs in: it sees each statement as a job of its own (RT-140). */
public interface ScriptHost {
  /** The id of the script's job, which is {@code @@script.job_id}. */
  String jobId();

  /**
   * Runs one statement and answers its result.
   *
   * @throws dev.penstock.local.catalog.ServiceException with the statement's error
   */
  SqlResult child(ScriptStep step, Work work);

  /** The work of a statement. */
  interface Work {
    /**
     * Does it.
     *
     * @param effect what belongs into the transaction of its effect
     */
    SqlResult run(SqlEffect effect);
  }
}
