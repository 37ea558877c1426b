package dev.penstock.testkit;

import com.google.api.gax.core.NoCredentialsProvider;
import com.google.api.gax.grpc.InstantiatingGrpcChannelProvider;
import com.google.cloud.NoCredentials;
import com.google.cloud.bigquery.BigQueryOptions;
import com.google.cloud.bigquery.storage.v1.BigQueryReadSettings;
import com.google.cloud.bigquery.storage.v1.BigQueryWriteSettings;
import java.io.IOException;
import java.io.UncheckedIOException;

/** Settings of Google's clients for a local BigQuery, without credentials. */
final class Connections {
  private Connections() {}

  static BigQueryOptions bigQuery(String restUrl, String project) {
    return BigQueryOptions.newBuilder()
        .setHost(restUrl)
        .setProjectId(project)
        .setCredentials(NoCredentials.getInstance())
        .build();
  }

  static BigQueryWriteSettings writes(String target) {
    try {
      return BigQueryWriteSettings.newBuilder()
          .setCredentialsProvider(NoCredentialsProvider.create())
          .setTransportChannelProvider(channel(target))
          .build();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static BigQueryReadSettings reads(String target) {
    try {
      return BigQueryReadSettings.newBuilder()
          .setCredentialsProvider(NoCredentialsProvider.create())
          .setTransportChannelProvider(channel(target))
          .build();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static InstantiatingGrpcChannelProvider channel(String target) {
    return InstantiatingGrpcChannelProvider.newBuilder()
        .setEndpoint(target)
        .setChannelConfigurator(channel -> channel.usePlaintext())
        .build();
  }
}
