package dev.penstock.kafka.config;

import dev.penstock.core.model.ServiceLimits;
import dev.penstock.kafka.config.Choices.DateTimeMapping;
import dev.penstock.kafka.config.Choices.InputFormat;
import dev.penstock.kafka.config.Choices.JsonColumns;
import dev.penstock.kafka.config.Choices.KeySource;
import dev.penstock.kafka.config.Choices.MissingSequence;
import dev.penstock.kafka.config.Choices.PartitionType;
import dev.penstock.kafka.config.Choices.RowPolicy;
import dev.penstock.kafka.config.Choices.SequenceMode;
import dev.penstock.kafka.config.Choices.Tombstones;
import dev.penstock.kafka.config.Choices.Truncate;
import dev.penstock.kafka.read.ReadOptions.DecimalMapping;
import dev.penstock.kafka.read.ReadOptions.NullElements;
import dev.penstock.kafka.read.ReadOptions.OutOfRange;
import dev.penstock.kafka.read.UnavailableValue;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.Importance;

/** The keys of the connector with type, default and meaning; the reference page is made from it. */
public final class SinkKeys {
  private static final int MAX_REQUEST_BYTES = ServiceLimits.APPEND_REQUEST_BYTES.intValue();
  private static final ConfigDef KEYS = new ConfigDef();

  static {
    connection(new KeyGroup(KEYS, "Connection"));
    routing(new KeyGroup(KEYS, "Routing"));
    tables(new KeyGroup(KEYS, "Tables"));
    changes(new KeyGroup(KEYS, "Changes"));
    sequence(new KeyGroup(KEYS, "Order of changes"));
    types(new KeyGroup(KEYS, "Types"));
    writing(new KeyGroup(KEYS, "Writing"));
    LegacyKeys.define(KEYS);
  }

  private SinkKeys() {}

  /** All keys. */
  public static ConfigDef all() {
    return new ConfigDef(KEYS);
  }

  private static void connection(KeyGroup group) {
    group
        .text(
            Keys.PROJECT,
            null,
            Importance.HIGH,
            "Google Cloud project of the tables and of the jobs. Required.")
        .secret(
            Keys.KEYFILE,
            Importance.MEDIUM,
            "Path of a credentials file or the JSON text itself, as keySource says. Empty:"
                + " Application Default Credentials.")
        .choice(
            Keys.KEY_SOURCE,
            KeySource.FILE,
            Importance.MEDIUM,
            "What keyfile holds: FILE a path, JSON the text; APPLICATION_DEFAULT wants it empty.")
        .text(
            Keys.REST_ENDPOINT,
            "",
            Importance.LOW,
            "URL of an emulator's REST API, such as http://127.0.0.1:9050. Together with"
                + " grpcEndpoint, without keyfile. Empty: the environment variable"
                + " BIGQUERY_EMULATOR_HOST, else the real service.")
        .text(
            Keys.GRPC_ENDPOINT,
            "",
            Importance.LOW,
            "host:port of an emulator's Storage APIs, plaintext. Empty: the environment variable"
                + " BIGQUERY_STORAGE_EMULATOR_HOST, else the real service.");
  }

  private static void routing(KeyGroup group) {
    group
        .list(Keys.TOPICS, "", Importance.HIGH, "Topics to read. Either this or topics.regex.")
        .text(Keys.TOPICS_REGEX, "", Importance.HIGH, "Pattern of the topics to read.")
        .text(
            Keys.DEFAULT_DATASET,
            "",
            Importance.HIGH,
            "Dataset of the tables. Required unless datasets names one for each topic.")
        .list(
            Keys.DATASETS,
            "",
            Importance.LOW,
            "Datasets by topic as pattern=dataset, the first full match wins; used where"
                + " defaultDataset is absent.")
        .text(
            Keys.TOPIC_TO_TABLE,
            "",
            Importance.LOW,
            "Tables by topic as topic:table,topic:table. Other topics use their own name.")
        .flag(
            Keys.SANITIZE_TOPICS,
            false,
            Importance.MEDIUM,
            "Replace characters outside [A-Za-z0-9_] in table names made from topics.");
  }

