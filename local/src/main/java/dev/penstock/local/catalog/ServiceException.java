package dev.penstock.local.catalog;

/**
 * A refusal in the service's own words: HTTP code and reason for REST (RT-003), from which gRPC
 * derives its status. Immutable.
 */
public final class ServiceException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final int httpCode;
  private final String reason;

  /** A refusal. */
  public ServiceException(int httpCode, String reason, String message) {
    super(message);
    this.httpCode = httpCode;
    this.reason = reason;
  }

  /** 404 notFound. */
  public static ServiceException notFound(String message) {
    return new ServiceException(404, "notFound", message);
  }

  /** 409 duplicate. */
  public static ServiceException duplicate(String message) {
    return new ServiceException(409, "duplicate", message);
  }

  /** 400 invalid. */
  public static ServiceException invalid(String message) {
    return new ServiceException(400, "invalid", message);
  }

  /** 400 invalidQuery. */
  public static ServiceException invalidQuery(String message) {
    return new ServiceException(400, "invalidQuery", message);
  }

  /** 501 notImplemented: what this server leaves out. */
  public static ServiceException notSupported(String feature) {
    return new ServiceException(
        501, "notImplemented", "not supported by Penstock local: " + feature);
  }

  /** 412 conditionNotMet: an If-Match etag that is not the current one (RT-008). */
  public static ServiceException conditionNotMet() {
    return new ServiceException(412, "conditionNotMet", "Precondition check failed.");
  }

  /** 500 backendError: the database under this server failed. */
  public static ServiceException backend(Throwable cause) {
    ServiceException failure =
        new ServiceException(500, "backendError", "The local database failed: " + cause);
    failure.initCause(cause);
    return failure;
  }

  /** The HTTP status. */
  public int httpCode() {
    return httpCode;
  }

  /** The reason of the error resource. */
  public String reason() {
    return reason;
  }
}
