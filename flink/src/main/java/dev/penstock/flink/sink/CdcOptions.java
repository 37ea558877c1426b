package dev.penstock.flink.sink;

import java.io.Serial;
import java.io.Serializable;
import java.util.Objects;
import org.apache.flink.annotation.Experimental;
import org.jspecify.annotations.Nullable;

/** How records become changes. Immutable. */
@Experimental
public final class CdcOptions<T> implements Serializable {
  @Serial private static final long serialVersionUID = 1L;

  private final CdcChangeTypeProvider<? super T> changeTypeProvider;
  private final @Nullable CdcSequenceNumberProvider<? super T> sequenceNumberProvider;

  private CdcOptions(Builder<T> builder) {
    this.changeTypeProvider = builder.changeTypeProvider;
    this.sequenceNumberProvider = builder.sequenceNumberProvider;
  }

  /** Options with the one thing that every change needs. */
  public static <T> Builder<T> builder(CdcChangeTypeProvider<? super T> changeTypeProvider) {
    return new Builder<>(Objects.requireNonNull(changeTypeProvider, "changeTypeProvider"));
  }

  CdcChangeTypeProvider<? super T> changeTypeProvider() {
    return changeTypeProvider;
  }

  @Nullable CdcSequenceNumberProvider<? super T> sequenceNumberProvider() {
    return sequenceNumberProvider;
  }

  /** Collects options. One owner thread. */
  public static final class Builder<T> {
    private final CdcChangeTypeProvider<? super T> changeTypeProvider;
    private @Nullable CdcSequenceNumberProvider<? super T> sequenceNumberProvider;

    private Builder(CdcChangeTypeProvider<? super T> changeTypeProvider) {
      this.changeTypeProvider = changeTypeProvider;
    }

    /**
     * Orders the changes of a key. Default: by their arrival at a task, by its clock and a count,
     * which is sound while all changes of a key go to one task, or the clocks agree.
     */
    public Builder<T> sequenceNumberProvider(CdcSequenceNumberProvider<? super T> provider) {
      sequenceNumberProvider = Objects.requireNonNull(provider, "sequenceNumberProvider");
      return this;
    }

    /** The options. */
    public CdcOptions<T> build() {
      return new CdcOptions<>(this);
    }
  }
}
