package dev.penstock.local.admin;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.penstock.local.catalog.ServiceException;
import dev.penstock.local.catalog.StoredCatalog;
import dev.penstock.local.catalog.TableId;
import dev.penstock.local.catalog.TableMetadata;
import dev.penstock.local.rows.ChangeSequence;
import dev.penstock.local.rows.DuckRowStore;
import dev.penstock.local.rows.KeyStories;
import dev.penstock.local.rows.KeyStory;
import dev.penstock.local.rows.KeyStory.Told;
import dev.penstock.local.rows.RowBatch.Change;
import java.time.Instant;
import java.util.List;

/** Why a row is what it is: the changes of its key, and which of them won. Thread-safe. */
final class StoryCalls {
  private static final String NOT_REMEMBERED =
      " Changes that came before the server was started, or that the history forgot, are not"
          + " remembered.";

  private final StoredCatalog catalog;
  private final KeyStories stories;

  StoryCalls(StoredCatalog catalog, DuckRowStore rows) {
    this.catalog = catalog;
    this.stories = new KeyStories(rows);
  }

  List<AdminRoute> routes() {
    return List.of(
        new AdminRoute(
            "GET",
            "story",
            "the changes of a row, and which won and why: ?table=project.dataset.table&key=value,"
                + " or a JSON object for a key of several columns",
            this::story));
  }

  private ObjectNode story(AdminRequest request) {
    TableId id =
        request
            .only("table", "key")
            .table()
            .orElseThrow(() -> AdminRequest.refused("table", "missing", "project.dataset.table"));
    TableMetadata table =
        catalog
            .findTable(id)
            .orElseThrow(() -> ServiceException.notFound("Not found: Table " + id.legacy()));
    if (table.hasQuery()) {
      throw table.refusal();
    }
    List<Object> key = KeyText.values(table, request.load("key", "the primary key of a row"));
    KeyStory story = stories.of(table, key);
    ObjectNode out = JsonNodeFactory.instance.objectNode().put("table", id.toString());
    ArrayNode columns = out.putArray("key");
    table.primaryKey().forEach(columns::add);
    out.put("verdict", verdict(story)).put("complete", story.isComplete());
    KeyStory.Stored stored = story.stored();
    ArrayNode rows = out.putArray("rows");
    stored.rows().forEach(row -> rows.add(ValueJson.row(table.fields(), row)));
    out.set("row", rows.get(0));
    if (stored.tombstone() != null) {
      out.putObject("tombstone")
          .put("sequence", ChangeSequence.shortest(stored.tombstone()))
          .put("since", Instant.ofEpochMilli(stored.tombstoneMillis()).toString());
    }
    ArrayNode changes = out.putArray("changes");
    story.changes().forEach(told -> changes.add(json(told)));
    return out;
  }

  private static ObjectNode json(Told told) {
    Change change = told.came().change();
    return JsonNodeFactory.instance
        .objectNode()
        .put("number", told.came().number())
        .put("at", Instant.ofEpochMilli(told.came().millis()).toString())
        .put("type", type(change))
        .put("sequence", change.sent())
        .put("applied", told.isApplied())
        .put("effect", told.effect().name())
        .put("why", why(told));
  }

  private static String type(Change change) {
    return change.delete() ? "DELETE" : "UPSERT";
  }

  private static String why(Told told) {
    return switch (told.effect()) {
      case WON ->
          isNumbered(told)
              ? "the highest sequence number, and the last that came with it"
              : "the last that came, and none has a sequence number";
      case REPLACED ->
          told.isTie()
              ? "change "
                  + told.by()
                  + (isNumbered(told) ? " came later with the same sequence number" : " came later")
              : "change " + told.by() + " has a higher sequence number";
      case IGNORED -> "change " + told.by() + " was there with a higher sequence number";
      case FORGOTTEN -> "its tombstone was older than two days, so any later change wins";
    };
  }

  private static boolean isNumbered(Told told) {
    return told.came().change().sent() != null;
  }

  /** What an incomplete history cannot rule out is said, whatever the changes in it tell. */
  private static String verdict(KeyStory story) {
    if (story.isDecidedBefore()) {
      return "A change that is not remembered decided: it came before the server was started, or"
          + " the history forgot it.";
    }
    Told winner = story.winner();
    String verdict = winner == null ? withoutChange(story) : won(story, winner);
    return story.isComplete() ? verdict : verdict + NOT_REMEMBERED;
  }

  private static String withoutChange(KeyStory story) {
    String means = story.isComplete() ? "" : ", or by a change that is not remembered";
    String of = story.isComplete() ? "" : " that is remembered";
    return switch (story.stored().rows().size()) {
      case 0 -> "No row, and no change that counts" + (of.isEmpty() ? "." : " is remembered.");
      case 1 ->
          "The row came by no change%s: by a plain append, a job or a statement%s."
              .formatted(of, means);
      default ->
          "The rows came by no change%s: by plain appends, jobs or statements%s."
              .formatted(of, means);
    };
  }

  private static String won(KeyStory story, Told winner) {
    String change =
        (story.isComplete() ? "Change " : "Of the changes that are remembered, change ")
            + winner.came().number()
            + " won: "
            + told(winner.came().change())
            + ".";
    boolean isDelete = winner.came().change().delete();
    int rows = story.stored().rows().size();
    if (!winner.isApplied() && story.stored().isBase()) {
      return change
          + " Queries do not see that yet: it waits to be applied, as max_staleness allows.";
    }
    if (rows > 1) {
      return change + " Queries see more rows with this key" + otherwise(story);
    }
    if (isDelete != (rows == 0)) {
      return change + " Queries do not see that" + otherwise(story);
    }
    return isDelete
        ? change
            + " Changes with lower sequence numbers have no effect until its tombstone ends,"
            + " two days after it was applied."
        : change;
  }

  private static String otherwise(KeyStory story) {
    return ": a plain append, a job"
        + (story.isComplete() ? " or a statement" : ", a statement or a change not remembered")
        + " changed the table beside its changes.";
  }

  private static String told(Change change) {
    String sent = change.sent();
    return type(change) + (sent == null ? " without a sequence number" : " of sequence " + sent);
  }
}
