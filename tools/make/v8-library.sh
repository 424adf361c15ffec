#!/bin/sh
# Verifies V8's library, FILE, which is downloaded first if it is missing: the crate `v8` checks neither what it
# downloads nor what RUSTY_V8_ARCHIVE names.
#
#   tools/make/v8-library.sh FILE
#
# v8.sha256 has the sums of the crate's version: of its project's releases, and last of one that was built from
# the crate's source with clang 22 on Debian 12.
set -eu
file=$1
folder=$(dirname "$0")
if [ ! -e "$file" ]; then
  target=$(rustc --version --verbose | sed -n 's/^host: //p')
  version=$(sed -n '/^name = "v8"$/,/^source/s/^version = "\(.*\)"/\1/p' "$folder/../../Cargo.lock")
  mkdir -p "$(dirname "$file")"
  curl --fail --silent --show-error --location --retry 3 --output "$file.part" \
    "https://github.com/denoland/rusty_v8/releases/download/v$version/librusty_v8_simdutf_release_$target.a.gz"
  mv "$file.part" "$file"
fi
sum=$(sha256sum "$file" 2> /dev/null || shasum --algorithm 256 "$file")
sum=${sum%% *}
if ! grep -q "^$sum " "$folder/v8.sha256"; then
  echo "$file is not one of the libraries in $folder/v8.sha256: its SHA-256 is $sum" >&2
  exit 1
fi
