package dev.penstock.core.load.store;

import com.google.api.client.http.GenericUrl;
import com.google.api.client.http.HttpContent;

/**
 * How an upload begins. Immutable.
 *
 * @param name what it is for, in messages: {@code job job_1}
 * @param content what is uploaded, in messages: {@code the rows of job job_1}
 * @param cure what to do when it is refused
 * @param url where its description goes
 * @param description what the service is told of it
 */
public record UploadStart(
    String name, String content, String cure, GenericUrl url, HttpContent description) {}
