#!/usr/bin/env bash
# Installs what is missing, builds, and runs every test; ends with ctest's summary.
#
#   tests/run.sh            everything, as CI runs it
#   tests/run.sh --quick    sanitized unit tests only, for use while working
#
# The presets are those of CMakePresets.json:
#   dev             every test under the address and undefined-behaviour sanitizers
#   tsan            what runs threads, under the thread sanitizer
#   fuzz            each fuzz target for a minute
#   *-clang         the same answers from the other compiler
#   aarch64, armhf  every test on the processors of the boards, in an emulator
#   *-static        the programs that need no library answer questions, and read
#                   power sensors through a board's kernel
#   release         every test on what users run, benchmarks included; last
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

# $1: preset; $2: what to build; the rest goes to ctest.
build_and_test() {
  local preset=$1 target=$2 began=$SECONDS
  shift 2
  echo "== $preset"
  cmake --preset "$preset" -Wno-dev > /dev/null
  cmake --build --preset "$preset" --target "$target"
  echo "== $preset: built in $((SECONDS - began)) s"
  ctest --preset "$preset" "$@"
}

deploy/install-packages.sh test

if $quick; then
  build_and_test dev all --label-exclude slow --parallel "$(nproc)"
  exit 0
fi

for architecture in arm64 armhf armel; do
  toolchains/make-sysroot.sh "$architecture"
done
tests/system/board/make-board.sh

build_and_test dev all --parallel "$(nproc)"
build_and_test tsan thread_tests --label-regex threads --parallel "$(nproc)"
build_and_test fuzz fuzzers --parallel "$(nproc)"
build_and_test release-clang programs --label-regex determinism
build_and_test aarch64 all --parallel "$(nproc)"
build_and_test armhf all --parallel "$(nproc)"
build_and_test aarch64-clang answerbox --label-regex determinism
build_and_test armhf-clang answerbox --label-regex determinism
build_and_test aarch64-static programs --parallel "$(nproc)"
build_and_test armv6-static programs --parallel "$(nproc)"
build_and_test release all --parallel "$(nproc)"
