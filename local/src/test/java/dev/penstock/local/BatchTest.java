package dev.penstock.local;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.api.client.googleapis.batch.BatchRequest;
import com.google.api.client.googleapis.batch.json.JsonBatchCallback;
import com.google.api.client.googleapis.json.GoogleJsonError;
import com.google.api.client.http.GenericUrl;
import com.google.api.client.http.HttpHeaders;
import com.google.api.client.http.javanet.NetHttpTransport;
import com.google.api.client.json.gson.GsonFactory;
import com.google.api.services.bigquery.Bigquery;
import com.google.api.services.bigquery.model.Dataset;
import com.google.api.services.bigquery.model.DatasetReference;
import com.google.api.services.bigquery.model.Table;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Several calls in one request of the generated client. */
class BatchTest {
  private final List<String> answers = new ArrayList<>();

  @Test
  void answersEachCallOfABatchForItself() throws IOException {
    try (LocalClients clients = LocalClients.inMemory()) {
      NetHttpTransport transport = new NetHttpTransport();
      Bigquery bigquery =
          new Bigquery.Builder(transport, GsonFactory.getDefaultInstance(), null)
              .setRootUrl(clients.local.restUrl() + "/")
              .setApplicationName("test")
              .build();
      BatchRequest batch =
          bigquery.batch().setBatchUrl(new GenericUrl(clients.local.restUrl() + "/batch"));
      Dataset made =
          new Dataset()
              .setDatasetReference(new DatasetReference().setProjectId("p").setDatasetId("made"));
      bigquery.datasets().insert("p", made).queue(batch, answer());
      bigquery.tables().get("p", "d", "nowhere").queue(batch, answer());
      bigquery.datasets().get("p", "d").queue(batch, answer());

      batch.execute();

      assertThat(answers)
          .containsExactly("Dataset p:made", "404 Not found: Table p:d.nowhere", "Dataset p:d");
      assertThat(clients.rest.getDataset("made")).isNotNull();
    }
  }

  private <T> JsonBatchCallback<T> answer() {
    return new JsonBatchCallback<>() {
      @Override
      public void onSuccess(T resource, HttpHeaders headers) {
        answers.add(
            resource instanceof Dataset dataset
                ? "Dataset " + dataset.getId()
                : "Table " + ((Table) resource).getId());
      }

      @Override
      public void onFailure(GoogleJsonError error, HttpHeaders headers) {
        answers.add(error.getCode() + " " + error.getMessage());
      }
    };
  }
}
