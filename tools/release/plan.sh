#!/usr/bin/env bash
# Prints what a tag releases, as lines of `name=value`, and writes its notes to a file.
#
#   tools/release/plan.sh TAG NOTES
#
# A version with a hyphen is a candidate (`1.2.0-rc.1`): a pre-release on GitHub.
set -euo pipefail
tag=$1
notes=$2
version=${tag#v}
section=$version
prerelease=false
if [[ $version == *-* ]]; then
  section=Unreleased
  prerelease=true
fi

written=$(sed -n 's/^version = "\(.*\)"/\1/p' Cargo.toml)
if [[ $version != "$written" ]]; then
  echo "::error::the tag is $tag, but the version in Cargo.toml is $written" >&2
  exit 1
fi
awk -v section="$section" '/^## / { inside = $2 == section; next } inside' CHANGELOG.md > "$notes"
if ! grep --quiet '[^[:space:]]' "$notes"; then
  echo "::error::CHANGELOG.md has nothing under '## $section'" >&2
  exit 1
fi

echo "version=$version"
echo "prerelease=$prerelease"
