package dev.penstock.local;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.api.client.googleapis.services.json.AbstractGoogleJsonClient;
import com.google.api.client.googleapis.services.json.AbstractGoogleJsonClientRequest;
import com.google.api.client.http.AbstractInputStreamContent;
import com.google.api.client.http.javanet.NetHttpTransport;
import com.google.api.client.json.GenericJson;
import com.google.api.client.json.gson.GsonFactory;
import com.google.api.services.bigquery.Bigquery;
import com.google.api.services.storage.Storage;
import com.google.cloud.bigquery.storage.v1.BigQueryReadGrpc;
import com.google.cloud.bigquery.storage.v1.BigQueryWriteGrpc;
import io.grpc.CallOptions;
import io.grpc.ClientCall;
import io.grpc.ManagedChannel;
import io.grpc.ManagedChannelBuilder;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.ServiceDescriptor;
import io.grpc.Status;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Every method that Google's generated clients know is called once: it is served, or refused by
 * name, and the page says which.
 */
class MethodSupportTest {
  private static final String REFUSED = "not supported by Penstock local: ";

  /** What the client itself wants in some bodies. */
  private static final List<String> REQUIRED =
      List.of("name", "entity", "role", "payload_format", "topic");

  private static final Pattern PATTERN = Pattern.compile("conform to the pattern \\^(.*)\\$$");

  private static LocalBigQuery local;

  @BeforeAll
  static void start() {
    local = LocalBigQuery.start(LocalOptions.inMemory());
  }

  @AfterAll
  static void stop() {
    local.close();
  }

  @Test
  void bigQueryRest() throws Exception {
    Bigquery client =
        new Bigquery.Builder(new NetHttpTransport(), GsonFactory.getDefaultInstance(), null)
            .setApplicationName("support")
            .build();
    SupportPage.check("Methods of BigQuery", text(called(client)));
  }

  @Test
  void cloudStorage() throws Exception {
    Storage client =
        new Storage.Builder(new NetHttpTransport(), GsonFactory.getDefaultInstance(), null)
            .setApplicationName("support")
            .build();
    SupportPage.check("Methods of Cloud Storage", text(called(client)));
  }

  @Test
  void grpc() throws IOException {
    Map<String, Boolean> called = new TreeMap<>();
    ManagedChannel channel =
        ManagedChannelBuilder.forTarget(local.grpcTarget()).usePlaintext().build();
    try {
      for (ServiceDescriptor service :
          List.of(
              BigQueryWriteGrpc.getServiceDescriptor(), BigQueryReadGrpc.getServiceDescriptor())) {
        for (MethodDescriptor<?, ?> method : service.getMethods()) {
          Status status = call(channel, method);
          called.put(method.getBareMethodName(), status.getCode() != Status.Code.UNIMPLEMENTED);
        }
      }
    } finally {
      channel.shutdownNow();
    }
    SupportPage.check("Calls of gRPC", text(called));
  }

  @Test
  void formatsOfLoadJobs() throws Exception {
    new RestJson(local).send("POST", "datasets", "{\"datasetReference\": {\"datasetId\": \"d\"}}");
    Map<String, Boolean> called = new TreeMap<>();
    for (String format :
        List.of(
            "CSV",
            "NEWLINE_DELIMITED_JSON",
            "AVRO",
            "PARQUET",
            "ORC",
            "DATASTORE_BACKUP",
            "GOOGLE_SHEETS",
            "BIGTABLE")) {
      String load =
          "{\"configuration\": {\"load\": {\"sourceFormat\": \"%s\", \"sourceUris\": [\"gs://b/o\"],"
                  .formatted(format)
              + "\"destinationTable\": {\"projectId\": \"p\", \"datasetId\": \"d\", \"tableId\":"
              + " \"t\"}}}}";
      String answer = send("POST", "/bigquery/v2/projects/p/jobs", load).body();
      called.put(format, !answer.contains(REFUSED));
    }
    SupportPage.check("Formats", text(called));
  }

  private static String text(Map<String, Boolean> called) {
    Set<String> served = new TreeSet<>();
    called.forEach(
        (name, isServed) -> {
          if (isServed) {
            served.add(name);
          }
        });
    Set<String> refused = new TreeSet<>(called.keySet());
    refused.removeAll(served);
    return SupportPage.text(served, refused);
  }

