#!/usr/bin/env bash
# Makes the npm packages of one platform: the launcher `waymark`, the same bytes for every platform, and
# `waymark-linux-CPU`, which holds the program. package_inputs.sh says what it is given.
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
# shellcheck source=packaging/package_inputs.sh
. "$here/../package_inputs.sh"

case $arch in
  x86_64) cpu=x64 ;;
  aarch64) cpu=arm64 ;;
esac

fill_in() {
  sed -e "s/@VERSION@/$version/g" -e "s/@PLATFORM@/linux-$cpu/g" -e 's/@OS@/linux/g' -e "s/@CPU@/$cpu/g" "$1"
}

# npm expects the files in a directory `package`. By itself tar tells who packed them, and when.
pack() {
  tar --create --directory "$work/$1" --format=ustar --sort=name --mtime="@$epoch" --owner=0 --group=0 \
    --numeric-owner --mode=u=rwX,go=rX package | gzip -n -9 >"$out/$1-$version.tgz"
  echo "$out/$1-$version.tgz"
}

package=$work/waymark/package
mkdir -p "$package"
fill_in "$here/launcher/package.json.in" >"$package/package.json"
install -D -m 755 "$here/launcher/bin/waymark.js" "$package/bin/waymark.js"
cp "$here/launcher/README.md" "$root/LICENSE" "$package"
pack waymark

package=$work/waymark-linux-$cpu/package
mkdir -p "$package"
fill_in "$here/platform/package.json.in" >"$package/package.json"
fill_in "$here/platform/README.md.in" >"$package/README.md"
install -D -m 755 "$program" "$package/bin/waymark"
# Beside it, where it looks; the tree of an installed program has it in lib/waymark.
team=${program%/bin/*}/lib/waymark/waymark-team
if [ -e "$team" ]; then install -m 755 "$team" "$package/bin/waymark-team"; fi
cp "$root/LICENSE" "$package"
cp -R "$documents" "$package/doc"
pack "waymark-linux-$cpu"
