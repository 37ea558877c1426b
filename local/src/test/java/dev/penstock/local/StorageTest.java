package dev.penstock.local;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.api.gax.paging.Page;
import com.google.cloud.ReadChannel;
import com.google.cloud.WriteChannel;
import com.google.cloud.storage.Blob;
import com.google.cloud.storage.BlobId;
import com.google.cloud.storage.BlobInfo;
import com.google.cloud.storage.Bucket;
import com.google.cloud.storage.BucketInfo;
import com.google.cloud.storage.CopyWriter;
import com.google.cloud.storage.Storage;
import com.google.cloud.storage.Storage.BlobListOption;
import com.google.cloud.storage.Storage.BlobSourceOption;
import com.google.cloud.storage.Storage.BlobTargetOption;
import com.google.cloud.storage.Storage.BlobWriteOption;
import com.google.cloud.storage.Storage.ComposeRequest;
import com.google.cloud.storage.Storage.CopyRequest;
import com.google.cloud.storage.StorageBatch;
import com.google.cloud.storage.StorageBatchResult;
import com.google.cloud.storage.StorageException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Cloud Storage as Google's own client sees it. */
@Tag("protocol")
class StorageTest {
  private static final int UNIT = 256 << 10;

  private static LocalBigQuery local;
  private static Storage storage;

  @TempDir private Path directory;

  @BeforeAll
  static void start() {
    local = LocalBigQuery.start(LocalOptions.inMemory());
    storage = LocalClients.storage(local);
    storage.create(BucketInfo.of("bkt"));
  }

  @AfterAll
  static void stop() throws Exception {
    storage.close();
    local.close();
  }

  private static BlobInfo info(String name) {
    return BlobInfo.newBuilder("bkt", name).build();
  }

  private static Blob create(String name, String text) {
    return storage.create(info(name), text.getBytes(UTF_8));
  }

  private static String text(String name) {
    return new String(storage.readAllBytes(BlobId.of("bkt", name)), UTF_8);
  }

  private static byte[] random(int size) {
    byte[] bytes = new byte[size];
    new Random(size).nextBytes(bytes);
    return bytes;
  }

  private static List<String> names(Page<Blob> page) {
    List<String> names = new ArrayList<>();
    page.iterateAll().forEach(blob -> names.add(blob.getName()));
    return names;
  }

  private static int codeOf(Runnable call) {
    try {
      call.run();
    } catch (StorageException e) {
      return e.getCode();
    }
    throw new AssertionError("nothing was refused");
  }

  @Test
  void anObjectHasWhatItWasCreatedWith() {
    Blob made =
        storage.create(
            BlobInfo.newBuilder("bkt", "made")
                .setContentType("text/plain")
                .setContentLanguage("en")
                .setCacheControl("no-cache")
                .setMetadata(Map.of("job", "17"))
                .setCustomTimeOffsetDateTime(OffsetDateTime.parse("2026-01-02T03:04:05Z"))
                .build(),
            "hello".getBytes(UTF_8));

    Blob read = storage.get("bkt", "made");

    assertThat(read.getContentType()).isEqualTo("text/plain");
    assertThat(read.getContentLanguage()).isEqualTo("en");
    assertThat(read.getCacheControl()).isEqualTo("no-cache");
    assertThat(read.getMetadata()).isEqualTo(Map.of("job", "17"));
    assertThat(read.getCustomTimeOffsetDateTime())
        .isEqualTo(OffsetDateTime.parse("2026-01-02T03:04:05Z"));
    assertThat(read.getSize()).isEqualTo(5);
    assertThat(read.getMd5ToHexString()).isEqualTo("5d41402abc4b2a76b9719d911017c592");
    assertThat(read.getCrc32cToHexString()).isEqualTo("9a71bb4c");
    assertThat(read.getStorageClass().name()).isEqualTo("STANDARD");
    assertThat(read.getMetageneration()).isEqualTo(1);
    assertThat(read.getGeneration()).isEqualTo(made.getGeneration());
    assertThat(read.getEtag()).isNotEmpty();
    assertThat(text("made")).isEqualTo("hello");
  }

