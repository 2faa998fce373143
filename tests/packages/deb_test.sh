#!/usr/bin/env bash
# Guarantees of the Debian package, tried in a root directory of its own that holds a minimal Debian:
# apt installs it, what it promises works, and after a purge nothing of it is left.
#
# usage: deb_test.sh WAYMARK.deb
#
# Needs root and debootstrap; the mirror is MIRROR, else the first of this machine's apt. The fresh
# Debian is kept in the user's cache.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
# shellcheck source=checks.sh
. "$here/checks.sh"

[ $# -eq 1 ] && [ -f "$1" ] || die "usage: $test_name WAYMARK.deb"
deb=$(realpath "$1")
[ "$(id -u)" -eq 0 ] || die "a root directory of its own needs root"
command -v debootstrap >/dev/null || die "debootstrap is not installed: apt-get install debootstrap"

suite=bookworm
mirror=${MIRROR-$(apt-get indextargets --format '$(SITE)' 'Created-By: Packages' "Codename: $suite" | head -n 1)}
[ -n "$mirror" ] || die "apt names no mirror of $suite: set MIRROR"
cache=${XDG_CACHE_HOME:-$HOME/.cache}/waymark/debian-$suite-$(dpkg --print-architecture).tar
work=$(mktemp -d)
trap 'rm -rf --one-file-system "$work"' EXIT
debian=$work/debian

if [ ! -f "$cache" ]; then
  echo "fetching $suite from $mirror"
  debootstrap --variant=minbase "$suite" "$work/fresh" "$mirror" >"$work/log" 2>&1 ||
    die "debootstrap failed: $(tail -n 5 "$work/log")"
  mkdir -p "$(dirname "$cache")"
  tar --create --file "$cache.partial" --directory "$work/fresh" --exclude ./dev/* .
  mv "$cache.partial" "$cache"
fi
mkdir "$debian"
tar --extract --file "$cache" --directory "$debian"
[ -e "$debian/dev/null" ] || mknod -m 666 "$debian/dev/null" c 1 3

# There is no network inside: whatever the package needed beyond a minimal Debian would be missing.
inside() {
  env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root DEBIAN_FRONTEND=noninteractive LC_ALL=C.UTF-8 \
    unshare --net chroot "$debian" "$@"
}
listing() { (cd "$debian" && find . -xdev \( -path ./var/log -o -path ./var/cache -o -path ./tmp \) -prune -o -print | sort); }

cp "$deb" "$debian/tmp/waymark.deb"
make_repository "$debian/tmp/repository"
listing >"$work/before"

check 'apt installs it, without a network' inside apt-get install -y /tmp/waymark.deb
listing >"$work/installed"

installs() { [ -s "$debian/$1" ]; }
check 'the program is in the path' contains waymark inside waymark --version
check 'it indexes' inside waymark index /tmp/repository --store /tmp/store
check 'it answers' contains checkout inside waymark symbol checkout --repo /tmp/repository --store /tmp/store
check 'it has a man page' installs usr/share/man/man1/waymark.1.gz
check 'it completes in bash' installs usr/share/bash-completion/completions/waymark
check 'it completes in zsh' installs usr/share/zsh/vendor-completions/_waymark
check 'it completes in fish' installs usr/share/fish/vendor_completions.d/waymark.fish
check 'it has a unit of systemd that starts what is installed' \
  grep -q '^ExecStart=/usr/bin/waymark serve$' "$debian/usr/lib/systemd/user/waymark.service"
check 'its copyright file is there' installs usr/share/doc/waymark/copyright
check 'it says what it is made of' installs usr/share/doc/waymark/waymark.spdx.json

files_are_as_packed() { inside dpkg --verify waymark && inside test -s /var/lib/dpkg/info/waymark.md5sums; }
check 'sums of its files are recorded and right' files_are_as_packed
depends_on_nothing() { ! dpkg-deb --field "$deb" Depends Pre-Depends | grep .; }
check 'it depends on no package' depends_on_nothing
belongs_to_root() { ! dpkg-deb --contents "$deb" | grep -v ' root/root '; }
check 'its files belong to root' belongs_to_root

check 'apt purges it' inside apt-get purge -y waymark
nothing_is_left() {
  # dpkg keeps a copy of its former status, and its list of what is available.
  listing | grep -v '^./var/lib/dpkg/[a-z]*-old$' |
    diff <(grep -v '^./var/lib/dpkg/[a-z]*-old$' "$work/before") - | grep '^>' && return 1
  ! grep -q waymark "$debian/var/lib/dpkg/status"
}
check 'nothing of it is left' nothing_is_left
finish
