#!/bin/sh
# Compiles every .proto file here, and notes the digest of each beside it. Needs protoc (33 or newer).
set -eu
cd "$(dirname "$0")"
for file in *.proto; do
  protoc --include_imports --descriptor_set_out="${file%.proto}.binpb" "$file"
done
sha256sum *.proto > sha256.txt
