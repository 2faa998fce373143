# full_disk.sh PROGRAM TREE DIRECTORY KIB, in a mount namespace: a run on a disk of that size, then
# on one with room. Writes what is exported beside DIRECTORY. A run that fails says why.
program=$1 tree=$2 directory=$3 kib=$4
mkdir -p "$directory" && mount -t tmpfs -o size="${kib}k" none "$directory" || exit 90
"$program" index "$tree" --store "$directory/store" --no-history 2>"$directory.said"
status=$?
if [ "$status" -gt 125 ]; then echo "index ended with $status"; exit 1; fi
if [ "$status" -ne 0 ] && [ ! -s "$directory.said" ]; then echo "index failed without a word"; exit 1; fi
mount -o remount,size=256m "$directory" || exit 90
"$program" index "$tree" --store "$directory/store" --no-history >/dev/null || exit 1
"$program" export --format jsonl --repo "$tree" --store "$directory/store" >"$(dirname "$directory")/export"
