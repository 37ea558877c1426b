package dev.penstock.architecture;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

class RoomsTest {
  /** Each room may import only rooms to its left. */
  private static final List<String> CORE =
      List.of(
          "error",
          "model",
          "time",
          "metrics",
          "sequence",
          "encode",
          "reader",
          "connection",
          "recovery",
          "job",
          "table",
          "append",
          "scan",
          "load",
          "write",
          "publish");

  private static final List<String> KAFKA = List.of("config", "route", "read", "task");
  private static final List<String> LOCAL_BEHIND_SERVICE =
      List.of("database", "decode", "catalog", "rows", "read", "load", "objects", "sql", "script");

  /** Each room of the command line may import only rooms to its left. */
  private static final List<String> CLI =
      List.of("column", "source", "report", "destination", "query", "load", "command");

  @Test
  void noPackageIsPartOfACycle() {
    slices().matching("dev.penstock.(**)").should().beFreeOfCycles().check(Product.CLASSES);
  }

  @TestFactory
  Stream<DynamicTest> aRoomOfCoreImportsOnlyRoomsToItsLeft() {
    return CORE.stream()
        .map(
            room ->
                DynamicTest.dynamicTest(
                    room,
                    () -> {
                      String[] right =
                          CORE.subList(CORE.indexOf(room) + 1, CORE.size()).stream()
                              .map(r -> "dev.penstock.core." + r + "..")
                              .toArray(String[]::new);
                      noClasses()
                          .that()
                          .resideInAPackage("dev.penstock.core." + room + "..")
                          .should()
                          .dependOnClassesThat()
                          .resideInAnyPackage(right)
                          .check(Product.CLASSES);
                    }));
  }

  @Test
  void coreHasNoRoomOutsideThePlan() {
    String[] planned =
        CORE.stream().map(r -> "dev.penstock.core." + r + "..").toArray(String[]::new);
    noClasses()
        .that()
        .resideInAPackage("dev.penstock.core..")
        .should()
        .resideOutsideOfPackages(planned)
        .check(Product.CLASSES);
  }

  @Test
  void coreKnowsNoEdgeNorLocal() {
    noClasses()
        .that()
        .resideInAPackage("dev.penstock.core..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            "dev.penstock.kafka..",
            "dev.penstock.flink..",
            "dev.penstock.cli..",
            "dev.penstock.demo..",
            "dev.penstock.local..",
            "dev.penstock.testkit..",
            "org.apache.kafka..",
            "org.apache.flink..",
            "picocli..")
        .check(Product.CLASSES);
  }

