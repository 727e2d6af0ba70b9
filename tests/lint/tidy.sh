#!/usr/bin/env bash
# Runs clang-tidy with the checks of .clang-tidy. It takes long, so ctest does not
# run it.
#
#   tests/lint/tidy.sh            all sources of the programs
#   tests/lint/tidy.sh FILE...    only these
set -euo pipefail
cd "$(dirname "$0")/../.."

cmake --preset release-clang -Wno-dev > /dev/null
if [[ $# -eq 0 ]]; then
  mapfile -t files < <(find daemon engine platform -name '*.cc' | sort)
  set -- "${files[@]}"
fi
printf '%s\0' "$@" |
  xargs --null --max-args=4 --max-procs="$(nproc)" clang-tidy --quiet -p build/release-clang
