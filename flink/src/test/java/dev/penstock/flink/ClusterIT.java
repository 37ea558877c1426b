package dev.penstock.flink;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

@Tag("flink-versions")
class ClusterIT {
  @RegisterExtension static final MiniClusterExtension FLINK = MiniFlink.withSlots(2);

  @Test
  void runsAJobOnThisVersionOfFlink() throws Exception {
    StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
    List<Long> values = new ArrayList<>();
    env.fromSequence(1, 4).executeAndCollect().forEachRemaining(values::add);
    assertThat(values).containsExactlyInAnyOrder(1L, 2L, 3L, 4L);
  }
}
