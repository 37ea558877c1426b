package dev.penstock.flink.sink;

import java.io.Serial;
import java.io.Serializable;
import java.time.Duration;
import org.apache.flink.annotation.PublicEvolving;
import org.jspecify.annotations.Nullable;

/** Options of {@link WriteMethod#STORAGE_API_AT_LEAST_ONCE}. Immutable. */
@PublicEvolving
public final class DefaultStreamOptions implements Serializable {
  @Serial private static final long serialVersionUID = 1L;

  private final StreamSettings settings;

  private DefaultStreamOptions(StreamSettings settings) {
    this.settings = settings;
  }

  /** The defaults. */
  public static Builder builder() {
    return new Builder();
  }

  StreamSettings settings() {
    return settings;
  }

  /** Collects options. One owner thread. */
  public static final class Builder extends StreamOptionsBuilder<Builder> {
    private @Nullable Duration flushInterval;

    private Builder() {}

    @Override
    Builder self() {
      return this;
    }

    /**
     * Rows are sent and waited for this often, at least 1 ms; default off. For jobs without
     * checkpoints, which would else hold rows until their batch is full.
     */
    public Builder flushInterval(Duration interval) {
      flushInterval = Durations.requireAtLeast("flushInterval", interval, 1);
      return this;
    }

    /**
     * The options.
     *
     * @throws IllegalStateException when two of them contradict each other
     */
    public DefaultStreamOptions build() {
      return new DefaultStreamOptions(settings(flushInterval));
    }
  }
}
