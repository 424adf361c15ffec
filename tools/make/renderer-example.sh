#!/usr/bin/env bash
# Packages marquee-renderer, and runs its example with the package in a folder outside the workspace: that is
# how another project gets them.
set -euo pipefail
cd "$(dirname "$0")/../.."

# The folder of the build stays, since it has the compiled engine.
build=$PWD/target/renderer-example
folder=$(mktemp -d)
server=
trap 'kill $server 2> /dev/null || true; rm -rf "$folder"' EXIT

# With the changes in the working tree. The build of the example is that of the package.
cargo package --package marquee-renderer --allow-dirty --locked --no-verify --target-dir "$build"
tar -C "$folder" -xf "$build"/package/marquee-renderer-*.crate
cp -r server/renderer/examples/axum "$folder/example"
export CMAKE_TOOLCHAIN_FILE=$PWD/.cargo/simde.cmake

cd "$folder/example"
sed -i.old "s|path = \"../..\"|path = \"$(echo ../marquee-renderer-*)\"|" Cargo.toml
npm ci --no-audit --no-fund
npm run build
cargo test --locked --target-dir "$build"
"$build/debug/axum-example" &
server=$!

url=http://127.0.0.1:3000
curl --silent --fail --retry 20 --retry-connrefused --retry-delay 1 $url/ | grep 'Rendered at'
status() { curl --silent --output /dev/null --write-out '%{http_code}%{redirect_url}' "$1"; }
[[ $(status $url/old) == 308$url/ ]]
[[ $(status $url/nowhere) == 404 ]]
[[ $(status $url/loop) == 504 ]]
curl --silent --fail $url/stream | grep '</html>'
if curl --silent --fail $url/stream/loop | grep '</html>'; then
  echo "A page that fails after its head looks complete"; exit 1
fi
curl --silent --fail $url/ > /dev/null
echo "The example works with the package."
