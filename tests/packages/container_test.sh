#!/usr/bin/env bash
# Packs a statically linked program as a container image and runs the image under Podman, without a
# network: as the user that it names and as another one, over a store in a volume, with its health check.
#
#   container_test.sh PROGRAM
#
# Exit status 77: this machine has no buildah or Podman that may run here, or PROGRAM is not static.
set -euo pipefail

skip() {
  echo "skipped: $*"
  exit 77
}

fail() {
  echo "FAILED: $*" >&2
  exit 1
}

expect() { # expect WHAT WANTED GOT
  [ "$2" = "$3" ] || fail "$1: expected '$2', got '$3'"
}

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$here/../..
program=$1
version=1.2.3
for tool in buildah podman; do command -v $tool >/dev/null || skip "there is no $tool"; done
if readelf --program-headers "$program" | grep -q INTERP; then skip "$program is linked dynamically"; fi

work=$(mktemp -d)
# Podman's messages about health checks that systemd would repeat say nothing here.
pod() {
  podman --root "$work/pod" --runroot "$work/run" --storage-driver vfs --cgroup-manager cgroupfs \
    --events-backend file "${runtime[@]}" "$@" 2> >(grep -v systemd >&2)
}
runtime=()
if command -v runc >/dev/null; then runtime=(--runtime "$(command -v runc)"); fi
confined=(--network none --read-only --tmpfs /tmp --cap-drop all --security-opt no-new-privileges
  --ulimit nofile=1024:1024 --ulimit nproc=1024:1024 --health-interval disable)
cleanup() {
  pod rm --all --force --time 0 >/dev/null 2>&1 || true
  rm -rf "$work"
}
trap cleanup EXIT
mkdir -p "$work/built/bin" "$work/built/share/doc/waymark"
cp "$program" "$work/built/bin/waymark"
echo 'the licences' >"$work/built/share/doc/waymark/copyright"

echo '== two builds give the same bytes'
export SOURCE_DATE_EPOCH=1700000000
for run in first second; do
  (cd "$work" && "$root/packaging/container/build.sh" --program "$work/built/bin/waymark" --version $version \
    --out $run >/dev/null)
done
diff -r "$work/first" "$work/second" || fail 'they differ'

echo '== the image'
pod load --quiet --input "$work"/first/*.tar.xz >/dev/null
pod run --rm "${confined[@]}" waymark:$version --version >"$work/version" || skip 'Podman cannot run a container here'
expect '--version' "$("$program" --version)" "$(cat "$work/version")"
inspected() { pod inspect --format "$1" waymark:$version; }
expect 'the user' 65532:65532 "$(inspected '{{.Config.User}}')"
expect 'the health check' '[CMD /usr/bin/waymark serve --check]' "$(inspected '{{.HealthCheck.Test}}')"
expect 'the version' $version "$(inspected '{{index .Labels "org.opencontainers.image.version"}}')"
expect 'when it was made' 2023-11-14T22:13:20Z "$(inspected '{{index .Labels "org.opencontainers.image.created"}}')"
mounted=$(pod image mount waymark:$version)
expect 'what can be run in it' ./usr/bin/waymark "$(cd "$mounted" && find . -type f -perm /111)"
expect 'the licences' 'the licences' "$(cat "$mounted/usr/share/doc/waymark/copyright")"
pod image unmount waymark:$version >/dev/null

repository=$work/repository
mkdir "$repository"
printf 'def price():\n    return 1\n\n\ndef total():\n    return price()\n' >"$repository/cart.py"
chmod 755 "$work"

# answers NAME OPTIONS...: a daemon in a container of that name, asked from beside it.
answers() {
  local name=$1 status=0
  shift
  pod run --detach --name "$name" --volume "$name:/data" --volume "$repository:$repository:ro" "${confined[@]}" \
    "$@" waymark:$version >/dev/null
  for _ in $(seq 50); do
    if pod healthcheck run "$name" >/dev/null; then break; fi
    sleep 0.1
  done
  pod healthcheck run "$name" || fail 'the daemon is up and the health check fails'

  pod exec "$name" waymark index "$repository"
  [[ $(pod exec "$name" waymark blast-radius price --repo "$repository" --format text) == *total* ]] ||
    fail 'the blast radius lacks total'
  printf '%s\n' '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"test","version":"1"}}}' |
    pod exec --interactive "$name" waymark mcp --repo "$repository" | grep -q '"serverInfo"' || fail 'mcp does not answer'

  pod kill --signal STOP "$name" >/dev/null
  pod healthcheck run "$name" >/dev/null || status=$?
  expect 'the health check of a daemon that does not answer' 1 $status
  pod kill --signal CONT "$name" >/dev/null
  pod stop --time 10 "$name" >/dev/null
  expect 'the exit code after SIGTERM' 0 "$(pod inspect --format '{{.State.ExitCode}}' "$name")"
}

echo '== the daemon of the user that the image names'
answers named
echo '== the daemon of another user'
answers other --user 1234:1234
echo '== the store outlives the container'
pod run --rm "${confined[@]}" --volume named:/data --volume "$repository:$repository:ro" \
  waymark:$version search total --repo "$repository" --format text | grep -q total || fail 'it is gone'

echo 'the container image does what it should'
