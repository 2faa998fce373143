#!/usr/bin/env bash
# Guarantees of a static program for another machine, run by an emulator of that machine: it starts,
# indexes a repository and answers.
#
# usage: emulated_program_test.sh EMULATOR PROGRAM
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
# shellcheck source=checks.sh
. "$here/checks.sh"

[ $# -eq 2 ] && [ -f "$2" ] || die "usage: $test_name EMULATOR PROGRAM"
emulator=$1
program=$(realpath "$2")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
make_repository "$work/repository"
emulated() { HOME=$work/home XDG_RUNTIME_DIR=$work "$emulator" "$program" "$@"; }

check 'it says its version' contains waymark emulated --version
check 'it indexes a repository' emulated index "$work/repository" --store "$work/store"
check 'it finds a symbol' contains shop.checkout emulated symbol checkout --repo "$work/repository" --store "$work/store"
check 'it packs a context' contains checkout \
  emulated context 'total of a cart' --repo "$work/repository" --store "$work/store" --budget 500
finish
