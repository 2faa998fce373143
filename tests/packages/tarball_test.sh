#!/usr/bin/env bash
# Guarantees of the tarball: what is in it, how large it is, that sums and debug symbols fit, and that
# the program of it starts within a hundredth of a second of processor.
#
# usage: tarball_test.sh PACKAGES_DIRECTORY
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
# shellcheck source=checks.sh
. "$here/checks.sh"

[ $# -eq 1 ] && [ -f "$1/SHA256SUMS" ] || die "usage: $test_name PACKAGES_DIRECTORY"
packages=$(realpath "$1")
shopt -s extglob
tarballs=("$packages"/waymark-+([0-9.])-linux-!(*-debug).tar.xz)
[ ${#tarballs[@]} -eq 1 ] && [ -f "${tarballs[0]}" ] || die "$packages holds not one tarball: ${tarballs[*]}"
name=$(basename "${tarballs[0]}" .tar.xz)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
max_packed=15000000
max_unpacked=50000000
max_start=0.010

check 'the sums are right' bash -c "cd '$packages' && sha256sum --check --quiet SHA256SUMS"
everything_has_a_sum() { diff <(cd "$packages" && ls -I SHA256SUMS) <(sed 's/^.\{66\}//' "$packages/SHA256SUMS" | sort); }
check 'every package has a sum' everything_has_a_sum

tar --extract --file "${tarballs[0]}" --directory "$work"
tree=$work/$name
check 'it is one directory of its own name' test "$(ls "$work")" = "$name"
for file in bin/waymark share/man/man1/waymark.1 share/bash-completion/completions/waymark \
  share/zsh/site-functions/_waymark share/fish/vendor_completions.d/waymark.fish \
  lib/systemd/user/waymark.service share/doc/waymark/README.md share/doc/waymark/CHANGELOG.md \
  share/doc/waymark/LICENSE share/doc/waymark/waymark.spdx.json share/doc/waymark/licences/glibc.txt; do
  check "it has $file" test -s "$tree/$file"
done
no_dead_links() { ! grep -E '\]\([^):]*\)' "$tree"/share/doc/waymark/*.md; }
check 'its documents have no links to files' no_dead_links
no_libraries() { ! find "$tree" -name '*.a' -o -name '*.so*' -o -name '*.h' -o -name '*.cmake' | grep .; }
check 'it has no libraries and no headers' no_libraries

at_most() { [ "$1" -le "$2" ] || { echo "$1 bytes, more than $2"; return 1; }; }
packed=$(stat -c %s "${tarballs[0]}")
unpacked=$(du --apparent-size -sb "$tree" | cut -f 1)
echo "        $packed bytes packed, $unpacked bytes unpacked"
check "packed it has at most $max_packed bytes" at_most "$packed" "$max_packed"
check "unpacked it has at most $max_unpacked bytes" at_most "$unpacked" "$max_unpacked"

starts_at_once() {
  python3 - "$tree/bin/waymark" "$max_start" <<'TEXT'
import os, statistics, subprocess, sys
program, limit = sys.argv[1], float(sys.argv[2])
times = []
for _ in range(21):
    before = os.times()
    subprocess.run([program, "--version"], check=True, stdout=subprocess.DEVNULL, close_fds=False)
    after = os.times()
    times.append(after.children_user + after.children_system - before.children_user - before.children_system)
mean = statistics.mean(times)
print(f"{mean * 1000:.1f} ms of processor")
sys.exit(mean > limit)
TEXT
}
check "--version takes at most $max_start s of processor" starts_at_once

build_id() { readelf --notes "$1" | sed -n 's/.*Build ID: //p'; }
tar --extract --file "$packages/$name-debug.tar.xz" --directory "$work"
check 'the debug symbols are those of the program' \
  test "$(build_id "$tree/bin/waymark")" = "$(build_id "$tree/bin/.debug/waymark.debug")"
names_the_symbols() { contains waymark.debug readelf --string-dump=.gnu_debuglink "$tree/bin/waymark"; }
check 'the program names them' names_the_symbols
tells_the_line_of_a_function() {
  local address
  address=$(nm --demangle "$tree/bin/.debug/waymark.debug" |
    sed -n 's/ T waymark::services::RunCommandLine(.*//p')
  contains 'services/cli/src/program/command_line.cc:' addr2line --exe "$tree/bin/.debug/waymark.debug" "0x$address"
}
check 'they tell lines of sources' tells_the_line_of_a_function
finish
