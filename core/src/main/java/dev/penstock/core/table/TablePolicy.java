package dev.penstock.core.table;

import dev.penstock.core.model.PartitionSpec;
import dev.penstock.core.model.ServiceLimits;
import dev.penstock.core.model.TableAttributes;
import dev.penstock.core.model.TableTemplate;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What a writer may do to its table, and what it makes a new one like; made by a {@link #builder}.
 * Immutable.
 *
 * @param createTable whether an absent table is created
 * @param addColumns whether columns that rows carry and the table lacks are added
 * @param relaxRequired whether REQUIRED columns outside the key may be made NULLABLE
 * @param widenTypes whether columns may get wider types and more room, for good
 * @param addPrimaryKey whether a key is added to an existing table that has none
 * @param template what a new table is like; an existing one must have its key, unless that is empty
 * @param maxStaleness the max_staleness of a change table, zero for none; null leaves it alone
 * @param provisioning how a change table is made ready
 * @param location where the table must lie, for example {@code EU}; null: anywhere
 */
public record TablePolicy(
    boolean createTable,
    boolean addColumns,
    boolean relaxRequired,
    boolean widenTypes,
    boolean addPrimaryKey,
    TableTemplate template,
    @Nullable Duration maxStaleness,
    ChangeProvisioning provisioning,
    @Nullable String location) {
  /** Checks what must be there. */
  public TablePolicy {
    Objects.requireNonNull(template, "template");
    Objects.requireNonNull(provisioning, "provisioning");
  }

  /** Creates tables, adds columns, keyed by these columns and clustered by the first four. */
  public static TablePolicy forChanges(List<String> primaryKey) {
    return builder()
        .createTable(true)
        .addColumns(true)
        .primaryKey(primaryKey)
        .clustering(clusteringOf(primaryKey))
        .build();
  }

  /** The first columns of a key, as many as a table may be clustered by. */
  public static List<String> clusteringOf(List<String> primaryKey) {
    int limit = ServiceLimits.CLUSTERING_COLUMNS.intValue();
    return primaryKey.subList(0, Math.min(limit, primaryKey.size()));
  }

  /** Takes the table as it is: nothing is created and nothing changed. */
  public static TablePolicy asItIs() {
    return builder().build();
  }

  /** The key of a new table, and of an existing one unless empty: then that one's key decides. */
  public List<String> primaryKey() {
    return template.primaryKey();
  }

  /** Whether the columns of an existing table may be changed at all. */
  public boolean mayChangeColumns() {
    return addColumns || relaxRequired || widenTypes;
  }

  /** Takes the table as it is, until more is allowed. */
  public static Builder builder() {
    return new Builder();
  }

  /** This policy, to be changed. */
  public Builder toBuilder() {
    return builder()
        .createTable(createTable)
        .addColumns(addColumns)
        .relaxRequired(relaxRequired)
        .widenTypes(widenTypes)
        .addPrimaryKey(addPrimaryKey)
        .primaryKey(template.primaryKey())
        .clustering(template.clusterBy())
        .partition(template.partition())
        .attributes(template.attributes())
        .maxStaleness(maxStaleness)
        .provisioning(provisioning)
        .location(location);
  }

  /** Collects what is allowed; each is described with {@link TablePolicy}. One owner thread. */
  public static final class Builder {
    private boolean createTable;
    private boolean addColumns;
    private boolean relaxRequired;
    private boolean widenTypes;
    private boolean addPrimaryKey;
    private List<String> primaryKey = List.of();
    private List<String> clustering = List.of();
    private @Nullable PartitionSpec partition;
    private TableAttributes attributes = TableAttributes.NONE;
    private @Nullable Duration maxStaleness;
    private ChangeProvisioning provisioning = ChangeProvisioning.BEST_EFFORT;
    private @Nullable String location;

    private Builder() {}

    /** Whether an absent table is created. */
    public Builder createTable(boolean value) {
      this.createTable = value;
      return this;
    }

    /** Whether missing columns are added. */
    public Builder addColumns(boolean value) {
      this.addColumns = value;
      return this;
    }

    /** Whether REQUIRED columns outside the key may be made NULLABLE. */
    public Builder relaxRequired(boolean value) {
      this.relaxRequired = value;
      return this;
    }

    /** Whether columns may get wider types and more room. */
    public Builder widenTypes(boolean value) {
      this.widenTypes = value;
      return this;
    }

    /** Whether a key is added to an existing table that has none. */
    public Builder addPrimaryKey(boolean value) {
      this.addPrimaryKey = value;
      return this;
    }

    /** Key columns. */
    public Builder primaryKey(List<String> value) {
      this.primaryKey = value;
      return this;
    }

    /** Clustering columns of a new table. */
    public Builder clustering(List<String> value) {
      this.clustering = value;
      return this;
    }

    /** Partitioning of a new table; null for none. */
    public Builder partition(@Nullable PartitionSpec value) {
      this.partition = value;
      return this;
    }

    /** What a new table has beside columns, key and layout. */
    public Builder attributes(TableAttributes value) {
      this.attributes = value;
      return this;
    }

    /** How a change table is made ready. */
    public Builder provisioning(ChangeProvisioning value) {
      this.provisioning = value;
      return this;
    }

    /** The max_staleness of a change table, zero for none; null leaves it alone. */
    public Builder maxStaleness(@Nullable Duration value) {
      this.maxStaleness = value;
      return this;
    }

    /** Where the table must lie; null: anywhere. */
    public Builder location(@Nullable String value) {
      this.location = value;
      return this;
    }

    /** The policy. */
    public TablePolicy build() {
      return new TablePolicy(
          createTable,
          addColumns,
          relaxRequired,
          widenTypes,
          addPrimaryKey,
          new TableTemplate(primaryKey, partition, clustering, attributes),
          maxStaleness,
          provisioning,
          location);
    }
  }
}