  private static void tables(KeyGroup group) {
    group
        .flag(Keys.AUTO_CREATE_TABLES, true, Importance.HIGH, "Create absent tables.")
        .flag(
            Keys.ALLOW_NEW_FIELDS,
            false,
            Importance.MEDIUM,
            "Add columns that records carry and the table lacks. Never drops any.")
        .flag(
            Keys.ALLOW_RELAXATION,
            false,
            Importance.MEDIUM,
            "Make REQUIRED columns NULLABLE that records may leave empty, nested ones too, and in a"
                + " table of changes all outside its key.")
        .choice(
            Keys.PARTITION_TYPE,
            PartitionType.NONE,
            Importance.LOW,
            "Granularity of the partitions of a new table. DAY when only"
                + " timestampPartitionFieldName is set.")
        .text(
            Keys.PARTITION_FIELD,
            "",
            Importance.LOW,
            "Column that partitions a new table. With CDC an update of it moves the row.")
        .number(
            Keys.PARTITION_EXPIRATION,
            -1,
            -1,
            Long.MAX_VALUE,
            "milliseconds",
            Importance.LOW,
            "How long a partition of a new table is kept, in milliseconds; -1: for ever.")
        .list(
            Keys.CLUSTERING,
            "",
            Importance.LOW,
            "Clustering columns of a new table, at most 4. With CDC the primary key by default.")
        .number(
            Keys.MAX_STALENESS,
            -1,
            -1,
            86_400,
            "seconds",
            Importance.MEDIUM,
            "max_staleness of the tables in seconds; -1 leaves it alone, 0 merges at each query."
                + " Below 60 nearly every query pays a merge. Needs CDC.");
  }

  private static void changes(KeyGroup group) {
    group
        .flag(
            Keys.CDC_ENABLED,
            false,
            Importance.HIGH,
            "Write changes (UPSERT, DELETE) instead of appending rows. Also switched on by"
                + " useStorageWriteApi with upsertEnabled or deleteEnabled.")
        .flag(
            Keys.UPSERT_ENABLED,
            false,
            Importance.LOW,
            "With useStorageWriteApi: same as cdcEnabled.")
        .flag(
            Keys.DELETE_ENABLED,
            false,
            Importance.LOW,
            "With useStorageWriteApi: same as cdcEnabled. Explicit false beside upsertEnabled:"
                + " deletes are dropped and counted.")
        .flag(
            Keys.USE_STORAGE_WRITE_API,
            false,
            Importance.LOW,
            "Accepted; rows always travel over the Storage Write API.")
        .list(
            Keys.PRIMARY_KEY_FIELDS,
            "",
            Importance.MEDIUM,
            "Primary key columns, for all tables as col1,col2 or for one as table:col1|col2. Empty:"
                + " the table's key, else the fields of the record key.")
        .flag(
            Keys.CREATE_PRIMARY_KEY,
            true,
            Importance.LOW,
            "Declare the primary key when a table is created.")
        .flag(
            Keys.ADD_PRIMARY_KEY,
            false,
            Importance.LOW,
            "Add the primary key to an existing table that has none, instead of failing with the"
                + " ALTER TABLE statement.")
        .flag(
            Keys.CLUSTER_BY_PRIMARY_KEY,
            true,
            Importance.LOW,
            "Cluster a new table by the first 4 primary key columns.")
        .choice(
            Keys.TOMBSTONES,
            Tombstones.DELETE,
            Importance.LOW,
            "What a record with a null value means.")
        .choice(
            Keys.TRUNCATE,
            Truncate.IGNORE_WARN,
            Importance.LOW,
            "What a TRUNCATE event does; BigQuery has no such change.")
        .choice(
            Keys.UNAVAILABLE_VALUE,
            UnavailableValue.Policy.FAIL,
            Importance.MEDIUM,
            "What is done with a value that PostgreSQL did not log because it is large and"
                + " unchanged: writing the row would destroy the stored value.")
        .text(
            Keys.UNAVAILABLE_PLACEHOLDER,
            UnavailableValue.DEFAULT_PLACEHOLDER,
            Importance.LOW,
            "Debezium's unavailable.value.placeholder.")
        .choice(
            Keys.INPUT_FORMAT,
            InputFormat.AUTO,
            Importance.LOW,
            "Shape of the values: flat rows, Debezium's envelope, or told by their schema.")
        .list(
            Keys.METADATA_FIELDS,
            "__deleted,__op",
            Importance.LOW,
            "Fields that are read and never become columns. Add sequence fields such as __lsn here"
                + " to keep them out of the table.");
  }