  @Test
  void localAndCoreShareNoCode() {
    noClasses()
        .that()
        .resideInAPackage("dev.penstock.local..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("dev.penstock.core..", "com.google.cloud.bigquery")
        .check(Product.CLASSES);
  }

  @Test
  void theEncoderKnowsNoTransport() {
    noClasses()
        .that()
        .resideInAnyPackage(
            "dev.penstock.core.error..",
            "dev.penstock.core.model..",
            "dev.penstock.core.time..",
            "dev.penstock.core.metrics..",
            "dev.penstock.core.sequence..",
            "dev.penstock.core.encode..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            "io.grpc..", "com.google.api..", "com.google.cloud..", "com.google.auth..")
        .check(Product.CLASSES);
  }

  @Test
  void theModelIsPlainJava() {
    noClasses()
        .that()
        .resideInAPackage("dev.penstock.core.model..")
        .should()
        .dependOnClassesThat()
        .resideOutsideOfPackages(
            "java..", "org.jspecify..", "dev.penstock.core.model..", "dev.penstock.core.error..")
        .check(Product.CLASSES);
  }

  @Test
  void onlyTheTimeRoomReadsTheClock() {
    noClasses()
        .that()
        .resideInAPackage("dev.penstock.core..")
        .and()
        .resideOutsideOfPackage("dev.penstock.core.time..")
        .should()
        .callMethod(Thread.class, "sleep", long.class)
        .orShould()
        .callMethod(System.class, "nanoTime")
        .orShould()
        .callMethod(System.class, "currentTimeMillis")
        .orShould()
        .dependOnClassesThat()
        .areAssignableTo(java.time.Clock.class)
        .check(Product.CLASSES);
  }

  @Test
  void googleExceptionsAreTranslatedInTheConnectionRoomOnly() {
    noClasses()
        .that()
        .resideInAPackage("dev.penstock.core..")
        .and()
        .resideOutsideOfPackage("dev.penstock.core.connection..")
        .should()
        .dependOnClassesThat()
        .haveFullyQualifiedName("com.google.cloud.bigquery.BigQueryException")
        .orShould()
        .dependOnClassesThat()
        .haveFullyQualifiedName("io.grpc.StatusRuntimeException")
        .check(Product.CLASSES);
  }

  @Test
  void kafkaTouchesNoBigQueryClient() {
    noClasses()
        .that()
        .resideInAPackage("dev.penstock.kafka..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("com.google..", "io.grpc..")
        .check(Product.CLASSES);
  }

  /** The serializers of users speak protobuf and the service's own table schema. */
  @Test
  void flinkTouchesNoBigQueryClient() {
    noClasses()
        .that()
        .resideInAPackage("dev.penstock.flink..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("com.google.api..", "com.google.auth..", "io.grpc..")
        .check(Product.CLASSES);
  }

  @Test
  void sinkAndSourceOfFlinkKnowNeitherEachOtherNorSql() {
    noClasses()
        .that()
        .resideInAPackage("dev.penstock.flink.sink..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("dev.penstock.flink.source..", "dev.penstock.flink.table..")
        .check(Product.CLASSES);
    noClasses()
        .that()
        .resideInAPackage("dev.penstock.flink.source..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("dev.penstock.flink.sink..", "dev.penstock.flink.table..")
        .allowEmptyShould(true)
        .check(Product.CLASSES);
  }

  @Test
  void onlyTheKafkaTaskUsesWriters() {
    noClasses()
        .that()
        .resideInAnyPackage(
            KAFKA.stream()
                .filter(r -> !r.equals("task"))
                .map(r -> "dev.penstock.kafka." + r + "..")
                .toArray(String[]::new))
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("dev.penstock.core.append..")
        .orShould()
        .dependOnClassesThat()
        .haveFullyQualifiedName("dev.penstock.core.write.DestinationWriters")
        .check(Product.CLASSES);
  }

  @Test
  void aRoomOfTheCommandLineImportsOnlyRoomsToItsLeft() {
    for (String room : CLI) {
      String[] right =
          CLI.subList(CLI.indexOf(room) + 1, CLI.size()).stream()
              .map(r -> "dev.penstock.cli." + r + "..")
              .toArray(String[]::new);
      noClasses()
          .that()
          .resideInAPackage("dev.penstock.cli." + room + "..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(right)
          .check(Product.CLASSES);
    }
  }

  @Test
  void sourcesKnowNoDestination() {
    noClasses()
        .that()
        .resideInAnyPackage("dev.penstock.cli.column..", "dev.penstock.cli.source..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            "dev.penstock.local..",
            "dev.penstock.core.connection..",
            "dev.penstock.core.table..",
            "dev.penstock.core.write..")
        .check(Product.CLASSES);
  }

  @Test
  void localsFrontEndsTalkToTheServiceOnly() {
    noClasses()
        .that()
        .resideInAnyPackage(
            LOCAL_BEHIND_SERVICE.stream()
                .map(r -> "dev.penstock.local." + r + "..")
                .toArray(String[]::new))
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            "dev.penstock.local.rest..",
            "dev.penstock.local.grpc..",
            "dev.penstock.local.http..",
            "dev.penstock.local.storage..",
            "dev.penstock.local.admin..",
            "dev.penstock.local.service..")
        .check(Product.CLASSES);
  }

  @Test
  void metadataAndRowsKnowNoSql() {
    noClasses()
        .that()
        .resideInAnyPackage(
            "dev.penstock.local.database..",
            "dev.penstock.local.decode..",
            "dev.penstock.local.catalog..",
            "dev.penstock.local.rows..",
            "dev.penstock.local.read..",
            "dev.penstock.local.load..",
            "dev.penstock.local.objects..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("dev.penstock.local.sql..", "com.google.zetasql..")
        .check(Product.CLASSES);
  }
}