  @Test
  void everyNameIsOneName() {
    List<String> odd =
        List.of(
            "/odd/leading",
            "odd/../../etc/passwd",
            "odd/a b+c%2Fd?e#f&g",
            "odd/\u00fc\u4e2d\ud83d\ude00",
            "odd//",
            "odd/ ");
    odd.forEach(name -> create(name, name));

    odd.forEach(name -> assertThat(text(name)).isEqualTo(name));
    assertThat(names(storage.list("bkt", BlobListOption.prefix("odd/../"))))
        .containsExactly("odd/../../etc/passwd");
    assertThat(codeOf(() -> create("..", "x"))).isEqualTo(400);
    assertThat(codeOf(() -> create("x".repeat(1025), "x"))).isEqualTo(400);
    assertThat(codeOf(() -> storage.create(BucketInfo.of("../b")))).isEqualTo(400);
  }

  @Test
  void aWriterSendsChunksAndAReaderSeeks() throws IOException {
    byte[] bytes = random(2 * UNIT + 1000);
    WriteChannel writer = storage.writer(info("chunks"));
    writer.setChunkSize(UNIT);
    try (writer) {
      writer.write(ByteBuffer.wrap(bytes));
    }

    assertThat(storage.readAllBytes("bkt", "chunks")).isEqualTo(bytes);
    try (ReadChannel reader = storage.reader("bkt", "chunks")) {
      reader.seek(UNIT - 5);
      reader.limit(UNIT + 5);
      assertThat(Channels.newInputStream(reader).readAllBytes())
          .isEqualTo(Arrays.copyOfRange(bytes, UNIT - 5, UNIT + 5));
    }
    try (ReadChannel reader = storage.reader("bkt", "chunks")) {
      reader.seek(bytes.length);
      assertThat(reader.read(ByteBuffer.allocate(1))).isEqualTo(-1);
    }
  }

  @Test
  void filesStreamsAndNothingBecomeObjects() throws IOException {
    byte[] bytes = random(100_000);
    Path file = Files.write(directory.resolve("file"), bytes);

    storage.createFrom(info("of_file"), file);
    storage.createFrom(info("of_stream"), new ByteArrayInputStream(bytes));
    storage.create(info("empty"));
    try (WriteChannel nothing = storage.writer(info("nothing"))) {
      assertThat(nothing.isOpen()).isTrue();
    }

    assertThat(storage.readAllBytes("bkt", "of_file")).isEqualTo(bytes);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    storage.get("bkt", "of_stream").downloadTo(out);
    assertThat(out.toByteArray()).isEqualTo(bytes);
    assertThat(storage.readAllBytes("bkt", "empty")).isEmpty();
    assertThat(storage.get("bkt", "nothing").getSize()).isZero();
  }

  @Test
  void listsByPrefixDelimiterAndPage() {
    for (String name :
        List.of("l/a", "l/b/1", "l/b/2", "l/c", "l/d/1", "l/\uffee", "l/\ud83d\ude00")) {
      create(name, "x");
    }

    assertThat(names(storage.list("bkt", BlobListOption.prefix("l/"))))
        .containsExactly("l/a", "l/b/1", "l/b/2", "l/c", "l/d/1", "l/\uffee", "l/\ud83d\ude00");
    assertThat(
            names(
                storage.list(
                    "bkt",
                    BlobListOption.prefix("l/"),
                    BlobListOption.currentDirectory(),
                    BlobListOption.pageSize(2))))
        .containsExactly("l/a", "l/b/", "l/c", "l/d/", "l/\uffee", "l/\ud83d\ude00");
    assertThat(
            names(
                storage.list(
                    "bkt",
                    BlobListOption.prefix("l/"),
                    BlobListOption.startOffset("l/b/2"),
                    BlobListOption.endOffset("l/d/1"),
                    BlobListOption.versions(false))))
        .containsExactly("l/b/2", "l/c");
    Page<Blob> first = storage.list("bkt", BlobListOption.prefix("l/"), BlobListOption.pageSize(3));
    assertThat(first.getValues()).hasSize(3);
    assertThat(first.hasNextPage()).isTrue();
  }

