package dev.penstock.core.connection;

import com.google.api.client.http.HttpResponse;
import java.io.IOException;
import java.io.Serial;

/** What is at the address answers something else than HTTP. Immutable. */
final class NotHttpException extends IOException {
  @Serial private static final long serialVersionUID = 1L;

  private NotHttpException(String address) {
    super(address + " does not speak HTTP; is it the gRPC port?");
  }

  /** Refuses an answer without a status line, which the client shows as status 0. */
  static void check(HttpResponse response) throws NotHttpException {
    if (response.getStatusCode() == 0) {
      throw new NotHttpException(response.getRequest().getUrl().toURL().getAuthority());
    }
  }
}
