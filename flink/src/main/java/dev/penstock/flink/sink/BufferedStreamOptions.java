package dev.penstock.flink.sink;

import java.io.Serial;
import java.io.Serializable;
import org.apache.flink.annotation.PublicEvolving;

/** Options of {@link WriteMethod#STORAGE_API_EXACTLY_ONCE}. Immutable. */
@PublicEvolving
public final class BufferedStreamOptions implements Serializable {
  @Serial private static final long serialVersionUID = 1L;

  private final StreamSettings settings;

  private BufferedStreamOptions(StreamSettings settings) {
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
    private Builder() {}

    @Override
    Builder self() {
      return this;
    }

    /**
     * The options.
     *
     * @throws IllegalStateException when two of them contradict each other
     */
    public BufferedStreamOptions build() {
      return new BufferedStreamOptions(settings(null));
    }
  }
}
