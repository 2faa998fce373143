#!/usr/bin/env bash
# Makes the source archive of the commit that is checked out, and the Homebrew formula that builds it:
#
#   formula.sh --version V --url URL --homepage URL --out DIR
#
# --url is the address under which the archive will lie; file:///DIR/waymark-V.tar.gz serves to try it.
# The formula has the hash of the archive. The same commit gives the same bytes.
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)

die() {
  echo "formula.sh: $*" >&2
  exit 1
}

version='' url='' homepage='' out=''
while [ $# -gt 0 ]; do
  [ $# -ge 2 ] || die "$1 needs a value"
  case $1 in
    --version | --url | --homepage | --out) printf -v "${1#--}" '%s' "$2" ;;
    *) die "unknown option '$1'" ;;
  esac
  shift 2
done
[[ $version =~ ^[0-9]+\.[0-9]+\.[0-9]+$ ]] || die "--version is not MAJOR.MINOR.PATCH: '$version'"
for value in "$url" "$homepage" "$out"; do
  [ -n "$value" ] || die '--url, --homepage and --out are needed'
done

mkdir -p "$out"
archive=$out/waymark-$version.tar.gz
git -c safe.directory='*' -C "$here/../.." archive --format=tar --prefix="waymark-$version/" HEAD | gzip -n -9 >"$archive"
hash=$(sha256sum "$archive")
sed -e "s|@URL@|$url|" -e "s|@HOMEPAGE@|$homepage|" -e "s|@SHA256@|${hash%% *}|" "$here/waymark.rb.in" >"$out/waymark.rb"
echo "$archive"
echo "$out/waymark.rb"
