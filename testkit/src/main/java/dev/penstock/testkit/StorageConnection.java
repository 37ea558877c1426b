package dev.penstock.testkit;

import com.google.cloud.NoCredentials;
import com.google.cloud.storage.StorageOptions;

/** Settings of Google's Cloud Storage client, which not everybody has on the class path. */
final class StorageConnection {
  private StorageConnection() {}

  static StorageOptions options(String restUrl, String project) {
    return StorageOptions.newBuilder()
        .setHost(restUrl)
        .setProjectId(project)
        .setCredentials(NoCredentials.getInstance())
        .build();
  }
}
