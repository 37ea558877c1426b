package dev.penstock.local.storage;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import dev.penstock.local.catalog.ServiceException;
import dev.penstock.local.objects.ObjectStore;
import dev.penstock.local.objects.StoredObject;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;

/** Writes the bytes of objects, all of them or a range. Thread-safe. */
final class ObjectMedia {
  private static final Pattern RANGE = Pattern.compile("bytes=(\\d{0,18})-(\\d{0,18})");
  private static final int BUFFER_BYTES = 1 << 16;
  private static final int PARTIAL = 206;

  private final ObjectStore store;

  ObjectMedia(ObjectStore store) {
    this.store = store;
  }

  /** Bytes from the first one up to, and without, the end. */
  private record Range(long first, long end) {}

  void write(HttpExchange exchange, StoredObject object) throws IOException {
    boolean zipped = "gzip".equals(object.attributes().find("contentEncoding"));
    String accepted = exchange.getRequestHeaders().getFirst("Accept-Encoding");
    if (zipped && (accepted == null || !accepted.contains("gzip"))) {
      unzipped(exchange, object);
      return;
    }
    Range range = range(exchange.getRequestHeaders().getFirst("Range"), object);
    long first = range == null ? 0 : range.first();
    long length = range == null ? object.size() : range.end() - first;
    try (InputStream in = store.read(object)) {
      in.skipNBytes(first);
      describe(exchange.getResponseHeaders(), object);
      if (zipped) {
        exchange.getResponseHeaders().set("Content-Encoding", "gzip");
      }
      if (range != null) {
        exchange
            .getResponseHeaders()
            .set(
                "Content-Range", "bytes %d-%d/%d".formatted(first, range.end() - 1, object.size()));
      }
      exchange.sendResponseHeaders(range == null ? 200 : PARTIAL, length == 0 ? -1 : length);
      copy(in, exchange.getResponseBody(), length);
    }
    exchange.close();
  }

  /** What was stored zipped goes as it was before to a client that cannot unzip it. */
  private void unzipped(HttpExchange exchange, StoredObject object) throws IOException {
    try (InputStream in = new GZIPInputStream(store.read(object))) {
      describe(exchange.getResponseHeaders(), object);
      exchange.sendResponseHeaders(200, 0);
      long unused = in.transferTo(exchange.getResponseBody());
    }
    exchange.close();
  }

  /** What a Range header asks for; null for everything. */
  private static @Nullable Range range(@Nullable String header, StoredObject object) {
    Matcher matcher = RANGE.matcher(header == null ? "" : header.strip());
    if (!matcher.matches() || (matcher.group(1).isEmpty() && matcher.group(2).isEmpty())) {
      return null;
    }
    long size = object.size();
    Range range;
    if (matcher.group(1).isEmpty()) {
      range = new Range(Math.max(0, size - Long.parseLong(matcher.group(2))), size);
    } else {
      String last = matcher.group(2);
      long end = last.isEmpty() ? size : Math.min(size, Long.parseLong(last) + 1);
      range = new Range(Long.parseLong(matcher.group(1)), end);
    }
    if (range.first() >= range.end()) {
      throw new ServiceException(
          416, "requestedRangeNotSatisfiable", "The requested range cannot be satisfied.");
    }
    return range;
  }

  private static void describe(Headers headers, StoredObject object) {
    String type = object.attributes().find("contentType");
    headers.set("Content-Type", type == null ? "application/octet-stream" : type);
    set(headers, "Cache-Control", object.attributes().find("cacheControl"));
    set(headers, "Content-Disposition", object.attributes().find("contentDisposition"));
    set(headers, "Content-Language", object.attributes().find("contentLanguage"));
    headers.set("Accept-Ranges", "bytes");
    headers.set("ETag", ObjectJson.etag(object.generation(), object.metageneration()));
    headers.set(
        "Last-Modified",
        DateTimeFormatter.RFC_1123_DATE_TIME.format(
            Instant.ofEpochMilli(object.updatedMillis()).atZone(ZoneOffset.UTC)));
    String encoding = object.attributes().find("contentEncoding");
    String storageClass = object.attributes().find("storageClass");
    headers.set("X-Goog-Generation", Long.toString(object.generation()));
    headers.set("X-Goog-Metageneration", Long.toString(object.metageneration()));
    headers.set("X-Goog-Storage-Class", storageClass == null ? "STANDARD" : storageClass);
    headers.set("X-Goog-Stored-Content-Encoding", encoding == null ? "identity" : encoding);
    headers.set("X-Goog-Stored-Content-Length", Long.toString(object.size()));
    headers.add("X-Goog-Hash", "crc32c=" + object.crc32c());
    if (object.md5() != null) {
      headers.add("X-Goog-Hash", "md5=" + object.md5());
    }
  }

  private static void set(Headers headers, String name, @Nullable String value) {
    if (value != null) {
      headers.set(name, value);
    }
  }

  private static void copy(InputStream in, OutputStream out, long length) throws IOException {
    byte[] buffer = new byte[BUFFER_BYTES];
    long left = length;
    while (left > 0) {
      int read = in.read(buffer, 0, (int) Math.min(buffer.length, left));
      if (read < 0) {
        throw new IOException("an object's file is shorter than the object");
      }
      out.write(buffer, 0, read);
      left -= read;
    }
  }
}
