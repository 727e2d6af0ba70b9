#!/usr/bin/env bash
# Installs what is missing, builds, and runs every test; ends with ctest's summary.
#
#   tests/run.sh            everything, as CI runs it
#   tests/run.sh --quick    sanitized unit tests only, for use while working
#
# The presets are those of CMakePresets.json:
#   dev            every test under the address and undefined-behaviour sanitizers
#   tsan           what runs threads, under the thread sanitizer
#   fuzz           each fuzz target for a minute
#   release-clang  the same answers from the other compiler
#   release        every test on what users run, benchmarks included; last
set -euo pipefail
cd "$(dirname "$0")/.."

quick=false
case "${1:-}" in
  "") ;;
  --quick) quick=true ;;
  *)
    echo "usage: $0 [--quick]" >&2
    exit 2
    ;;
esac

deploy/install-packages.sh test

# $1: preset; $2: what to build; the rest goes to ctest.
build_and_test() {
  local preset=$1 target=$2
  shift 2
  echo "== $preset"
  cmake --preset "$preset" -Wno-dev > /dev/null
  cmake --build --preset "$preset" --target "$target"
  ctest --preset "$preset" "$@"
}

if $quick; then
  build_and_test dev all --label-exclude slow --parallel "$(nproc)"
  exit 0
fi

build_and_test dev all --parallel "$(nproc)"
build_and_test tsan thread_tests --label-regex threads --parallel "$(nproc)"
build_and_test fuzz fuzzers --parallel "$(nproc)"
build_and_test release-clang programs --label-regex same-answers
build_and_test release all
