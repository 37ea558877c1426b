package dev.penstock.core.connection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ChannelPoolTest {
  @Test
  void opensAnotherChannelAfter90Streams() {
    try (ChannelPool pool = new ChannelPool("127.0.0.1:1", true, "test", null)) {
      List<ChannelPool.Lease> leases = new ArrayList<>();
      for (int i = 0; i < 90; i++) {
        leases.add(pool.lease());
      }
      assertThat(pool.channelCount()).isEqualTo(1);

      leases.add(pool.lease());
      assertThat(pool.channelCount()).isEqualTo(2);
      assertThat(leases.get(90).channel()).isNotSameAs(leases.get(0).channel());
    }
  }

  @Test
  void usesAGivenBackPlaceOnce() {
    try (ChannelPool pool = new ChannelPool("127.0.0.1:1", true, "test", null)) {
      ChannelPool.Lease first = pool.lease();
      for (int i = 1; i < 90; i++) {
        var unused = pool.lease();
      }
      first.close();
      first.close();

      assertThat(pool.lease().channel()).isSameAs(first.channel());
      assertThat(pool.lease().channel()).isNotSameAs(first.channel());
    }
  }

  @Test
  void leasesNothingAfterClose() {
    ChannelPool pool = new ChannelPool("127.0.0.1:1", true, "test", null);
    pool.close();
    pool.close();

    assertThatThrownBy(pool::lease)
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("the channel pool is closed");
  }
}
