package dev.penstock.local.rest;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.penstock.local.catalog.ServiceException;
import dev.penstock.local.catalog.TableId;
import dev.penstock.local.rows.AnswerBytes;
import dev.penstock.local.service.Job;
import dev.penstock.local.sql.SqlResult;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The results of queries, page by page (RT-127, RT-131). */
final class QueryJson {
  private static final long MAX_PAGE_BYTES = 20_000_000;

  private QueryJson() {}

  /** The page of a finished job's rows that a request asks for. */
  static ObjectNode page(Job job, Request request) {
    String token = request.query().getOrDefault("pageToken", "");
    long start = token.isEmpty() ? request.number("startIndex", 0) : index(token);
    return page(job, start, TableDataResource.pageRows(request), TableDataResource.cells(request));
  }

  static ObjectNode page(Job job, long start, int max, CellJson cells) {
    SqlResult result = result(job);
    List<List<@Nullable Object>> all = result.rows();
    int from = (int) Math.min(Math.max(0, start), all.size());
    int to = end(all, from, Math.min(all.size(), from + max));
    ObjectNode out = Json.object();
    if (!result.toldSchema().isEmpty()) {
      out.set("schema", FieldJson.schema(result.toldSchema()));
    }
    out.put("totalRows", Integer.toString(all.size()));
    if (to > from) {
      out.set("rows", cells.rows(result.schema(), all.subList(from, to)));
    }
    if (to < all.size()) {
      out.put("pageToken", "row" + to);
    }
    return out;
  }

  /** Where a page ends, so that its bytes are few enough (QT-022). */
  private static int end(List<List<@Nullable Object>> rows, int from, int max) {
    long bytes = 0;
    for (int i = from; i < max; i++) {
      long row = AnswerBytes.of(rows.get(i));
      if (row > MAX_PAGE_BYTES) {
        throw new ServiceException(
            403,
            "responseTooLarge",
            "Response too large to return. Row " + i + " has about " + row + " bytes.");
      }
      bytes += row;
      if (bytes > MAX_PAGE_BYTES) {
        return i;
      }
    }
    return max;
  }

  /**
   * The result of a job that has ended.
   *
   * @throws ServiceException the job's error
   */
  static SqlResult result(Job job) {
    job.error()
        .ifPresent(
            error -> {
              throw error;
            });
    SqlResult result = job.result();
    if (result == null && job.outcome() != null) {
      throw ServiceException.invalid("Job " + job.id() + " is not a query");
    }
    if (result == null) {
      throw new ServiceException(
          400, "jobInternalError", "Job " + job.id() + " has not ended; poll it again");
    }
    if (job.isExpired()) {
      TableId table = job.destination();
      throw ServiceException.notFound(
          "Not found: Table " + (table == null ? job.id() : table.legacy()));
    }
    return result;
  }

  private static long index(String token) {
    try {
      return Long.parseLong(token.substring(3));
    } catch (NumberFormatException | IndexOutOfBoundsException e) {
      throw ServiceException.invalid("Invalid page token: " + token);
    }
  }

  static ObjectNode reference(Job job) {
    return Json.object()
        .put("projectId", job.project())
        .put("jobId", job.id())
        .put("location", job.location());
  }
}
