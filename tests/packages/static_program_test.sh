#!/usr/bin/env bash
# Guarantees of the static program: it needs a kernel and nothing else. It runs in a root directory
# that holds the program and a repository alone, without a network, as a user whom no file names.
#
# usage: static_program_test.sh PROGRAM
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(cd "$here/../.." && pwd)
# shellcheck source=checks.sh
. "$here/checks.sh"

[ $# -eq 1 ] && [ -x "$1" ] || die "usage: $test_name PROGRAM"
program=$(realpath "$1")
work=$(mktemp -d)
daemon=
trap '[ -z "$daemon" ] || { kill "$daemon" && wait "$daemon" || true; }; rm -rf "$work"' EXIT

needs_no_library() { ! readelf --dynamic --program-headers "$program" | grep -E 'NEEDED|INTERP|RPATH|RUNPATH'; }
is_position_independent() { contains 'DYN (Position-Independent Executable file)' readelf --file-header "$program"; }
is_hardened() { contains GNU_RELRO readelf --program-headers "$program" && contains NOW readelf --dynamic "$program"; }
knows_no_path_of_the_build() { ! grep -aoE "($root|$HOME)/[[:alnum:]./_-]*" "$program"; }
has_build_id() { contains 'Build ID' readelf --notes "$program"; }

check 'no library and no loader is named in it' needs_no_library
check 'it is position independent' is_position_independent
check 'its tables of pointers are read-only once it runs' is_hardened
check 'no directory of the machine that built it is in it' knows_no_path_of_the_build
check 'it has a build id, by which debuggers find its symbols' has_build_id

# An empty root: mknod is not needed, and there is no /etc, /proc, /dev or /usr.
mkdir -p "$work/root/bin" "$work/root/home"
cp "$program" "$work/root/bin/waymark"
make_repository "$work/root/repository"
alone() {
  env -i PATH=/usr/sbin:/usr/bin HOME=/home \
    unshare --user --map-root-user --net chroot "$work/root" /bin/waymark "$@"
}
question='{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"test","version":"1"}}}'
ask_agent_tools() { alone mcp --repo /repository --store /store <<<"$question"; }

check 'it runs in an empty root' contains waymark alone --version
check 'it indexes a git repository there' alone index /repository --store /store
check 'it finds a symbol there' contains shop.checkout alone symbol checkout --repo /repository --store /store
check 'it packs a context there' contains checkout \
  alone context 'total of a cart' --repo /repository --store /store --budget 500
check 'it answers an agent there' contains '"serverInfo"' ask_agent_tools

# A daemon there, and a client that reaches it by name over TLS. Both keep the network of the machine,
# since a new one has no loopback; the root holds no file of names, so that the address is a number.
secrets=$work/root/secrets
mkdir "$secrets"
head -c 32 /dev/urandom | base64 >"$secrets/token"
openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=127.0.0.1 -addext subjectAltName=IP:127.0.0.1 \
  -keyout "$secrets/key.pem" -out "$secrets/certificate.pem" 2>/dev/null || die "openssl made no certificate"
chmod 600 "$secrets"/*
alone_on_this_machine() {
  env -i PATH=/usr/sbin:/usr/bin HOME=/home \
    unshare --user --map-root-user chroot "$work/root" /bin/waymark "$@"
}
: >"$work/log"
(exec env -i PATH=/usr/sbin:/usr/bin HOME=/home \
  unshare --user --map-root-user chroot "$work/root" /bin/waymark serve --store /store \
  --listen 127.0.0.1:0 --token-file /secrets/token --tls-certificate /secrets/certificate.pem \
  --tls-key /secrets/key.pem 2>"$work/log") &
daemon=$!
for ((i = 0; i < 200; ++i)); do
  port=$(sed -nE 's/.*event=start.* port=([0-9]+).*/\1/p' "$work/log")
  [ -z "$port" ] || break
  sleep 0.05
done
ask_over_tls() {
  alone_on_this_machine symbol checkout --repo /repository --daemon "127.0.0.1:$port" \
    --daemon-token-file /secrets/token --daemon-ca /secrets/certificate.pem
}
check 'a daemon starts there' test -n "$port"
check 'it answers over its socket' contains shop.checkout \
  alone symbol checkout --repo /repository --store /store
check 'it answers over TCP with TLS' contains shop.checkout ask_over_tls
kill "$daemon"
ended=0
wait "$daemon" || ended=$?
check 'it ends in good order' test "$ended" -eq 0
daemon=

# As itself: no file of another glibc is loaded for the names of users and hosts.
if command -v strace >/dev/null; then
  loads_nothing() {
    strace -f -qq -e trace=openat,open -o "$work/trace" "$program" symbol checkout \
      --repo "$work/root/repository" --store "$work/store" >/dev/null
    ! grep -E '\.so(\.|")|openssl\.cnf|ossl-modules' "$work/trace"
  }
  "$program" index "$work/root/repository" --store "$work/store" >/dev/null
  check 'it opens no shared library' loads_nothing
fi
finish
