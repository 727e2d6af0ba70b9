#!/usr/bin/env bash
# Fails when a source is not formatted as .clang-format says, and names the place.
#
#   check_format.sh ROOT
set -euo pipefail
cd "$1"

# Other versions lay out some lines differently.
version=$(clang-format --version 2> /dev/null) || { echo "no clang-format here"; exit 77; }
[[ $version == *"version 14."* ]] || { echo "not clang-format 14: $version"; exit 77; }

find boost_sources daemon engine platform tests \
  \( -name '*.h' -o -name '*.cc' -o -name '*.c' \) -print0 |
  xargs --null --max-args=40 --max-procs=2 clang-format --dry-run -Werror
