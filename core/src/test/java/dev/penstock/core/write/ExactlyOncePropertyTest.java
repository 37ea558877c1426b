package dev.penstock.core.write;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.rpc.Code;
import dev.penstock.core.append.Reply;
import dev.penstock.core.append.ScriptedWriteServer.Request;
import dev.penstock.core.append.UnaryScript.Call;
import dev.penstock.core.append.UnaryScript.CallReply;
import dev.penstock.core.error.IngestException;
import io.grpc.Status;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/**
 * Whatever fails and whenever the task dies: each row that the service takes is readable exactly
 * once, as long as a task starts where the last snapshot stood and commits what that named.
 */
final class ExactlyOncePropertyTest {
  private static final int ROWS = 400;
  private static final int TABLES = 3;
  private static final int FAULTS = 25;

  /** The service takes none of these, and names them. */
  private static boolean isNamedBad(int number) {
    return number % 41 == 0;
  }

  /** The service refuses every request with one of these, and does not say why. */
  private static boolean isUnnamedBad(int number) {
    return number % 67 == 0;
  }

  private static String tableOf(int number) {
    return "t" + number % TABLES;
  }

  private static List<Integer> expected(int table) {
    return IntStream.rangeClosed(1, ROWS)
        .filter(number -> number % TABLES == table)
        .filter(number -> !isNamedBad(number) && !isUnnamedBad(number))
        .boxed()
        .toList();
  }

  @Property(tries = 12)
  void eachRowIsReadableExactlyOnce(@ForAll long seed) {
    try (BufferedFixture fixture = new BufferedFixture()) {
      new Task(fixture, seed).run();

      for (int table = 0; table < TABLES; table++) {
        assertThat(fixture.readable("t" + table))
            .containsExactlyInAnyOrderElementsOf(expected(table));
      }
    }
  }

  /** What outlives a task: how far the source was read, and the streams at that point. */
  private record Durable(int read, StreamSnapshot streams) {}

  /** A task that reads numbers and dies now and then. */
  private static final class Task {
    private final BufferedFixture fixture;
    private final Random random;
    private Durable durable = new Durable(0, new StreamSnapshot(List.of(), List.of()));
    private int read;
    private int faults = FAULTS;
    private volatile boolean mayFinalize;

    private Task(BufferedFixture fixture, long seed) {
      this.fixture = fixture;
      this.random = new Random(seed);
      fixture.server.script(this::answer);
      fixture.server.scriptCalls(this::answer);
    }

    private void run() {
      for (int step = 0; durable.read() < ROWS || !durable.streams().advanced().isEmpty(); step++) {
        assertThat(step).as("steps").isLessThan(1_000);
        try {
          step();
        } catch (IngestException e) {
          die();
        }
      }
    }

    private void step() {
      if (!durable.streams().advanced().isEmpty()) {
        commit();
      }
      mayFinalize = true;
      append(12 + next(30));
      if (next(3) > 0) {
        settle();
        if (next(6) == 0) {
          die();
          return;
        }
        mayFinalize = false;
        durable = new Durable(read, fixture.writers.snapshot());
        if (next(3) == 0) {
          append(12 + next(10));
        }
        if (next(6) == 0) {
          die();
        }
      }
    }

    private void commit() {
      durable.streams().advanced().forEach(fixture.committer::commit);
      durable =
          new Durable(durable.read(), new StreamSnapshot(durable.streams().positions(), List.of()));
    }

    private void die() {
      mayFinalize = false;
      fixture.restart(durable.streams().positions());
      read = durable.read();
    }

    private void append(int count) {
      for (int end = Math.min(ROWS, read + count); read < end; read++) {
        int number = read + 1;
        fixture.append(tableOf(number), number, "row " + number + ";");
        if (next(10) == 0) {
          fixture.writers.flush();
        }
      }
    }

    /** Waits for all answers; a connection that says nothing for long is let hang. */
    private void settle() {
      fixture.writers.flush();
      long[] quiet = {0, -1};
      fixture.drainUntil(
          () -> {
            long open = fixture.writers.unacknowledgedBytes();
            quiet[0] = open == quiet[1] ? quiet[0] + 1 : 0;
            quiet[1] = open;
            if (quiet[0] == 40) {
              quiet[0] = 0;
              fixture.time.advance(fixture.options.appendTimeout().plus(Duration.ofSeconds(1)));
            }
            return open == 0;
          });
    }

    private synchronized int next(int bound) {
      return random.nextInt(bound);
    }

    private synchronized boolean isFaulty() {
      boolean faulty = faults > 0 && random.nextInt(4) == 0;
      faults -= faulty ? 1 : 0;
      return faulty;
    }

    private Reply answer(Request request) {
      if (isFaulty()) {
        return fault(request);
      }
      List<Integer> numbers = BufferedFixture.numbers(request.rows());
      if (numbers.stream().anyMatch(ExactlyOncePropertyTest::isUnnamedBad)) {
        return Reply.refuse(Code.INVALID_ARGUMENT, "The request is not understood");
      }
      List<Integer> named = new ArrayList<>();
      for (int index = 0; index < numbers.size(); index++) {
        if (isNamedBad(numbers.get(index))) {
          named.add(index);
        }
      }
      return named.isEmpty() ? Reply.ack() : Reply.refuseRows(named, "Field name: wrong");
    }

    private Reply fault(Request request) {
      boolean storable =
          BufferedFixture.numbers(request.rows()).stream()
              .noneMatch(number -> isNamedBad(number) || isUnnamedBad(number));
      return switch (next(7)) {
        case 0 -> Reply.end(Status.UNAVAILABLE);
        case 1 -> new Reply(storable, null, Status.UNAVAILABLE);
        case 2 -> Reply.silence();
        case 3 -> new Reply(storable, null, null);
        case 4 -> Reply.refuse(Code.RESOURCE_EXHAUSTED, "slow down");
        case 5 -> Reply.refuse(Code.INTERNAL, "try again");
        default -> {
          if (mayFinalize) {
            fixture.server.streams().finalizeStream(request.stream());
          }
          yield Reply.end(Status.ABORTED);
        }
      };
    }

    private CallReply answer(Call call) {
      if (!isFaulty()) {
        return CallReply.answer();
      }
      return switch (next(3)) {
        case 0 -> CallReply.refuse(Status.UNAVAILABLE);
        case 1 -> CallReply.applyAndFail(Status.UNAVAILABLE);
        default ->
            CallReply.refuse(Status.PERMISSION_DENIED.withDescription("(or it may not exist)."));
      };
    }
  }
}
