#!/usr/bin/env bash
# Fails if a source is not formatted by .clang-format, and names the place.
#
#   check_format.sh ROOT
set -euo pipefail
cd "$1"

# Other versions lay out some lines differently.
version=$(clang-format --version) || {
  echo "clang-format is missing: install the package clang-format" >&2
  exit 1
}
[[ $version == *"version 14."* ]] || {
  echo "this takes clang-format 14, and here is $version" >&2
  exit 1
}

find client clients cmake daemon engine lab platform protocol tests \
  \( -name '*.h' -o -name '*.cc' -o -name '*.c' \) -print0 |
  xargs --null --max-args=40 --max-procs=2 clang-format --dry-run -Werror
