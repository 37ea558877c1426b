package dev.penstock.core.sequence.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.penstock.core.model.ChangeType;
import dev.penstock.core.sequence.TieBreaker;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class SourceOrderTest {
  private static final PositionReader TICDC = PositionReader.ticdc("default");
  private static final Map<String, String> MOVE =
      Map.of("connector", "TiCDC", "commit_ts", "5", "cluster_id", "default");

  @Test
  void isThePositionAlone() {
    SourceOrder order = SourceOrder.of(TICDC);

    assertThat(order.number(MOVE, ChangeType.DELETE, 77)).hasToString("5");
    assertThat(order.layout().label()).isEqualTo("ticdc-1-v1");
  }

  @Test
  void putsTheInsertOfAMoveAboveItsDelete() {
    SourceOrder order = new SourceOrder(TICDC, 0, TieBreaker.CHANGE);

    assertThat(order.number(MOVE, ChangeType.DELETE, 78)).hasToString("5/0");
    assertThat(order.number(MOVE, ChangeType.UPSERT, 77)).hasToString("5/1");
    assertThat(order.layout().label()).isEqualTo("ticdc-change-2-v1");
  }

  @Test
  void ordersChangesOfOnePositionByThePlaceInTheLog() {
    SourceOrder order = new SourceOrder(PositionReader.mongoDb(), 3, TieBreaker.ORDINAL);
    Map<String, String> change = Map.of("connector", "mongodb", "ts_ms", "1000", "ord", "2");

    assertThat(order.number(change, ChangeType.UPSERT, 77)).hasToString("3/100000002/4d");
    assertThat(order.layout().label()).isEqualTo("epoch-mongodb-ordinal-3-v1");
  }

  @Test
  void refusesAFifthSectionBeforeTheFirstRow() {
    PositionReader reader =
        PositionReader.mysqlGtid(List.of("24bc7850-2c16-11e6-a073-0242ac110002"));

    assertThatThrownBy(() -> new SourceOrder(reader, 1, TieBreaker.NONE))
        .hasMessage(
            "sections of a sequence number: 5 (expected: at most 4; use fewer fields, or drop the"
                + " epoch or the tie-breaker)");
  }
}