  /** The methods of a client's collections, and whether each is served. */
  private static Map<String, Boolean> called(AbstractGoogleJsonClient client) throws Exception {
    Map<String, Boolean> called = new TreeMap<>();
    for (Method collection : client.getClass().getMethods()) {
      if (collection.getParameterCount() == 0
          && collection.getReturnType().getEnclosingClass() == client.getClass()) {
        Object methods = collection.invoke(client);
        for (Method method : methods.getClass().getMethods()) {
          if (AbstractGoogleJsonClientRequest.class.isAssignableFrom(method.getReturnType())
              && !hasMedia(method)) {
            AbstractGoogleJsonClientRequest<?> request = request(methods, method, "x");
            String path = request.buildHttpRequestUrl().getRawPath();
            boolean isServed =
                isServed(request.getRequestMethod(), path)
                    || (takesMedia(methods, method)
                        && isServed(request.getRequestMethod(), "/upload" + path));
            called.put(collection.getName() + "." + method.getName(), isServed);
          }
        }
      }
    }
    return called;
  }

  private static boolean takesMedia(Object methods, Method method) {
    return Arrays.stream(methods.getClass().getMethods())
        .anyMatch(other -> other.getName().equals(method.getName()) && hasMedia(other));
  }

  private static boolean hasMedia(Method method) {
    return Arrays.asList(method.getParameterTypes()).contains(AbstractInputStreamContent.class);
  }

  /** A call with a text for each parameter, or with what a parameter's own pattern asks for. */
  private static AbstractGoogleJsonClientRequest<?> request(
      Object methods, Method method, String text) throws ReflectiveOperationException {
    Object[] arguments = new Object[method.getParameterCount()];
    for (int i = 0; i < arguments.length; i++) {
      arguments[i] = argument(method.getParameterTypes()[i], text);
    }
    try {
      return (AbstractGoogleJsonClientRequest<?>) method.invoke(methods, arguments);
    } catch (InvocationTargetException e) {
      Matcher wanted = PATTERN.matcher(String.valueOf(e.getCause()));
      if (!wanted.find()) {
        throw e;
      }
      return request(methods, method, wanted.group(1).replace("[^/]+", "x"));
    }
  }

  private static Object argument(Class<?> type, String text) throws ReflectiveOperationException {
    if (type == String.class) {
      return text;
    }
    if (type == Long.class) {
      return 1L;
    }
    if (List.class.isAssignableFrom(type)) {
      return List.of(text);
    }
    Object model = type.getConstructor().newInstance();
    if (model instanceof GenericJson json) {
      REQUIRED.forEach(name -> json.set(name, text));
    }
    return model;
  }

  private static boolean isServed(String method, String path)
      throws IOException, InterruptedException {
    HttpResponse<String> answer = send(method, path, "{}");
    boolean isRefused = answer.body().contains(REFUSED + method + " " + path);
    assertThat(answer.statusCode() == 501 || !isRefused).as(method + " " + path).isTrue();
    return !isRefused;
  }

  private static HttpResponse<String> send(String method, String path, String body)
      throws IOException, InterruptedException {
    return HttpClient.newHttpClient()
        .send(
            HttpRequest.newBuilder(URI.create(local.restUrl() + path))
                .header("Content-Type", "application/json")
                .method(method, HttpRequest.BodyPublishers.ofString(body))
                .build(),
            HttpResponse.BodyHandlers.ofString());
  }

  private static <Q, A> Status call(ManagedChannel channel, MethodDescriptor<Q, A> method) {
    CompletableFuture<Status> ended = new CompletableFuture<>();
    ClientCall<Q, A> call = channel.newCall(method, CallOptions.DEFAULT);
    call.start(
        new ClientCall.Listener<A>() {
          @Override
          public void onClose(Status status, Metadata trailers) {
            ended.complete(status);
          }
        },
        new Metadata());
    call.sendMessage(method.parseRequest(new ByteArrayInputStream(new byte[0])));
    call.halfClose();
    call.request(1);
    return ended.orTimeout(10, TimeUnit.SECONDS).join();
  }
}
