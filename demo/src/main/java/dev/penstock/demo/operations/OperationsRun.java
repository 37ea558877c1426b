package dev.penstock.demo.operations;

import dev.penstock.demo.stack.Sink;
import dev.penstock.demo.stack.Stack;
import dev.penstock.demo.stack.StackException;
import dev.penstock.testkit.history.ChangeHistory;
import dev.penstock.testkit.history.HistoryTable;
import dev.penstock.testkit.history.KeyState;
import dev.penstock.testkit.history.Operation;
import dev.penstock.testkit.history.Operation.Action;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * Runs the operations of a history one after another: SQL in PostgreSQL, actions on the topics.
 * After each it waits until BigQuery shows the expected state. One owner thread.
 */
public final class OperationsRun {
  private final Stack stack;
  private final Sink sink;
  private final ChangeHistory history;
  private final StateCheck check;
  private final Map<Integer, Map<TopicPartition, Long>> endsBefore = new HashMap<>();
  private final Map<Integer, Map<TopicPartition, Long>> endsAfter = new HashMap<>();

  /** Runs on tables that the history's fixture created and that the sink reads. */
  public OperationsRun(Stack stack, Sink sink, ChangeHistory history) {
    this.stack = stack;
    this.sink = sink;
    this.history = history;
    this.check = new StateCheck(stack, history);
  }

  /** Runs all operations and hands over each result as it comes. */
  public List<OperationResult> run(Consumer<OperationResult> consumer) {
    List<OperationResult> results = new ArrayList<>();
    try (Connection connection = stack.postgres().connect()) {
      for (Operation operation : history.operations()) {
        OperationResult result = run(connection, operation);
        results.add(result);
        consumer.accept(result);
      }
    } catch (SQLException e) {
      throw new StackException("PostgreSQL refused an operation: " + e.getMessage(), e);
    }
    return results;
  }

  private OperationResult run(Connection connection, Operation operation) throws SQLException {
    List<String> done = new ArrayList<>();
    boolean republished = isRepublished(operation.number());
    if (republished) {
      endsBefore.put(operation.number(), log(operation).end());
    }
    for (Operation.Transaction transaction : operation.transactions()) {
      execute(connection, transaction);
      done.addAll(transaction.sql());
    }
    Action action = operation.action();
    if (action != null) {
      done.add(perform(action));
    }
    boolean visible = check.await(connection, operation);
    if (!visible || operation.changes().isEmpty() || action != null) {
      // Nothing on the tables can tell whether the change has come: ask source and sink.
      settle();
    }
    if (republished) {
      settle();
      endsAfter.put(operation.number(), log(operation).end());
    }
    return check.result(connection, operation, done);
  }

  private void settle() {
    stack.source().awaitCaughtUp();
    sink.awaitCaughtUp();
  }

  private boolean isRepublished(int number) {
    return history.operations().stream().anyMatch(other -> usesRecordsOf(other.action(), number));
  }

  private static boolean usesRecordsOf(@Nullable Action action, int number) {
    if (action instanceof Action.Republish again) {
      return again.operation() == number;
    }
    return action instanceof Action.DeleteUnseen unseen && unseen.operation() == number;
  }

  private static void execute(Connection connection, Operation.Transaction transaction)
      throws SQLException {
    connection.setAutoCommit(false);
    try (Statement statement = connection.createStatement()) {
      for (String sql : transaction.sql()) {
        statement.execute(sql);
      }
    }
    if (transaction.rollback()) {
      connection.rollback();
    } else {
      connection.commit();
    }
    connection.setAutoCommit(true);
  }

  private String perform(Action action) {
    if (action instanceof Action.Republish again) {
      Operation earlier = operation(again.operation());
      log(earlier).republish(log(earlier).read(before(earlier), after(earlier)));
      return "published the records of operation " + again.operation() + " once more";
    }
    if (action instanceof Action.DeleteUnseen unseen) {
      Operation earlier = operation(unseen.operation());
      log(earlier)
          .republishAs(
              log(earlier).read(before(earlier), after(earlier)),
              named(history.table(unseen.table()), unseen.key()));
      return "published the delete of operation " + unseen.operation() + " for key " + unseen.key();
    }
    if (action instanceof Action.Replay) {
      sink.awaitCaughtUp();
      return "rewound the sink to operation 1: " + sink.rewind(1.0) + " records once more";
    }
    throw new AssertionError(action);
  }

  private static Map<String, Object> named(HistoryTable table, List<Object> key) {
    Map<String, Object> fields = new HashMap<>();
    for (int i = 0; i < key.size(); i++) {
      fields.put(table.key().get(i), key.get(i));
    }
    return fields;
  }

  private Operation operation(int number) {
    return history.operations().get(number - 1);
  }

  private Map<TopicPartition, Long> before(Operation operation) {
    return endsBefore.getOrDefault(operation.number(), Map.of());
  }

  private Map<TopicPartition, Long> after(Operation operation) {
    return endsAfter.getOrDefault(operation.number(), Map.of());
  }

  private TopicLog log(Operation operation) {
    return new TopicLog(stack.broker().bootstrap(), operation.state().get(0).table());
  }

  /** The tables whose rows an operation may change; all for one that touches no key by name. */
  static Set<String> touched(ChangeHistory history, Operation operation) {
    Set<String> tables = new TreeSet<>();
    operation.state().forEach(state -> tables.add(state.table()));
    if (tables.isEmpty()) {
      history.tables().forEach(table -> tables.add(table.name()));
    }
    return tables;
  }

  /** The keys to show: those the operation names, or all of the final state. */
  static List<KeyState> shown(ChangeHistory history, Operation operation) {
    return operation.state().isEmpty() ? history.finalState() : operation.state();
  }
}
