package dev.penstock.local.sql;

import com.google.protobuf.MessageLite;
import com.google.zetasql.ClientChannelProvider;
import com.google.zetasql.JniChannelProvider;
import com.google.zetasql.LocalService.AnalyzeResponse;
import com.google.zetasql.io.grpc.CallOptions;
import com.google.zetasql.io.grpc.Channel;
import com.google.zetasql.io.grpc.ClientCall;
import com.google.zetasql.io.grpc.ClientInterceptor;
import com.google.zetasql.io.grpc.ClientInterceptors;
import com.google.zetasql.io.grpc.MethodDescriptor;
import com.google.zetasql.io.grpc.MethodDescriptor.Marshaller;
import com.google.zetasql.io.grpc.MethodDescriptor.PrototypeMarshaller;
import com.google.zetasql.io.grpc.protobuf.lite.ProtoLiteUtils;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.util.Enumeration;
import java.util.function.Supplier;

/**
 * The channel to the analyzer, which reads answers of ten times protobuf's usual depth: 25 chained
 * operators would be the end else. The analyzer's library finds it by the context class loader of
 * the thread that calls it first. Thread-safe.
 */
public final class AnalyzerChannel implements ClientChannelProvider {
  private static final String SERVICE =
      "META-INF/services/" + ClientChannelProvider.class.getName();
  private static final String PROVIDER = "dev/penstock/local/sql/analyzer-channel.txt";

  /** For the analyzer's library. */
  public AnalyzerChannel() {}

  /** Runs the first call of the analyzer so that it takes this channel. */
  static <T> T withFirstCall(Supplier<T> call) {
    Thread thread = Thread.currentThread();
    ClassLoader before = thread.getContextClassLoader();
    thread.setContextClassLoader(new Services(AnalyzerChannel.class.getClassLoader()));
    try {
      return call.get();
    } finally {
      thread.setContextClassLoader(before);
    }
  }

  @Override
  public Channel newChannel() {
    return ClientInterceptors.intercept(new JniChannelProvider().newChannel(), new DeepReading());
  }

  private static final class DeepReading implements ClientInterceptor {
    @Override
    public <Q, A> ClientCall<Q, A> interceptCall(
        MethodDescriptor<Q, A> method, CallOptions options, Channel next) {
      return next.newCall(
          method.toBuilder(method.getRequestMarshaller(), deep(method.getResponseMarshaller()))
              .build(),
          options);
    }

    @SuppressWarnings(
        "unchecked") // The marshaller of a message's own prototype reads that message.
    private static <A> Marshaller<A> deep(Marshaller<A> marshaller) {
      return marshaller instanceof PrototypeMarshaller<A> known
              && known.getMessagePrototype() instanceof MessageLite prototype
          ? (Marshaller<A>)
              new ReadableAnswers<>(
                  ProtoLiteUtils.marshallerWithRecursionLimit(prototype, SqlDepth.MAX_LEVELS))
          : marshaller;
    }
  }

  /** Reads answers with the values that the analyzer's API knows. */
  private record ReadableAnswers<A>(Marshaller<A> deep) implements Marshaller<A> {
    @Override
    public InputStream stream(A answer) {
      return deep.stream(answer);
    }

    @Override
    @SuppressWarnings("unchecked") // An answer of the same type.
    public A parse(InputStream in) {
      A answer = deep.parse(in);
      return answer instanceof AnalyzeResponse analyzed
          ? (A) GeographyValues.readable(analyzed)
          : answer;
    }
  }

  /** Finds this provider of the channel and no other. */
  private static final class Services extends ClassLoader {
    Services(ClassLoader parent) {
      super(parent);
    }

    @Override
    public Enumeration<URL> getResources(String name) throws IOException {
      return super.getResources(name.equals(SERVICE) ? PROVIDER : name);
    }
  }
}
