#!/usr/bin/env bash
# Makes a container image that holds the program on an empty base, without a daemon of containers, as a
# file for `docker load` and `podman load`. package_inputs.sh says what it is given.
#
# In the format of Docker: the image format of OCI has no health check.
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
# shellcheck source=packaging/package_inputs.sh
. "$here/../package_inputs.sh"

for tool in buildah python3 xz; do command -v "$tool" >/dev/null || die "'$tool' is not installed"; done

case $arch in
  x86_64) image_arch=amd64 ;;
  aarch64) image_arch=arm64 ;;
esac
readonly nobody=65532:65532
archive=$out/waymark-$version-container-$arch.tar.xz

# Own storage, which leaves none of the machine's images changed; vfs needs no overlay file system.
run_buildah() { buildah --root "$work/storage" --runroot "$work/run" --storage-driver vfs "$@"; }

# What an empty root lacks: a directory for sockets, one for the store, one for repositories.
# Whoever the container runs as can make a store in /data, which is that user's alone.
tree=$work/tree
install -d -m 755 "$tree" "$tree/usr/bin" "$tree/src" "$tree/config" "$tree/usr/share/doc"
install -d -m 1777 "$tree/tmp" "$tree/data"
install -m 755 "$program" "$tree/usr/bin/waymark"
cp -R "$documents" "$tree/usr/share/doc/waymark"
cp "$root/LICENSE" "$tree/usr/share/doc/waymark/LICENSE"

container=$(run_buildah from --format docker --arch "$image_arch" scratch)
run_buildah copy --quiet --chown 0:0 "$container" "$tree" / >/dev/null
run_buildah config \
  --arch "$image_arch" --os linux --user "$nobody" --workingdir /src --volume /data \
  --env PATH=/usr/bin --env HOME=/data --env XDG_DATA_HOME=/data --env XDG_CONFIG_HOME=/config \
  --entrypoint '["/usr/bin/waymark"]' --cmd serve \
  --healthcheck 'CMD /usr/bin/waymark serve --check' --healthcheck-interval 30s \
  --healthcheck-timeout 5s --healthcheck-start-period 5s --healthcheck-retries 3 \
  --label org.opencontainers.image.title=waymark \
  --label org.opencontainers.image.description='Code graph and context server' \
  --label org.opencontainers.image.version="$version" \
  --label org.opencontainers.image.licenses=Apache-2.0 \
  --label org.opencontainers.image.created="$(date -u -d "@$epoch" +%Y-%m-%dT%H:%M:%SZ)" \
  "$container"
run_buildah commit --quiet --format docker --timestamp "$epoch" --identity-label=false "$container" \
  "docker-archive:$work/image.tar:waymark:$version" >/dev/null
python3 -B "$here/settled_archive.py" "$work/image.tar" "$epoch" "$work/settled.tar"
# Not with gzip: Debian 12's skopeo and buildah do not read an archive that is compressed so. One thread,
# since the bytes depend on how the input is divided.
xz -9 --threads=1 --stdout "$work/settled.tar" >"$archive"
echo "$archive"
