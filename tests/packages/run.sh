#!/usr/bin/env bash
# Tests what packaging/build.sh has made. What needs root and a mirror of Debian comes last.
#
# usage: run.sh [--build DIR] [--packages DIR]     (default: build/package and build/packages)
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(cd "$here/../.." && pwd)
build=$root/build/package
packages=$root/build/packages
while [ $# -ge 2 ]; do
  case $1 in
    --build | --packages) printf -v "${1#--}" '%s' "$2" && shift 2 ;;
    *) break ;;
  esac
done
[ $# -eq 0 ] || { echo "usage: run.sh [--build DIR] [--packages DIR]" >&2 && exit 2; }

failed=()
run() {
  printf '\n== %s\n' "${1##*/}"
  "$@" || failed+=("${1##*/}")
}
share=$build/package/share/doc/waymark
run "$here/tarball_test.sh" "$packages"
run "$here/static_program_test.sh" "$build/package/bin/waymark"
run python3 -B "$here/sbom_test.py" "$share/waymark.spdx.json" "$build/package/bin/waymark" \
  "$build/bin/waymark.map" "$share/licences"
run "$here/deb_test.sh" "$packages"/waymark_*.deb
[ ${#failed[@]} -eq 0 ] || { echo "tests of packages that failed: ${failed[*]}" >&2 && exit 1; }
