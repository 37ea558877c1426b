package dev.penstock.testkit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Runs a local BigQuery for the tests of a class, in memory and on free loopback ports, and gives
 * tests what they need of it as parameters: {@code BigQuery}, {@code BigQueryOptions}, {@code
 * BigQueryWriteSettings}, {@code BigQueryReadSettings}, {@code StorageOptions} and {@code Storage}
 * of Google's clients, {@code FaultScript}, or the server itself. Classes may run in parallel: each
 * has its own server. Rules of fault scripts are removed after each test.
 *
 * <pre>{@code
 * @LocalBigQuery(datasets = "shop")
 * class OrdersTest {
 *   @Test
 *   void storesAnOrder(BigQuery bigQuery, BigQueryWriteSettings settings) { … }
 * }
 * }</pre>
 */
@Documented
@Inherited
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(LocalBigQueryParameters.class)
public @interface LocalBigQuery {
  /** The project of the clients; the server itself accepts any. */
  String project() default "penstock-test";

  /** Datasets that are there when the first test begins. */
  String[] datasets() default {};

  /** Examples of {@link FaultExamples} that each test meets, such as {@code wrong-location}. */
  String[] faults() default {};

  /**
   * Where the server's clock starts, such as {@code 2026-01-01T00:00:00Z}; it stands until a test
   * advances it. Empty for the system's clock.
   */
  String clock() default "";

  /** Whether calls above the service's limits are refused. */
  boolean enforceQuotas() default false;
}
