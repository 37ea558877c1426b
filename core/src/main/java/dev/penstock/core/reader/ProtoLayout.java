package dev.penstock.core.reader;

import com.google.protobuf.Descriptors.OneofDescriptor;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** Which field of a message has which cell. Immutable. */
final class ProtoLayout {
  private static final int MAX_DIRECT_NUMBER = 1_000;
  private static final int NONE = -1;

  private final ProtoSlot[] slots;
  private final int[] initialLinks;

  /** Ordinals of the other members of a field's oneof. */
  private final int[][] siblings;

  private final int[] byNumber;
  private final Map<Integer, Integer> byLargeNumber = new HashMap<>();
  private final boolean mapEntry;

  /** A layout; a slot's position is its ordinal. */
  ProtoLayout(List<ProtoSlot> slots, boolean mapEntry) {
    this.slots = slots.toArray(ProtoSlot[]::new);
    this.mapEntry = mapEntry;
    this.initialLinks = slots.stream().mapToInt(ProtoSlot::initialLink).toArray();
    this.siblings =
        IntStream.range(0, slots.size())
            .mapToObj(ordinal -> siblings(slots, ordinal))
            .toArray(int[][]::new);
    int highest =
        slots.stream()
            .mapToInt(slot -> slot.field().getNumber())
            .filter(number -> number <= MAX_DIRECT_NUMBER)
            .max()
            .orElse(0);
    this.byNumber = IntStream.rangeClosed(0, highest).map(number -> NONE).toArray();
    for (int ordinal = 0; ordinal < slots.size(); ordinal++) {
      int number = slots.get(ordinal).field().getNumber();
      if (number <= highest) {
        byNumber[number] = ordinal;
      } else {
        byLargeNumber.put(number, ordinal);
      }
    }
  }

  private static int[] siblings(List<ProtoSlot> slots, int ordinal) {
    OneofDescriptor oneof = slots.get(ordinal).field().getRealContainingOneof();
    return IntStream.range(0, slots.size())
        .filter(other -> oneof != null && other != ordinal)
        .filter(other -> slots.get(other).field().getRealContainingOneof() == oneof)
        .toArray();
  }

  int size() {
    return slots.length;
  }

  /** Whether it is an entry of a map. */
  boolean isMapEntry() {
    return mapEntry;
  }

  ProtoSlot slot(int ordinal) {
    return slots[ordinal];
  }

  int[] siblings(int ordinal) {
    return siblings[ordinal];
  }

  /** The ordinal of a field; negative when there is no such field. */
  int find(int number) {
    return number < byNumber.length ? byNumber[number] : byLargeNumber.getOrDefault(number, NONE);
  }

  /** Writes the cells of a message without content. */
  void copyInitial(long[] values, int[] links, int block) {
    Arrays.fill(values, block, block + slots.length, 0);
    System.arraycopy(initialLinks, 0, links, block, slots.length);
  }
}
