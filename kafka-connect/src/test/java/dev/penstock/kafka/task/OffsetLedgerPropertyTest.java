package dev.penstock.kafka.task;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.kafka.route.RecordOrigin;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.connect.sink.SinkRecord;

/** The ledger against the plainest bookkeeping of the same events. */
class OffsetLedgerPropertyTest {
  private static final Set<TopicPartition> PARTITIONS =
      Set.of(new TopicPartition("t", 0), new TopicPartition("t", 1), new TopicPartition("u", 0));

  private static final class Entry {
    final long ticket;
    final long offset;
    boolean done;

    Entry(long ticket, long offset, boolean done) {
      this.ticket = ticket;
      this.offset = offset;
      this.done = done;
    }
  }

  /** Every record that was ever seen, in order. */
  private static final class Naive {
    final Map<TopicPartition, List<Entry>> entries = new HashMap<>();

    Map<TopicPartition, OffsetAndMetadata> committable() {
      Map<TopicPartition, OffsetAndMetadata> offsets = new HashMap<>();
      entries.forEach(
          (partition, list) -> {
            for (Entry entry : list) {
              if (!entry.done) {
                break;
              }
              offsets.put(partition, new OffsetAndMetadata(entry.offset + 1));
            }
          });
      return offsets;
    }
  }

  @Property(tries = 200)
  void commitsTheContiguousPrefix(@ForAll long seed, @ForAll @IntRange(min = 1, max = 3000) int n) {
    Random random = new Random(seed);
    OffsetLedger ledger =
        new OffsetLedger(RecordOrigin.ofWorker(), false, new TakenBackOffsets(true));
    Naive naive = new Naive();
    Map<TopicPartition, Long> next = new HashMap<>();
    List<TopicPartition> partitions = List.copyOf(PARTITIONS);
    List<Entry> open = new ArrayList<>();
    for (int i = 0; i < n; i++) {
      TopicPartition partition = partitions.get(random.nextInt(3));
      int action = random.nextInt(10);
      if (action < 5) {
        long offset = next.merge(partition, 1L + random.nextInt(3), Long::sum);
        SinkRecord record = record(partition, offset);
        boolean skipped = action == 0;
        long ticket = -1;
        if (skipped) {
          ledger.skip(record);
        } else {
          ticket = ledger.open(record);
        }
        Entry entry = new Entry(ticket, offset, skipped);
        naive.entries.computeIfAbsent(partition, any -> new ArrayList<>()).add(entry);
        if (!skipped) {
          open.add(entry);
        }
      } else if (!open.isEmpty()) {
        Entry entry = open.remove(random.nextInt(open.size()));
        ledger.complete(entry.ticket);
        entry.done = true;
      }
    }
    assertThat(ledger.committable(PARTITIONS)).isEqualTo(naive.committable());
    open.forEach(entry -> ledger.complete(entry.ticket));
    open.forEach(entry -> entry.done = true);
    assertThat(ledger.committable(PARTITIONS)).isEqualTo(naive.committable());
    assertThat(ledger.openCount()).isZero();
    assertThat(ledger.firstOpen()).isEqualTo(ledger.nextTicket());
  }

  private static SinkRecord record(TopicPartition partition, long offset) {
    return new SinkRecord(partition.topic(), partition.partition(), null, null, null, "x", offset);
  }
}
