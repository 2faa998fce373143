# shellcheck shell=bash
# What the tests of packages share; they source this file.

test_name=$(basename "$0")
failures=0

die() {
  echo "$test_name: $*" >&2
  exit 1
}

# check WHAT COMMAND...: tells whether the command succeeds.
check() {
  local what=$1 log
  shift
  if log=$("$@" 2>&1); then
    echo "ok      $what"
  else
    echo "FAILED  $what"
    sed 's/^/          /' <<<"$log" | head -n 20
    failures=$((failures + 1))
  fi
}

# contains TEXT COMMAND...: whether what the command prints contains the text.
contains() {
  local text=$1 printed
  shift
  printed=$("$@" 2>&1) || { printf '%s\n' "$printed"; return 1; }
  grep -qF -- "$text" <<<"$printed" || { printf "no '%s' in:\n%s\n" "$text" "$printed"; return 1; }
}

finish() {
  [ "$failures" -eq 0 ] || die "$failures checks failed"
}

# A small repository with a commit: make_repository DIR.
make_repository() {
  mkdir -p "$1"
  cat >"$1/shop.py" <<'TEXT'
class Cart:
    """What a customer is about to buy."""

    def total(self):
        return sum(line.price for line in self.lines)


def checkout(cart):
    return cart.total()
TEXT
  git -C "$1" init -q
  git -C "$1" add shop.py
  git -C "$1" -c user.name=Test -c user.email=test@example.org commit -q -m 'Add a cart'
}