  @Test
  void composesAndRewrites() {
    create("c1", "one,");
    create("c2", "two");

    Blob composed =
        storage.compose(
            ComposeRequest.newBuilder()
                .addSource("c1", "c2")
                .setTarget(BlobInfo.newBuilder("bkt", "c").setContentType("text/csv").build())
                .build());
    CopyWriter copy =
        storage.copy(
            CopyRequest.newBuilder()
                .setSource(BlobId.of("bkt", "c"))
                .setTarget(BlobId.of("bkt", "copy/of c"))
                .build());

    assertThat(composed.getComponentCount()).isEqualTo(2);
    assertThat(composed.getMd5()).isNull();
    assertThat(composed.getContentType()).isEqualTo("text/csv");
    assertThat(copy.getResult().getContentType()).isEqualTo("text/csv");
    assertThat(copy.getResult().getCrc32c()).isEqualTo(composed.getCrc32c());
    assertThat(text("copy/of c")).isEqualTo("one,two");
  }

  @Test
  void aRewriteInStepsEndsWithItsToken() {
    byte[] bytes = random((2 << 20) + 7);
    storage.create(info("steps"), bytes);

    CopyWriter copy =
        storage.copy(
            CopyRequest.newBuilder()
                .setSource(BlobId.of("bkt", "steps"))
                .setTarget(BlobId.of("bkt", "steps2"))
                .setMegabytesCopiedPerChunk(1L)
                .build());

    assertThat(copy.isDone()).isFalse();
    assertThat(copy.getTotalBytesCopied()).isEqualTo(1 << 20);
    assertThat(copy.getResult().getSize()).isEqualTo(bytes.length);
    assertThat(storage.readAllBytes("bkt", "steps2")).isEqualTo(bytes);
  }

  @Test
  void preconditionsDecide() {
    Blob first = storage.create(info("pre"), new byte[1], BlobTargetOption.doesNotExist());
    assertThat(
            codeOf(() -> storage.create(info("pre"), new byte[2], BlobTargetOption.doesNotExist())))
        .isEqualTo(412);
    Blob second =
        storage.create(
            BlobInfo.newBuilder(first.getBlobId()).build(),
            new byte[3],
            BlobTargetOption.generationMatch());

    assertThat(second.getGeneration()).isGreaterThan(first.getGeneration());
    assertThat(storage.get(first.getBlobId())).isNull();
    assertThat(
            codeOf(
                () ->
                    storage.delete(
                        "bkt", "pre", BlobSourceOption.generationMatch(first.getGeneration()))))
        .isEqualTo(412);
    assertThat(
            codeOf(
                () ->
                    storage.get(
                        BlobId.of("bkt", "pre"),
                        Storage.BlobGetOption.generationNotMatch(second.getGeneration()))))
        .isEqualTo(304);
    assertThatThrownBy(
            () -> {
              try (WriteChannel writer =
                  storage.writer(info("pre"), BlobWriteOption.doesNotExist())) {
                writer.write(ByteBuffer.wrap(new byte[4]));
              }
            })
        .hasStackTraceContaining("412");
    assertThat(storage.get("bkt", "pre").getSize()).isEqualTo(3);
    assertThat(storage.delete("bkt", "pre", BlobSourceOption.metagenerationMatch(1))).isTrue();
    assertThat(storage.delete("bkt", "pre")).isFalse();
  }

