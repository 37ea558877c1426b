package dev.penstock.core.reader;

/**
 * Reads the bytes of a message into a tape, as protobuf merges them: the last value of a field
 * wins, but messages and lists grow. One owner thread.
 */
final class ProtoTapeWriter {
  private static final int NO_GROUP = 0;

  private final ProtoInput input;
  private final ProtoTape tape;

  ProtoTapeWriter(ProtoInput input, ProtoTape tape) {
    this.input = input;
    this.tape = tape;
  }

  /**
   * Reads a message.
   *
   * @return its first cell
   * @throws dev.penstock.core.encode.RowFaultException when the bytes are no such message
   */
  int write(ProtoLayout layout, byte[] array, int offset, int length) {
    input.begin(array, offset);
    tape.clear();
    int block = tape.add(layout);
    message(layout, block, offset + length, NO_GROUP);
    return block;
  }

  private void message(ProtoLayout layout, int block, int end, int group) {
    while (input.position() < end) {
      int tag = input.tag(end);
      int number = tag >>> 3;
      int wireType = tag & 7;
      if (wireType == ProtoInput.END_GROUP) {
        if (number != group) {
          throw input.malformed();
        }
        return;
      }
      int ordinal = layout.find(number);
      if (ordinal < 0) {
        input.skip(tag, end);
        continue;
      }
      ProtoSlot slot = layout.slot(ordinal);
      if (wireType == slot.wireType()) {
        field(layout, slot, block, ordinal, end);
      } else if (wireType == ProtoInput.LENGTH_DELIMITED && slot.isPackable()) {
        packed(slot, block + ordinal, input.delimited(end));
      } else {
        input.skip(tag, end);
      }
    }
    if (group != NO_GROUP) {
      throw input.malformed();
    }
  }

  private void field(ProtoLayout layout, ProtoSlot slot, int block, int ordinal, int end) {
    for (int sibling : layout.siblings(ordinal)) {
      tape.clear(block + sibling);
    }
    int cell = block + ordinal;
    if (slot.nested() != null) {
      nested(slot, slot.nested(), cell, end);
    } else if (slot.isSlice()) {
      slice(slot, cell, end);
    } else {
      scalar(slot, cell, end);
    }
  }

  private void packed(ProtoSlot slot, int cell, int end) {
    while (input.position() < end) {
      scalar(slot, cell, end);
    }
  }

  private void scalar(ProtoSlot slot, int cell, int end) {
    long value = scalar(slot, end);
    if (!slot.takes(value)) {
      if (slot.field().getContainingType().getOptions().getMapEntry()) {
        tape.clear(cell);
      }
    } else if (slot.repeated()) {
      tape.append(cell, value);
    } else {
      tape.set(cell, value);
    }
  }

  private long scalar(ProtoSlot slot, int end) {
    return switch (slot.type()) {
      case INT64, UINT64 -> input.varint(end);
      case INT32, ENUM -> (int) input.varint(end);
      case UINT32 -> input.varint(end) & 0xFFFF_FFFFL;
      case SINT32 -> {
        int zigzag = (int) input.varint(end);
        yield (zigzag >>> 1) ^ -(zigzag & 1);
      }
      case SINT64 -> {
        long zigzag = input.varint(end);
        yield (zigzag >>> 1) ^ -(zigzag & 1);
      }
      case BOOL -> input.varint(end) == 0 ? 0 : 1;
      case FIXED64, SFIXED64, DOUBLE -> input.fixed64(end);
      case FIXED32 -> input.fixed32(end) & 0xFFFF_FFFFL;
      case SFIXED32 -> input.fixed32(end);
      case FLOAT -> Double.doubleToRawLongBits(Float.intBitsToFloat(input.fixed32(end)));
      case STRING, BYTES, MESSAGE, GROUP -> throw new AssertionError(slot);
    };
  }

  private void slice(ProtoSlot slot, int cell, int end) {
    int start = input.position();
    int valueEnd;
    if (slot.wireType() == ProtoInput.START_GROUP) {
      valueEnd = input.skipGroup(slot.field().getNumber(), end);
    } else {
      valueEnd = input.delimited(end);
      start = input.position();
      input.moveTo(valueEnd);
    }
    long slice = ProtoTape.slice(start, valueEnd);
    if (slot.repeated()) {
      tape.append(cell, slice);
    } else if (slot.isMessageBytes()) {
      tape.appendSlice(cell, slice);
    } else if (slot.omitsEmpty() && start == valueEnd) {
      tape.clear(cell);
    } else {
      tape.set(cell, slice);
    }
  }

  private void nested(ProtoSlot slot, ProtoLayout layout, int cell, int end) {
    boolean merged = !slot.repeated() && !tape.isAbsent(cell);
    int block = merged ? tape.block(cell) : tape.add(layout);
    if (slot.wireType() == ProtoInput.START_GROUP) {
      message(layout, block, end, slot.field().getNumber());
    } else {
      message(layout, block, input.delimited(end), NO_GROUP);
    }
    if (!slot.repeated()) {
      tape.set(cell, block);
    } else if (!layout.isMapEntry() || complete(layout, block)) {
      tape.append(cell, block);
    }
  }

  /**
   * Gives an entry of a map the value that an absent message stands for.
   *
   * @return false for an entry whose value is no name of its enum; protobuf leaves it out
   */
  private boolean complete(ProtoLayout entry, int block) {
    for (int ordinal = 0; ordinal < entry.size(); ordinal++) {
      int cell = block + ordinal;
      ProtoSlot slot = entry.slot(ordinal);
      if (!tape.isAbsent(cell) || slot.omitsEmpty()) {
        continue;
      }
      if (slot.nested() != null) {
        int value = tape.add(slot.nested());
        tape.set(cell, value);
      } else if (slot.isMessageBytes()) {
        tape.set(cell, 0);
      } else {
        return false;
      }
    }
    return true;
  }
}
