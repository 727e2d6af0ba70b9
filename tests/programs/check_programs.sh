#!/usr/bin/env bash
# Checks the size of stripped programs, and that static ones need no library.
#
#   check_programs.sh STRIP READELF static|dynamic|dynamic-aarch64 PROGRAM...
set -euo pipefail
strip=$1
readelf=$2
kind=$3
shift 3

# Bytes. A static program contains its part of the C and C++ libraries. For aarch64 the
# linker can't pack relocations: cmake/flags.cmake.
declare -A limit=([dynamic]=7000000 [dynamic-aarch64]=7200000 [static]=10000000)

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
failures=0
for program in "$@"; do
  name=$(basename "$program")
  "$strip" -o "$scratch/$name" "$program"
  size=$(stat --format %s "$scratch/$name")
  echo "$name: $size bytes stripped, of at most ${limit[$kind]}"
  if ((size > limit[$kind])); then
    echo "$name is too large" >&2
    failures=1
  fi
  if [[ $kind == static ]] &&
    "$readelf" --wide --program-headers --dynamic "$program" | grep -E 'INTERP|NEEDED' >&2; then
    echo "$name is not static" >&2
    failures=1
  fi
done
exit $failures
