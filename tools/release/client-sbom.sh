#!/usr/bin/env bash
# Prints the npm packages in the client bundle as CycloneDX.
#
#   tools/release/client-sbom.sh VERSION
#
# By npm alone and offline, from the lock file. The packages for development are removed first: without
# that, `npm sbom --omit dev` leaves out what they depend on as well, such as React.
set -euo pipefail
version=$1
folder=$(mktemp --directory)
trap 'rm -r "$folder"' EXIT
mkdir "$folder/marquee"
cp package.json package-lock.json "$folder/marquee"
cd "$folder/marquee"
# package.json has none: that of Cargo.toml is the only one.
npm pkg set "version=$version"
npm pkg delete devDependencies workspaces
npm install --package-lock-only --offline --ignore-scripts --no-audit --no-fund --silent
npm sbom --package-lock-only --sbom-format cyclonedx > sbom.json
# Without what differs each time.
node --print '
  const { serialNumber, ...list } = JSON.parse(fs.readFileSync("sbom.json", "utf8"));
  delete list.metadata.timestamp;
  JSON.stringify(list, null, 2)
'
