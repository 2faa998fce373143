#!/usr/bin/env bash
# Builds the sources of the current commit in two directories of different names and lengths, packs
# both, and compares every package byte for byte.
#
# usage: reproducible_test.sh [--compile-twice] [--sample N]
#
#   --compile-twice   without ccache in the second directory
#   --sample N        without --compile-twice, compile N sources of the second directory once more,
#                     past the cache, and compare the objects (default: 20)
#
# With ccache the second build takes objects of the first where the cache holds them to be the same,
# so that equal packages say little of the compiler; that no object knows the directory it was
# compiled in is looked at on its own, and the sample is compiled in earnest.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
# shellcheck source=checks.sh
. "$here/checks.sh"
root=$(cd "$here/../.." && pwd)

compile_twice=
sample=20
while [ $# -gt 0 ]; do
  case $1 in
    --compile-twice) compile_twice=1 && shift ;;
    --sample) [ $# -ge 2 ] || die "--sample needs a number" && sample=$2 && shift 2 ;;
    *) die "unknown argument '$1'" ;;
  esac
done

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
first=$work/a
second=$work/a-directory-of-another-length/waymark

build_in() {
  git -c safe.directory="$root" clone -q "$root" "$1"
  (cd "$1" && cmake --preset package >/dev/null && packaging/build.sh) >"$work/log" 2>&1 ||
    die "the build in $1 failed: $(tail -n 20 "$work/log")"
}

echo "building in $first"
build_in "$first"
echo "building in $second"
if [ -n "$compile_twice" ]; then export CCACHE_DISABLE=1; fi
build_in "$second"

same_sums() { diff "$first/build/packages/SHA256SUMS" "$second/build/packages/SHA256SUMS"; }
check 'both builds give the same bytes of every package' same_sums
cat "$first/build/packages/SHA256SUMS"

knows_no_directory() { ! grep -rlF --include='*.o' "$work" "$1/build/package"; }
check 'no object knows the directory it was compiled in' knows_no_directory "$second"

recompile() {
  python3 -B "$here/compile_again.py" "$second/build/package" "$sample"
}
if [ -z "$compile_twice" ]; then
  check "$sample sources compiled once more give the same objects" recompile
fi
finish
