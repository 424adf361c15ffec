#!/usr/bin/env bash
# Writes the root file system of a stand-in for a base image of deploy/Dockerfile, for machines that
# reach Debian's archive and no container registry.
#
#   tests/image/stand-in.sh rust|node|runtime FILE.tar
#
# `rust` and `node` are Debian 12 with this machine's Rust, or Node and npm. `runtime` consists of the
# packages of distroless/cc-debian13, unpacked without their maintainer scripts, as there. All of them
# trust the certificate authorities of this machine.
set -euo pipefail
image=$1
file=$2

suite=bookworm
[[ $image != runtime ]] || suite=trixie
sources="deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] http://deb.debian.org/debian $suite main"
certificates=/etc/ssl/certs/ca-certificates.crt
# For the hooks, which run in the shell `sh` with the new root as $1.
export certificates

case $image in
  rust)
    toolchain=$(rustc --print sysroot)
    export toolchain
    options=(
      --variant=minbase --include=build-essential,ca-certificates
      --customize-hook='mkdir -p "$1/usr/local/cargo/bin" "$1/usr/local/rust"'
      --customize-hook='cp -a "$toolchain/bin" "$toolchain/lib" "$1/usr/local/rust"'
      --customize-hook='ln -s ../../rust/bin/cargo ../../rust/bin/rustc "$1/usr/local/cargo/bin"'
      --customize-hook='cp "$certificates" "$1$certificates"'
    )
    ;;
  node)
    node=$(node --print process.execPath)
    npm=$(realpath "$(dirname "$(realpath "$(command -v npm)")")/..")
    export node npm
    options=(
      --variant=minbase --include=ca-certificates,libstdc++6
      --customize-hook='mkdir -p "$1/usr/local/bin" "$1/usr/local/lib/node_modules"'
      --customize-hook='cp "$node" "$1/usr/local/bin/node"'
      --customize-hook='cp -a "$npm" "$1/usr/local/lib/node_modules/npm"'
      --customize-hook='ln -s ../lib/node_modules/npm/bin/npm-cli.js "$1/usr/local/bin/npm"'
      --customize-hook='ln -s ../lib/node_modules/npm/bin/npx-cli.js "$1/usr/local/bin/npx"'
      --customize-hook='cp "$certificates" "$1$certificates"'
    )
    ;;
  runtime)
    export packages='base-files gcc-14-base libc6 libgcc-s1 libgomp1 libssl3t64 libstdc++6 libzstd1 media-types netbase tzdata zlib1g'
    options=(
      --variant=custom
      --customize-hook='
        cd "$1" && mkdir debs && cd debs
        APT_CONFIG="$MMDEBSTRAP_APT_CONFIG" apt-get download --quiet --quiet -o APT::Sandbox::User=root $packages
        for deb in *.deb; do dpkg-deb --extract "$deb" "$1"; done
        rm -r "$1/debs" "$1/var/lib/apt" "$1/var/lib/dpkg" "$1/var/cache/apt"'
      --customize-hook='
        echo root:x:0:0:root:/root:/sbin/nologin > "$1/etc/passwd"
        echo nonroot:x:65532:65532:nonroot:/home/nonroot:/sbin/nologin >> "$1/etc/passwd"'
      --customize-hook='mkdir -p "$1/etc/ssl/certs" && cp "$certificates" "$1$certificates"'
    )
    ;;
  *)
    echo "usage: $0 rust|node|runtime FILE.tar" >&2
    exit 64
    ;;
esac

# The date makes the file, and so the layers that are built on it, the same each time.
SOURCE_DATE_EPOCH=0 mmdebstrap --quiet --mode=root "${options[@]}" "$suite" "$file" "$sources"
