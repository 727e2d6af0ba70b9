#!/usr/bin/env bash
# Installs missing packages, builds, and runs tests. Ends with ctest's summary.
#
#   tests/run.sh            the part that CI runs; it catches nearly all faults
#   tests/run.sh --all      every preset and every test, long campaigns whole
#   tests/run.sh --quick    sanitized unit tests only, for use while working
#
# The stages are presets of CMakePresets.json; those that find the most faults come
# first. CONTRIBUTING.md says what each is for and how long it takes. The script
# writes the seconds of each stage to build/stage-times.
set -euo pipefail
cd "$(dirname "$0")/.."

# Without --all a longer run fails. CI ends a run at 90 minutes. On most machines the
# stages take 25 to 35.
limit_minutes=50

extent=usual
case "${1:-}" in
  "") ;;
  --all) extent=all ;;
  --quick) extent=quick ;;
  *)
    echo "usage: $0 [--all | --quick]" >&2
    exit 2
    ;;
esac
if [[ $extent == all ]]; then export ANSWERBOX_CAMPAIGN=full; fi

times=build/stage-times
mkdir -p build
: > "$times"
stage=

# $1: the stage's name.
begin_stage() {
  stage=$1
  began=$SECONDS
  echo "== $stage"
}

end_stage() {
  printf '%-16s %5d s\n' "$stage" $((SECONDS - began)) >> "$times"
  stage=
}

# $1: the stage's name; the rest is the command to run. Do not call it as a
# condition, because bash would then go on after a failed command.
run_stage() {
  begin_stage "$1"
  "${@:2}"
  end_stage
  echo "== $(tail -n 1 "$times")"
}

report_failure() {
  local code=$?
  if [[ $code -ne 0 ]]; then echo "== FAILED, code $code: ${stage:-$0}" >&2; fi
}
trap report_failure EXIT

# $1: preset; $2: what to build.
build() {
  cmake --preset "$1" -Wno-dev > /dev/null
  cmake --build --preset "$1" --target "$2"
}

# $1: preset; the rest goes to ctest.
run_tests() {
  ctest --preset "$1" --parallel "$(nproc)" "${@:2}"
}

# $1: preset; $2: what to build; the rest goes to ctest.
build_and_test() {
  build "$1" "$2"
  run_tests "$1" "${@:3}"
}

# The same with short campaigns, for stages in which whole ones would take hours:
# in an emulator, and with the thread sanitizer.
build_and_test_slow() {
  ANSWERBOX_CAMPAIGN='' build_and_test "$@"
}

# Every source by itself, with the flags of preset dev.
check_alone() {
  cmake --preset dev -Wno-dev > /dev/null
  tests/lint/compile_alone.py build/dev
}

make_sysroots() {
  local architecture
  for architecture in "$@"; do toolchains/make-sysroot.sh "$architecture"; done
}

print_times() {
  echo "== stages so far:"
  cat "$times"
  printf '%-16s %5d s\n' "sum" "$SECONDS"
}

check_limit() {
  if [[ $extent == usual ]] && ((SECONDS > limit_minutes * 60)); then
    echo "$0: $((SECONDS / 60)) minutes, of at most $limit_minutes" >&2
    exit 1
  fi
}

if [[ $extent == all ]]; then
  run_stage packages deploy/install-packages.sh all
  run_stage sysroots make_sysroots arm64 armhf armel
  run_stage board tests/system/board/make-board.sh
else
  run_stage packages deploy/install-packages.sh test
  if [[ $extent == quick ]]; then
    build_and_test dev all --label-exclude slow
    exit 0
  fi
fi

# The release stage asks the thousands of questions of SQuAD in a sixth of the
# time.
sanitized_tests=()
if [[ $extent == usual ]]; then
  sanitized_tests=(--exclude-regex '^determinism: squad$')
fi
# Fuzz targets and tests share their libraries, which take longest to compile.
run_stage sanitized build_and_test sanitized all "${sanitized_tests[@]}"
if [[ $extent == all ]]; then
  run_stage tsan build_and_test_slow tsan thread_tests --label-regex threads
  # Finds missing includes, which builds of many sources as one hide.
  run_stage alone check_alone
  run_stage release-clang build_and_test release-clang answerbox-lab --label-regex determinism
  run_stage aarch64 build_and_test_slow aarch64 all
  run_stage armhf build_and_test_slow armhf all
  run_stage aarch64-clang build_and_test_slow aarch64-clang answerbox-lab --label-regex determinism
  run_stage armhf-clang build_and_test_slow armhf-clang answerbox-lab --label-regex determinism
  run_stage aarch64-static build_and_test_slow aarch64-static programs_and_lab
  run_stage armv6-static build_and_test_slow armv6-static programs_and_lab
fi
# Unit tests have run with sanitizers, except those that can't. By g++ they are
# compiled with --all alone.
release=release-checks
if [[ $extent == all ]]; then release=release; fi
run_stage release-build build "$release" all

# The output ends with the times of all stages, and then ctest's summary.
print_times
check_limit
begin_stage release
if [[ $extent == all ]]; then
  run_tests "$release"
else
  # Tests that take minutes and have run with sanitizers, and tests that few
  # changes affect.
  run_tests "$release" --exclude-regex \
    '^(faults: (kill|failing_io|power_cut|audit_power_cut)|training: weights)$'
fi
end_stage
check_limit
