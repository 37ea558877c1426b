package dev.penstock.benchmarks.append;

/** How appends are sent. */
enum Way {
  /** One gRPC call, and the encoder that all of these use. */
  GRPC("raw gRPC") {
    @Override
    Appender open(Target target) {
      return new GrpcAppender(target);
    }
  },
  /** The engine. */
  ENGINE("engine") {
    @Override
    Appender open(Target target) {
      return new EngineAppender(target);
    }
  },
  /** Google's {@code StreamWriter}, its rows encoded by our encoder. */
  STREAM_WRITER("StreamWriter") {
    @Override
    Appender open(Target target) throws Exception {
      return new StreamWriterAppender(target);
    }
  };

  private final String title;

  Way(String title) {
    this.title = title;
  }

  String title() {
    return title;
  }

  /** Where appends go, and how large they are. */
  record Target(String grpc, String rest, int rowsAnAppend) {
    static final String STREAM = "projects/p/datasets/d/tables/rows/streams/_default";
  }

  /** An appender of its own connection. */
  abstract Appender open(Target target) throws Exception;
}
