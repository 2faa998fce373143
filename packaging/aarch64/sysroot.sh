#!/usr/bin/env bash
# Makes a directory of Debian's archives and headers for aarch64, for the cross compiler to build with
# (cmake/toolchains/aarch64-linux-gnu.cmake). The machine's own apt and dpkg know nothing of it.
#
# usage: sysroot.sh DIRECTORY
#
# The suite and the mirrors are those of this machine's apt.
set -euo pipefail

die() {
  echo "sysroot: $*" >&2
  exit 1
}

[ $# -eq 1 ] || die "usage: sysroot.sh DIRECTORY"
[ ! -e "$1" ] || die "$1 exists"
command -v apt-get >/dev/null || die "there is no apt-get here"

packages=(
  libabsl-dev libbenchmark-dev libboost1.74-dev libc-ares-dev libc6-dev libcli11-dev libeigen3-dev libfmt-dev
  libgit2-dev libgmock-dev libgrpc++-dev libgrpc-dev libgtest-dev liblmdb-dev libmbedtls-dev
  libpcre2-dev libpq-dev libpq5 libprotobuf-dev libre2-dev
  libspdlog-dev libssl-dev libstemmer-dev libtomlplusplus-dev libzstd-dev linux-libc-dev nlohmann-json3-dev zlib1g-dev
  # CMake's packages of Abseil, benchmark and gRPC look for shared libraries.
  libabsl20220623 libbenchmark1debian libgrpc29 libgrpc++1.51
  # The licences of their archives lie in these.
  libprotobuf32 libre2-9 libstemmer0d
)

# The directory gets its name when it is complete.
sysroot=$1.partial
rm -rf "$sysroot"
mkdir -p "$sysroot"
sysroot=$(cd "$sysroot" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work" "$sysroot"' EXIT

mkdir -p "$work"/{state/lists/partial,cache/archives/partial,debs}
touch "$work/status"
cat >"$work/apt.conf" <<TEXT
APT::Architecture "arm64";
APT::Architectures { "arm64"; };
APT::Sandbox::User "root";
Dir::State "$work/state";
Dir::State::status "$work/status";
Dir::Cache "$work/cache";
TEXT
export APT_CONFIG=$work/apt.conf
apt-get update -q >"$work/log" 2>&1 || true # sources without arm64 do not matter
(cd "$work/debs" && apt-get download -q "${packages[@]}") >>"$work/log" 2>&1 ||
  die "the packages cannot be had: $(tail -n 5 "$work/log")"

# Unpacked by dpkg, so that the list of what is linked in can ask what owns a file. None of these
# packages runs anything before it is unpacked.
mkdir -p "$sysroot/var/lib/dpkg"/{info,updates,triggers}
touch "$sysroot/var/lib/dpkg"/{status,available}
dpkg --root="$sysroot" --force-architecture --force-depends --unpack "$work"/debs/*.deb >"$work/log" 2>&1 ||
  die "dpkg cannot unpack them: $(tail -n 5 "$work/log")"
# They look for plugins of protoc as well: those of this machine run.
mkdir -p "$sysroot/usr/bin"
ln -s /usr/bin/grpc_*_plugin "$sysroot/usr/bin/"
mv "$sysroot" "$1"
du -sm "$1" | awk '{ print $1 " MB in " $2 }'
