#!/bin/sh
# Builds a Cargo workspace without optimisation, tests included, and prints its calls for score.py.
#
# usage: rustc_calls.sh ROOT BUILD [CARGO ARGUMENTS...]     needs cargo and what the workspace depends on
set -eu
root=$(realpath "$1")
build=$(mkdir -p "$2" && realpath "$2")
shift 2
cat > "$build/rustc.sh" <<'WRAPPER'
#!/bin/sh
rustc=$1
shift
exec "$rustc" "$@" --emit=llvm-ir -C no-prepopulate-passes -C codegen-units=1 -C debuginfo=2 -C opt-level=0
WRAPPER
chmod +x "$build/rustc.sh"
(cd "$root" && RUSTC_WORKSPACE_WRAPPER="$build/rustc.sh" CARGO_TARGET_DIR="$build/target" \
  cargo test --no-run --all-targets --quiet "$@") >&2
find "$build/target/debug/deps" "$build/target/debug/examples" -name '*.ll' -print0 | sort -z |
  xargs -0 python3 "$(dirname "$0")/rustc_calls.py" "$root"
