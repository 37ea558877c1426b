package dev.penstock.flink.table;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.flink.types.Row;
import org.apache.flink.types.RowKind;

/** Random changes of a table of id, name and no sequence, and the table that they leave behind. */
final class Changelog {
  private Changelog() {}

  /**
   * Changes.
   *
   * @param model gets what the table holds after them
   */
  static List<Row> random(Random random, int count, int keys, Map<Long, String> model) {
    List<Row> changes = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      long id = random.nextInt(keys);
      String name = "v" + i;
      if (!model.containsKey(id)) {
        changes.add(Row.ofKind(RowKind.INSERT, id, name, null));
        model.put(id, name);
      } else if (random.nextInt(4) == 0) {
        changes.add(Row.ofKind(RowKind.DELETE, id, model.remove(id), null));
      } else {
        changes.add(Row.ofKind(RowKind.UPDATE_AFTER, id, name, null));
        model.put(id, name);
      }
    }
    return changes;
  }
}
