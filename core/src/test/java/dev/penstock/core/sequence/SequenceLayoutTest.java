package dev.penstock.core.sequence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.penstock.core.error.ErrorCode;
import dev.penstock.core.error.IngestException;
import dev.penstock.core.sequence.SequenceLayout.Order;
import org.junit.jupiter.api.Test;

final class SequenceLayoutTest {
  private static final SequenceLayout OFFSETS = new SequenceLayout("offset", 1, 0, "t");

  @Test
  void namesKindSectionsAndEpoch() {
    assertThat(new SequenceLayout("field-offset", 2, 0, null).label())
        .isEqualTo("field-offset-2-v1");
    assertThat(new SequenceLayout("field-offset", 3, 7, null).label())
        .isEqualTo("epoch-field-offset-3-v1");
  }

  @Test
  void namesTheLogWhosePositionsNoOtherHas() {
    assertThat(OFFSETS.label()).isEqualTo("offset-1-v1-e3b98a4d");
    assertThat(new SequenceLayout("offset", 1, 0, "u").label()).isNotEqualTo(OFFSETS.label());
  }

  @Test
  void isFitForATableLabel() {
    assertThat(new SequenceLayout("mysql-gtid-ordinal", 4, 1, "Thème_ÄÖ").label())
        .matches("[a-z0-9_-]{1,63}");
  }

  @Test
  void followsItsOwnNumbersOnly() {
    assertThat(OFFSETS.orderTo("offset-1-v1-e3b98a4d")).isEqualTo(Order.SAME);
    assertThat(OFFSETS.orderTo("field-offset-2-v1")).isEqualTo(Order.NONE);
  }

  @Test
  void outranksOtherNumbersByItsEpoch() {
    SequenceLayout raised = new SequenceLayout("offset", 2, 1_718_000_000_000L, "t");

    assertThat(raised.orderTo(OFFSETS.label())).isEqualTo(Order.IF_EPOCH_IS_HIGHER);
    assertThat(raised.orderTo(raised.label())).isEqualTo(Order.SAME);
  }

  @Test
  void refusesAFifthSection() {
    assertThatThrownBy(() -> new SequenceLayout("mysql-gtid", 5, 1, null))
        .isInstanceOfSatisfying(
            IngestException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_OPTION))
        .hasMessage(
            "sections of a sequence number: 5 (expected: at most 4; use fewer fields, or drop the"
                + " epoch or the tie-breaker)");
  }
}