  private static void sequence(KeyGroup group) {
    group
        .choice(
            Keys.SEQUENCE_MODE,
            SequenceMode.OFFSET,
            Importance.MEDIUM,
            "What orders the changes of one key. FIELD_OFFSET when only"
                + " cdcChangeSequenceNumberField is set.")
        .text(
            Keys.SEQUENCE_FIELD,
            "",
            Importance.MEDIUM,
            "Fields that order changes before the offset does: [value.|key.|header.]name[:format],"
                + " up to 3 sections. Formats of texts: decimal, hex, pg-lsn, mssql-lsn (2"
                + " sections), binlog-file, iso-timestamp; signed takes negative integers. Prefer"
                + " the source position (PostgreSQL: __lsn): a column of the row is right for"
                + " deletes only under REPLICA IDENTITY FULL.")
        .number(
            Keys.SEQUENCE_EPOCH,
            0,
            0,
            Long.MAX_VALUE,
            "",
            Importance.LOW,
            "Leading section, 0 for none. Raise it after a topic was created anew or got more"
                + " partitions; the current epoch in milliseconds is above any former number.")
        .choice(
            Keys.MISSING_SEQUENCE,
            MissingSequence.FAIL,
            Importance.LOW,
            "What becomes of a record whose sequence field is absent or null.");
  }

  private static void types(KeyGroup group) {
    group
        .flag(
            Keys.SANITIZE_FIELD_NAMES,
            false,
            Importance.MEDIUM,
            "Replace characters outside [A-Za-z0-9_] in column names, nested ones included.")
        .choice(
            Keys.DECIMALS,
            DecimalMapping.FLOAT,
            Importance.MEDIUM,
            "Column made for a Connect Decimal. FLOAT is inexact; NUMERIC becomes BIGNUMERIC where"
                + " digits need it. The type of an existing column decides.")
        .choice(
            Keys.VARIABLE_SCALE_DECIMALS,
            DecimalMapping.RECORD,
            Importance.MEDIUM,
            "Column made for a Debezium VariableScaleDecimal.")
        .choice(
            Keys.DATETIME_MAPPING,
            DateTimeMapping.TIMESTAMP,
            Importance.LOW,
            "Column made for Debezium's timestamps without a zone.")
        .choice(
            Keys.JSON_COLUMNS,
            JsonColumns.STRING,
            Importance.LOW,
            "Column made for Debezium's JSON texts.")
        .choice(
            Keys.OUT_OF_RANGE,
            OutOfRange.FAIL,
            Importance.LOW,
            "What becomes of dates and times outside years 1 to 9999, infinity included, and times"
                + " of day outside 24 hours.")
        .choice(
            Keys.NULL_ELEMENTS,
            NullElements.FAIL,
            Importance.LOW,
            "What becomes of null elements of arrays.");
  }

  private static void writing(KeyGroup group) {
    group
        .number(
            Keys.MAX_IN_FLIGHT_BYTES,
            64L << 20,
            1L << 20,
            Long.MAX_VALUE,
            "bytes",
            Importance.MEDIUM,
            "Bytes of rows per task that wait for an answer; above it the task pauses its"
                + " partitions.")
        .number(
            Keys.MAX_IN_FLIGHT_REQUESTS,
            100,
            1,
            1000,
            "requests",
            Importance.LOW,
            "Requests that wait for an answer on one connection.")
        .number(
            Keys.REQUEST_MAX_BYTES,
            MAX_REQUEST_BYTES,
            100_000,
            MAX_REQUEST_BYTES,
            "bytes",
            Importance.LOW,
            "Largest request, and with it the largest row; 10000000 is the service's older limit.")
        .number(
            Keys.BATCH_BYTES,
            1 << 20,
            10_000,
            MAX_REQUEST_BYTES,
            "bytes",
            Importance.LOW,
            "A batch is sent when it has this many bytes, or at the end of each put.")
        .number(
            Keys.RETRY_TIMEOUT_MS,
            600_000,
            0,
            Long.MAX_VALUE,
            "milliseconds",
            Importance.MEDIUM,
            "How long rows are sent again while the service is unavailable, in milliseconds.")
        .number(
            Keys.APPEND_TIMEOUT_MS,
            300_000,
            1000,
            Long.MAX_VALUE,
            "milliseconds",
            Importance.LOW,
            "How long a connection may stay without any answer before it is replaced, in"
                + " milliseconds; the resend may store rows twice when CDC is off.")
        .number(
            Keys.COMMIT_WAIT_MS,
            2000,
            0,
            60_000,
            "milliseconds",
            Importance.LOW,
            "How long an offset commit waits for answers, in milliseconds. It only ever returns"
                + " acknowledged offsets.")
        .choice(
            Keys.ROW_POLICY,
            RowPolicy.DLQ,
            Importance.MEDIUM,
            "What becomes of a record that cannot be stored. DLQ: errors.tolerance=all and"
                + " errors.deadletterqueue.topic.name take it; without them the task fails.");
  }
}
