package dev.penstock.kafka.config;

/** The names of the keys the connector knows. Names that kcbq has keep their spelling. */
public final class Keys {
  // Connection
  public static final String PROJECT = "project";
  public static final String KEYFILE = "keyfile";
  public static final String KEY_SOURCE = "keySource";
  public static final String REST_ENDPOINT = "restEndpoint";
  public static final String GRPC_ENDPOINT = "grpcEndpoint";

  // Routing
  public static final String TOPICS = "topics";
  public static final String TOPICS_REGEX = "topics.regex";
  public static final String DEFAULT_DATASET = "defaultDataset";
  public static final String DATASETS = "datasets";
  public static final String TOPIC_TO_TABLE = "topic2TableMap";
  public static final String SANITIZE_TOPICS = "sanitizeTopics";

  // Tables
  public static final String AUTO_CREATE_TABLES = "autoCreateTables";
  public static final String ALLOW_NEW_FIELDS = "allowNewBigQueryFields";
  public static final String ALLOW_RELAXATION = "allowBigQueryRequiredFieldRelaxation";
  public static final String PARTITION_TYPE = "timePartitioningType";
  public static final String PARTITION_FIELD = "timestampPartitionFieldName";
  public static final String PARTITION_EXPIRATION = "partitionExpirationMs";
  public static final String CLUSTERING = "clusteringPartitionFieldNames";
  public static final String MAX_STALENESS = "tableMaxStaleness";

  // Changes
  public static final String CDC_ENABLED = "cdcEnabled";
  public static final String UPSERT_ENABLED = "upsertEnabled";
  public static final String DELETE_ENABLED = "deleteEnabled";
  public static final String USE_STORAGE_WRITE_API = "useStorageWriteApi";
  public static final String PRIMARY_KEY_FIELDS = "cdcPrimaryKeyFields";
  public static final String CREATE_PRIMARY_KEY = "cdcCreatePrimaryKey";
  public static final String ADD_PRIMARY_KEY = "cdcAddPrimaryKeyToExisting";
  public static final String CLUSTER_BY_PRIMARY_KEY = "cdcClusterByPrimaryKey";
  public static final String SEQUENCE_MODE = "cdcSequenceMode";
  public static final String SEQUENCE_FIELD = "cdcChangeSequenceNumberField";
  public static final String SEQUENCE_EPOCH = "cdcSequenceEpoch";
  public static final String MISSING_SEQUENCE = "cdcMissingSequence";
  public static final String TOMBSTONES = "cdcTombstones";
  public static final String TRUNCATE = "cdcTruncate";
  public static final String UNAVAILABLE_VALUE = "cdcUnavailableValue";
  public static final String UNAVAILABLE_PLACEHOLDER = "cdcUnavailablePlaceholder";
  public static final String INPUT_FORMAT = "cdcInputFormat";
  public static final String METADATA_FIELDS = "cdcMetadataFields";

  // Types
  public static final String SANITIZE_FIELD_NAMES = "sanitizeFieldNames";
  public static final String DECIMALS = "decimalHandlingMode";
  public static final String VARIABLE_SCALE_DECIMALS = "variableScaleDecimalHandlingMode";
  public static final String DATETIME_MAPPING = "datetimeMapping";
  public static final String JSON_COLUMNS = "jsonColumns";
  public static final String OUT_OF_RANGE = "dateTimeOutOfRange";
  public static final String NULL_ELEMENTS = "nullArrayElements";

  // Writing
  public static final String MAX_IN_FLIGHT_BYTES = "maxInFlightBytes";
  public static final String MAX_IN_FLIGHT_REQUESTS = "maxInFlightRequests";
  public static final String REQUEST_MAX_BYTES = "appendRequestMaxBytes";
  public static final String BATCH_BYTES = "appendBatchBytes";
  public static final String RETRY_TIMEOUT_MS = "retryTimeoutMs";
  public static final String APPEND_TIMEOUT_MS = "appendTimeoutMs";
  public static final String COMMIT_WAIT_MS = "offsetCommitWaitMs";
  public static final String ROW_POLICY = "errorsRowPolicy";

  // Set by the connector on its tasks, never by users.
  public static final String TASK_ID = "taskId";

  private Keys() {}
}
