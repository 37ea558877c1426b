package dev.penstock.flink.sink;

import java.util.Locale;
import org.apache.flink.annotation.PublicEvolving;

/** What happens when a table does not exist. */
@PublicEvolving
public enum CreateDisposition {
  /** It is created with the columns of the serializer. The default. */
  CREATE_IF_NEEDED,
  /** The job fails. */
  CREATE_NEVER;

  /** The word that SQL options use. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
