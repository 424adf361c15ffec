#!/usr/bin/env bash
# Includes the files of the previous release under /assets/ in a package, so that pages that are still
# open find theirs.
#
#   tools/release/include-previous.sh PACKAGE [PREVIOUS]
#
# PREVIOUS is the package of that release, unpacked; what is no package, as in the image `scratch`, has no
# files. `own-assets` lists those of PACKAGE itself, so that the next one includes the files of one release,
# not of all before it. Names contain a hash of the content: a name in both is the same file.
set -euo pipefail
package=$1
previous=${2:-}
assets=dist/public/assets

ls "$package/$assets" > "$package/own-assets"
[[ -d $previous/$assets ]] || exit 0
# Packages of former versions have no list.
{ cat "$previous/own-assets" 2> /dev/null || ls "$previous/$assets"; } | while read -r name; do
  [[ -e $package/$assets/$name ]] || cp --archive "$previous/$assets/$name" "$package/$assets/"
done
