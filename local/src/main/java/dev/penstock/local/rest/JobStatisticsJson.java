package dev.penstock.local.rest;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.penstock.local.catalog.TableId;
import dev.penstock.local.script.ScriptStep;
import dev.penstock.local.service.Job;
import dev.penstock.local.service.JobOutcome;
import dev.penstock.local.service.JobParent;
import dev.penstock.local.sql.SqlResult;

/** What jobs did, as REST writes it (RT-106, RT-124, RT-137 to RT-139). */
final class JobStatisticsJson {
  private JobStatisticsJson() {}

  static ObjectNode write(Job job) {
    ObjectNode out = Json.object();
    out.put("creationTime", Long.toString(job.createdMillis()));
    if (job.startedMillis() > 0) {
      out.put("startTime", Long.toString(job.startedMillis()));
    }
    if (job.endedMillis() > 0) {
      out.put("endTime", Long.toString(job.endedMillis()));
    }
    script(out, job);
    JobOutcome outcome = job.outcome();
    if (outcome instanceof JobOutcome.Query query) {
      out.put("totalBytesProcessed", Long.toString(query.result().cost().processed()));
      query(out.putObject("query"), query.result());
    } else if (outcome instanceof JobOutcome.Load load) {
      load(out.putObject("load"), load);
    } else if (outcome instanceof JobOutcome.Copy copy) {
      out.putObject("copy")
          .put("copiedRows", Long.toString(copy.copiedRows()))
          .put("copiedLogicalBytes", Long.toString(copy.copiedLogicalBytes()));
    }
    return out;
  }

  /** RT-140, RT-144. */
  private static void script(ObjectNode out, Job job) {
    if (job.children() > 0) {
      out.put("numChildJobs", Integer.toString(job.children()));
    }
    JobParent parent = job.parent();
    if (parent == null) {
      return;
    }
    out.put("parentJobId", parent.id());
    ScriptStep step = parent.step();
    ObjectNode script = out.putObject("scriptStatistics");
    script.put("evaluationKind", step.isExpression() ? "EXPRESSION" : "STATEMENT");
    script
        .putArray("stackFrames")
        .addObject()
        .put("startLine", step.place().startLine())
        .put("startColumn", step.place().startColumn())
        .put("endLine", step.place().endLine())
        .put("endColumn", step.place().endColumn())
        .put("text", step.place().text());
    if (step.transactionId() != null) {
      out.putObject("transactionInfo").put("transactionId", step.transactionId());
    }
  }

  static void query(ObjectNode out, SqlResult result) {
    out.put("statementType", result.statementType());
    out.put("totalBytesProcessed", Long.toString(result.cost().processed()));
    out.put("totalBytesBilled", Long.toString(result.cost().billed())).put("cacheHit", false);
    if (JobJson.isDml(result)) {
      out.put("numDmlAffectedRows", Long.toString(result.affectedRows()));
      out.set("dmlStats", dmlStats(result));
    }
    TableId target = result.ddlTarget();
    if (target != null) {
      out.set("ddlTargetTable", Json.reference(target));
    }
    Json.putText(out, "ddlOperationPerformed", result.ddlOperation());
    if (!result.schema().isEmpty()) {
      out.set("schema", FieldJson.schema(result.schema()));
    }
  }

  /** RT-138. */
  static ObjectNode dmlStats(SqlResult result) {
    return Json.object()
        .put("insertedRowCount", Long.toString(result.dml().inserted()))
        .put("updatedRowCount", Long.toString(result.dml().updated()))
        .put("deletedRowCount", Long.toString(result.dml().deleted()));
  }

  private static void load(ObjectNode out, JobOutcome.Load load) {
    out.put("inputFiles", Long.toString(load.inputFiles()));
    out.put("inputFileBytes", Long.toString(load.inputFileBytes()));
    out.put("outputRows", Long.toString(load.outputRows()));
    out.put("outputBytes", Long.toString(load.outputBytes()));
    out.put("badRecords", Long.toString(load.badRecords()));
  }
}
