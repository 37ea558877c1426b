package dev.penstock.benchmarks.property;

import com.google.protobuf.ByteString;
import com.google.protobuf.DescriptorProtos.DescriptorProto;
import dev.penstock.benchmarks.client.Appends;
import dev.penstock.benchmarks.client.GoneException;
import dev.penstock.benchmarks.client.WireRow;
import dev.penstock.benchmarks.property.ChangeModel.Change;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Random changes of few keys, shuffled, some of them twice, with numbers of one to four sections
 * that are often equal, or without any; the log is applied now and then.
 */
final class ChangeHistory implements History {
  private static final DescriptorProto ORDERED =
      WireRow.schema(
          "id:INT64", "name:STRING", "_CHANGE_TYPE:STRING", "_CHANGE_SEQUENCE_NUMBER:STRING");
  private static final DescriptorProto BY_ARRIVAL =
      WireRow.schema("id:INT64", "name:STRING", "_CHANGE_TYPE:STRING");
  private static final int MAX_CHANGES = 40;
  private static final int MAX_REQUEST = 8;
  private static final int KEYS = 6;
  private static final int MAX_SECTIONS = 4;

  /** Small ones collide; the others need all digits, or the sign. */
  private static final List<Long> SECTIONS =
      List.of(0L, 1L, 2L, 9L, 10L, 15L, 16L, 255L, 1L << 32, Long.MAX_VALUE, Long.MIN_VALUE, -1L);

  private final Target target;
  private final String table;
  private final ChangeModel model = new ChangeModel();
  private Random random = new Random();
  private long firstKey;

  ChangeHistory(Target target, String table) {
    this.target = target;
    this.table = table;
  }

  @Override
  public void begin() throws GoneException, InterruptedException {
    target.rest().createTable(table, true, "id:INT64", "name:STRING");
  }

  @Override
  public void play(Random chance) throws GoneException, InterruptedException {
    random = chance;
    firstKey += KEYS;
    boolean ordered = random.nextInt(8) > 0;
    List<Change> changes = changes(ordered);
    Appends appends =
        new Appends(target.channel(), Appends.defaultStream(table), ordered ? ORDERED : BY_ARRIVAL);
    int from = 0;
    while (from < changes.size()) {
      int to = Math.min(changes.size(), from + 1 + random.nextInt(MAX_REQUEST));
      List<Change> request = changes.subList(from, to);
      appends.send(null, request.stream().map(change -> row(change)).toList());
      request.forEach(model::arrive);
      appends.offset();
      if (random.nextInt(6) == 0) {
        target.applyChanges(table);
      }
      if (random.nextInt(16) == 0) {
        compare("in between");
      }
      from = to;
    }
    appends.end();
    compare("merged");
    target.applyChanges(table);
    compare("applied");
  }

  private void compare(String when) throws GoneException, InterruptedException {
    Unequal.check("rows, " + when, model.rows(), target.rest().rows(table));
  }

  private List<Change> changes(boolean ordered) {
    List<Change> changes = new ArrayList<>();
    int count = 1 + random.nextInt(MAX_CHANGES);
    for (int i = 0; i < count; i++) {
      boolean delete = random.nextInt(3) == 0;
      changes.add(
          new Change(
              firstKey + random.nextInt(KEYS),
              delete ? null : "v" + i,
              ordered ? sections() : List.of()));
    }
    changes.addAll(changes.stream().filter(change -> random.nextInt(3) == 0).toList());
    Collections.shuffle(changes, random);
    return changes;
  }

  private List<Long> sections() {
    List<Long> sections = new ArrayList<>();
    int count = 1 + random.nextInt(MAX_SECTIONS);
    for (int i = 0; i < count; i++) {
      sections.add(SECTIONS.get(random.nextInt(SECTIONS.size())));
    }
    return sections;
  }

  private ByteString row(Change change) {
    String type = change.value() == null ? "DELETE" : "UPSERT";
    return WireRow.of(change.key(), change.value(), type, text(change.sections()));
  }

  /** In either case, some with leading zeros. */
  private @Nullable String text(List<Long> sections) {
    if (sections.isEmpty()) {
      return null;
    }
    String format = List.of("%x", "%X", "%016x").get(random.nextInt(3));
    return sections.stream()
        .map(section -> String.format(Locale.ROOT, format, section))
        .collect(Collectors.joining("/"));
  }
}
