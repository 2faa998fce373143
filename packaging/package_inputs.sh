# shellcheck shell=bash disable=SC2034
# What the scripts that pack the program are given, for them to source:
#
#   --program FILE   statically linked; the licences of what is linked in lie where installing puts
#                    them: FILE/../../share/doc/waymark
#   --version V      MAJOR.MINOR.PATCH
#   --out DIR        is made where it is missing
#   --arch ARCH      x86_64 or aarch64; by default what FILE is made for
#
# Sets program, version, out, arch, documents, epoch (SOURCE_DATE_EPOCH, by default the time of the
# commit), root (of the sources) and work (a directory that goes when the script ends). The same
# inputs give the same bytes.

die() {
  echo "${BASH_SOURCE[-1]}: $*" >&2
  exit 1
}

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
program='' version='' out='' arch=''
while [ $# -gt 0 ]; do
  [ $# -ge 2 ] || die "$1 needs a value"
  case $1 in
    --program | --version | --out | --arch) printf -v "${1#--}" '%s' "$2" ;;
    *) die "unknown option '$1'" ;;
  esac
  shift 2
done
[ -f "$program" ] || die "--program names no file: '$program'"
[[ $version =~ ^[0-9]+\.[0-9]+\.[0-9]+$ ]] || die "--version is not MAJOR.MINOR.PATCH: '$version'"
[ -n "$out" ] || die "--out names no directory"

# The field e_machine of an ELF file.
case $(od -An -tx1 -j18 -N2 "$program" | tr -d ' ') in
  3e00) made_for=x86_64 ;;
  b700) made_for=aarch64 ;;
  *) die "$program is no ELF program for x86_64 or aarch64" ;;
esac
arch=${arch:-$made_for}
[ "$arch" = "$made_for" ] || die "$program is made for $made_for, not for $arch"

documents=$(dirname "$program")/../share/doc/waymark
[ -d "$documents" ] || die "there is no $documents: the licences of what is linked in have to be packed too"

epoch=${SOURCE_DATE_EPOCH:-$(git -c safe.directory='*' -C "$root" log -1 --format=%ct)} ||
  die "$root is no git repository: set SOURCE_DATE_EPOCH to the time of the sources"

umask 022
mkdir -p "$out"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