  @Test
  void updatesCountMetagenerations() {
    Blob made =
        storage.create(
            BlobInfo.newBuilder("bkt", "meta").setMetadata(Map.of("a", "1", "b", "2")).build());

    Map<String, String> change = new HashMap<>();
    change.put("a", null);
    change.put("c", "3");
    Blob changed = made.toBuilder().setContentType("text/x").setMetadata(change).build().update();

    assertThat(changed.getMetageneration()).isEqualTo(2);
    assertThat(changed.getGeneration()).isEqualTo(made.getGeneration());
    assertThat(changed.getMetadata()).isEqualTo(Map.of("b", "2", "c", "3"));
    assertThat(storage.get("bkt", "meta").getContentType()).isEqualTo("text/x");
    assertThat(
            codeOf(
                () ->
                    storage.update(
                        BlobInfo.newBuilder("bkt", "meta").setContentType("y").build(),
                        BlobTargetOption.metagenerationMatch(1))))
        .isEqualTo(412);
  }

  @Test
  void batchesAnswerEachCallForItself() {
    create("x1", "1");
    create("x 2/\u00fc", "2");

    List<Boolean> deleted =
        storage.delete(
            List.of(
                BlobId.of("bkt", "x1"),
                BlobId.of("bkt", "missing"),
                BlobId.of("bkt", "x 2/\u00fc")));
    Blob kept = create("x3", "3");
    StorageBatch batch = storage.batch();
    StorageBatchResult<Blob> got = batch.get("bkt", "x3");
    StorageBatchResult<Blob> updated =
        batch.update(BlobInfo.newBuilder("bkt", "x3").setContentType("text/z").build());
    StorageBatchResult<Boolean> refused =
        batch.delete("bkt", "x3", BlobSourceOption.generationMatch(1));
    batch.submit();

    assertThat(deleted).containsExactly(true, false, true);
    assertThat(got.get().getGeneration()).isEqualTo(kept.getGeneration());
    assertThat(updated.get().getContentType()).isEqualTo("text/z");
    assertThat(codeOf(refused::get)).isEqualTo(412);
    assertThat(storage.get("bkt", "x1")).isNull();
  }

  @Test
  void aHundredObjectsGoInOneBatch() {
    List<BlobId> ids = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      ids.add(create("hundred/" + i, "x").getBlobId());
    }

    assertThat(storage.delete(ids)).hasSize(100).doesNotContain(false);
    assertThat(names(storage.list("bkt", BlobListOption.prefix("hundred/")))).isEmpty();
  }

  @Test
  void bucketsAreMadeListedChangedAndDeletedWhenEmpty() {
    Bucket bucket =
        storage.create(
            BucketInfo.newBuilder("other-bucket")
                .setLocation("EU")
                .setLabels(Map.of("team", "x"))
                .build());
    bucket.create("object", new byte[1]);

    assertThat(storage.get("other-bucket").getLocation()).isEqualTo("EU");
    assertThat(codeOf(() -> storage.create(BucketInfo.of("other-bucket")))).isEqualTo(409);
    assertThat(codeOf(() -> storage.delete("other-bucket"))).isEqualTo(409);
    Bucket changed = bucket.toBuilder().setLabels(Map.of("team", "y")).build().update();
    assertThat(changed.getLabels()).isEqualTo(Map.of("team", "y"));
    assertThat(changed.getMetageneration()).isEqualTo(2);
    assertThat(storage.list().iterateAll()).extracting(Bucket::getName).contains("other-bucket");
    assertThat(storage.delete("other-bucket", "object")).isTrue();
    assertThat(storage.delete("other-bucket")).isTrue();
    assertThat(storage.get("other-bucket")).isNull();
    assertThat(codeOf(() -> storage.create(BlobInfo.newBuilder("other-bucket", "o").build())))
        .isEqualTo(404);
  }

  @Test
  void whatIsLeftOutIsRefusedByName() {
    assertThatThrownBy(
            () ->
                storage.create(
                    BucketInfo.newBuilder("versions").setVersioningEnabled(true).build()))
        .hasMessageContaining("not supported by Penstock local: versioning of a bucket");
    assertThatThrownBy(() -> storage.list("bkt", BlobListOption.matchGlob("*.avro")).getValues())
        .hasMessageContaining("not supported by Penstock local: matchGlob of Cloud Storage");
  }
}
