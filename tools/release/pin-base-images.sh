#!/usr/bin/env bash
# Pins the base images of deploy/Dockerfile by the digests that their tags have now. The lines keep the
# tags, from which the next run reads them.
#
# SKOPEO_FLAGS, for example `--tls-verify=false`, is for registries that need them.
set -euo pipefail
file=${1:-deploy/Dockerfile}

sed --quiet --regexp-extended 's/^ARG [A-Z]+_IMAGE=([^@]+)(@.*)?$/\1/p' "$file" | while read -r image; do
  # The digest of what the tag names: for these images, the list of all platforms.
  # shellcheck disable=SC2086
  digest=sha256:$(skopeo inspect --raw ${SKOPEO_FLAGS:-} "docker://$image" | sha256sum | cut --delimiter=' ' --fields=1)
  sed --in-place --regexp-extended "s|^(ARG [A-Z]+_IMAGE=$image)(@.*)?\$|\1@$digest|" "$file"
  echo "$image@$digest"
done
