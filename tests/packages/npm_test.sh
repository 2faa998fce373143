#!/usr/bin/env bash
# Packs a program for npm, installs the packages where there is no network, and asks the program through
# them, also as the official client of agents does.
#
#   npm_test.sh PROGRAM [NODE_MODULES]
#
# NODE_MODULES are those of tests/interop/npm_mcp, by default fetched first. Exit status 77: this machine
# cannot take a process off the network.
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$here/../..
if [ "${1-}" != --off-the-network ]; then
  unshare --map-root-user --net true 2>/dev/null ||
    { echo "skipped: unshare --net is not allowed here"; exit 77; }
  modules=${2-}
  if [ -z "$modules" ]; then
    fetched=$(mktemp -d)
    trap 'rm -rf "$fetched"' EXIT
    cp "$root"/tests/interop/npm_mcp/*.json "$root/cmake/npm/.npmrc" "$fetched"
    npm ci --prefer-offline --loglevel=error --prefix "$fetched"
    modules=$fetched/node_modules
  fi
  unshare --map-root-user --net "$0" --off-the-network "$1" "$modules"
  exit
fi
shift

program=$1
modules=$2
version=1.2.3
arch=$(node -p process.arch)

fail() {
  echo "FAILED: $*" >&2
  exit 1
}

expect() { # expect WHAT WANTED GOT
  [ "$2" = "$3" ] || fail "$1: expected '$2', got '$3'"
}

# The client listens on loopback, which a new namespace has switched off (SIOCSIFFLAGS, IFF_UP).
python3 -c 'import fcntl, socket, struct
fcntl.ioctl(socket.socket(), 0x8914, struct.pack("16sh14x", b"lo", 1))'

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export HOME=$work/home XDG_RUNTIME_DIR=$work/run
export npm_config_cache=$work/cache npm_config_update_notifier=false npm_config_offline=true
unset XDG_DATA_HOME XDG_CONFIG_HOME XDG_STATE_HOME
mkdir -p "$HOME" "$XDG_RUNTIME_DIR" "$work/built/bin" "$work/built/share/doc/waymark"
strip -o "$work/built/bin/waymark" "$program"
echo 'the licences' >"$work/built/share/doc/waymark/copyright"

echo '== two builds give the same bytes'
export SOURCE_DATE_EPOCH=1700000000
for run in first second; do
  (cd "$work" && "$root/packaging/npm/build.sh" --program "$work/built/bin/waymark" --version $version --out $run >/dev/null)
done
diff -r "$work/first" "$work/second" || fail 'they differ'
launcher=$work/first/waymark-$version.tgz
platform=$work/first/waymark-linux-$arch-$version.tgz
expect 'the licences in the package' 'the licences' "$(tar -xzOf "$platform" package/doc/copyright)"

echo '== a global installation'
export npm_config_prefix=$work/prefix
npm install -g "$launcher" "$platform"
export PATH=$work/prefix/bin:$PATH
expect 'the program that the shell finds' "$work/prefix/bin/waymark" "$(command -v waymark)"
expect '--version' "$("$program" --version)" "$(waymark --version)"
expect 'npx waymark --version' "$("$program" --version)" "$(cd / && npx waymark --version)"

echo '== exit codes and arguments pass through'
says_the_same() {
  local text wanted status=0 direct=0
  text=$(waymark "$@" 2>&1) || status=$?
  wanted=$("$program" "$@" 2>&1) || direct=$?
  expect "the exit code of $*" $direct $status
  expect "what $* says" "$wanted" "$text"
}
says_the_same --no-such-option
says_the_same symbol Nothing --repo /nowhere
says_the_same search "one  argument's \"blanks\"" --repo "$HOME"

echo '== who stops reading ends the program'
mkdir "$work/repository"
seq -f 'def function%g(): pass' 20000 >"$work/repository/many.py"
"$program" index "$work/repository" --store "$work/store" >/dev/null 2>&1
waymark export --repo "$work/repository" --store "$work/store" | head -n 1 >/dev/null || ended=("${PIPESTATUS[@]}")
expect 'the exit code of a broken pipe' 141 "${ended[0]}"

echo '== a signal ends the program'
waymark serve --store "$work/store" 2>/dev/null &
launched=$!
for _ in $(seq 100); do
  if waymark serve --check --store "$work/store" 2>/dev/null; then break; fi
  sleep 0.1
done
waymark serve --check --store "$work/store"
kill -TERM $launched
status=0
wait $launched || status=$?
expect 'the exit code of serve after SIGTERM' 0 $status
status=0
waymark serve --check --store "$work/store" 2>/dev/null || status=$?
expect 'the exit code of a check without a daemon' 3 $status

echo '== the client of agents'
node "$root/tests/interop/mcp_client.mjs" "$modules" waymark
node "$root/tests/interop/mcp_client.mjs" "$modules" npx waymark

echo '== in a project'
mkdir "$work/project"
(
  unset npm_config_prefix
  cd "$work/project"
  echo '{ "private": true }' >package.json
  npm install "$launcher" "$platform"
  expect 'npx waymark --version' "$("$program" --version)" "$(npx waymark --version)"
)

echo '== without the package of the platform'
npm install -g --prefix "$work/alone" --omit=optional "$launcher"
status=0
text=$("$work/alone/bin/waymark" --version 2>&1) || status=$?
expect 'the exit code' 1 $status
[[ $text == *"waymark-linux-$arch-$version.tgz"* ]] || fail "the way out is not told: $text"

echo '== on another platform'
status=0
text=$(node -e "Object.defineProperty(process, 'platform', { value: 'plan9' }); require(process.argv[1])" \
  "$work/prefix/lib/node_modules/waymark/bin/waymark.js" 2>&1) || status=$?
expect 'the exit code' 1 $status
[[ $text == *"no program for plan9-$arch, but for: linux-arm64, linux-x64"* ]] || fail "what there is is not told: $text"

echo 'the npm packages do what they should'
