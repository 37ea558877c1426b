package dev.penstock.core.connection;

import com.google.auth.oauth2.AccessToken;
import com.google.auth.oauth2.GoogleCredentials;
import dev.penstock.core.error.Secret;

/**
 * An access token that somebody else got. Renewing it gives the same one again, which the service
 * then refuses with a code that callers know; Google's own class fails with an exception that no
 * client expects, leaves the quota project out, and shows the token in its text. Thread-safe.
 */
final class FixedToken extends GoogleCredentials {
  private static final long serialVersionUID = 1;

  private final transient Secret token;

  private FixedToken(GoogleCredentials.Builder builder, Secret token) {
    super(builder);
    this.token = token;
  }

  static FixedToken of(Secret token, String universeDomain) {
    return new FixedToken(GoogleCredentials.newBuilder().setUniverseDomain(universeDomain), token);
  }

  @Override
  public AccessToken refreshAccessToken() {
    return new AccessToken(token.reveal(), null);
  }

  @Override
  public GoogleCredentials createWithQuotaProject(String quotaProject) {
    return new FixedToken(toBuilder().setQuotaProjectId(quotaProject), token);
  }

  @Override
  public String toString() {
    return "FixedToken[hidden]";
  }
}
