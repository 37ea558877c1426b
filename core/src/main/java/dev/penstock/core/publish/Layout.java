package dev.penstock.core.publish;

import dev.penstock.core.model.PartitionSpec;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How the rows of a target are told apart and lie, once it is chosen.
 *
 * @param key the columns that tell rows apart, as the schema spells them; empty for none
 * @param constraint the columns of the PRIMARY KEY that a new table declares; empty for none
 * @param partition null for none
 * @param clusterBy empty for none
 */
record Layout(
    List<String> key,
    List<String> constraint,
    @Nullable PartitionSpec partition,
    List<String> clusterBy) {
  Layout {
    key = List.copyOf(key);
    constraint = List.copyOf(constraint);
    clusterBy = List.copyOf(clusterBy);
  }
}
