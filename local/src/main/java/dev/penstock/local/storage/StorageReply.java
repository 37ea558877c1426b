package dev.penstock.local.storage;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.penstock.local.objects.StoredObject;

/** What a call is answered with. Immutable as long as nobody changes a body. */
sealed interface StorageReply {
  /** A resource. */
  record Json(ObjectNode body) implements StorageReply {}

  /** Nothing, with a code. */
  record Empty(int code) implements StorageReply {}

  /** The bytes of an object. */
  record Media(StoredObject object) implements StorageReply {}

  /** Something is gone. */
  StorageReply DELETED = new Empty(204);

  /** The client has what it asks for. */
  StorageReply UNCHANGED = new Empty(304);
}
