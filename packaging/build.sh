#!/usr/bin/env bash
# Packs what a build directory of the preset "package" has built. The same sources give the same
# bytes: times are those of the commit (SOURCE_DATE_EPOCH), names and owners are fixed.
set -euo pipefail

usage() {
  cat <<'TEXT'
usage: packaging/build.sh [--build DIR] [--out DIR]

  --build DIR   the configured build directory (default: build/package)
  --out DIR     where the packages go, which is emptied (default: build/packages; --build needs it)

Makes the tarball, that of the debug symbols, the Debian package, the list of what is linked in
(SPDX), what packaging/npm and packaging/container build, and SHA256SUMS.
TEXT
}

die() {
  echo "packaging: $*" >&2
  exit 1
}

step() { printf '== %s\n' "$*"; }

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
build=$root/build/package
out=
while [ $# -gt 0 ]; do
  case $1 in
    --build | --out)
      [ $# -ge 2 ] || die "$1 needs a directory"
      printf -v "${1#--}" '%s' "$2"
      shift 2
      ;;
    -h | --help)
      usage
      exit 0
      ;;
    *)
      usage >&2
      die "unknown argument '$1'"
      ;;
  esac
done

if [ -z "$out" ]; then
  [ "$build" = "$root/build/package" ] || die "--build needs --out: build/packages is for build/package"
  out=$root/build/packages
fi
[ -f "$build/package.env" ] ||
  die "$build is not a build directory of static programs; 'cmake --preset package' configures one"
for tool in xz tar gzip cpack npm buildah; do
  command -v "$tool" >/dev/null || die "'$tool' is not installed"
done
build=$(cd "$build" && pwd)
# shellcheck source=/dev/null
. "$build/package.env"

if [ -z "${SOURCE_DATE_EPOCH-}" ]; then
  SOURCE_DATE_EPOCH=$(git -c safe.directory="$root" -C "$root" log -1 --format=%ct) ||
    die "$root is no git repository: set SOURCE_DATE_EPOCH to the time of the sources, seconds since 1970"
fi
export SOURCE_DATE_EPOCH TZ=UTC LC_ALL=C
umask 022

name=waymark-$version-$platform
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# pack DIRECTORY FILE: what lies in the directory, in one order, of no owner, compressed by one
# thread, since the bytes depend on how the input is divided.
pack() {
  tar --create --format=gnu --sort=name --mtime="@$SOURCE_DATE_EPOCH" --owner=0 --group=0 \
    --numeric-owner --mode=u=rwX,go=rX --directory "$1" "$name" | xz -9 --threads=1 >"$2"
}

step "building ($build)"
cmake --build "$build" --parallel "$(nproc)" --target waymark_package_files

rm -rf "$out"
mkdir -p "$out"
out=$(cd "$out" && pwd)

step "$name.tar.xz"
cmake --install "$build" --prefix "$work/program/$name" >/dev/null
# The prefix is wherever it is unpacked: the unit as written is for ~/.local.
cp "$root/packaging/waymark.service" "$work/program/$name/lib/systemd/user/"
pack "$work/program" "$out/$name.tar.xz"

# Debuggers look for the symbols beside the program, in .debug.
step "$name-debug.tar.xz"
mkdir -p "$work/debug/$name/bin/.debug"
cp "$build/package/waymark.debug" "$work/debug/$name/bin/.debug/"
pack "$work/debug" "$out/$name-debug.tar.xz"

step "waymark-$version.spdx.json"
cp "$build/package/share/doc/waymark/waymark.spdx.json" "$out/waymark-$version.spdx.json"

step "Debian package"
rm -rf "$work/deb"
cpack --config "$build/CPackConfig.cmake" -B "$work/deb" >"$work/cpack.log" ||
  die "cpack failed: $(tail -n 20 "$work/cpack.log")"
cp "$work"/deb/*.deb "$out/"

# Packages of other kinds: each directory has a program that packs the installed one.
for packer in "$root"/packaging/*/build.sh; do
  step "packaging/$(basename "$(dirname "$packer")")"
  "$packer" --program "$work/program/$name/bin/waymark" --version "$version" --out "$out" >/dev/null
done

(cd "$out" && sha256sum -- * >"$work/SHA256SUMS")
mv "$work/SHA256SUMS" "$out/"
step "packages in $out"
