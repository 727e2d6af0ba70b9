#!/usr/bin/env bash
# Installs missing packages, builds, and runs tests. Ends with ctest's summary.
#
#   tests/run.sh            does it build here, and does it work? What users run
#   tests/run.sh --guard    what guards landing: sanitizers, fuzz targets, and short
#                           campaigns of faults; CI runs it after the first
#   tests/run.sh --all      every preset and every test, long campaigns whole
#   tests/run.sh --quick    sanitized unit tests only, for use while working
#
# The stages are presets of CMakePresets.json. CONTRIBUTING.md says what each is for
# and how long it takes. The script writes the seconds of each stage to
# build/stage-times.
set -euo pipefail
cd "$(dirname "$0")/.."

# A run that takes longer fails, except with --all. Both together shall take 35
# minutes of two cores, and the first one 15.
limit_minutes=35

extent=usual
case "${1:-}" in
  "") ;;
  --all) extent=all ;;
  --guard) extent=guard limit_minutes=50 ;;
  --quick) extent=quick ;;
  *)
    echo "usage: $0 [--guard | --all | --quick]" >&2
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

# $1: preset; $2: what to build; the rest goes to cmake.
build() {
  cmake --preset "$1" -Wno-dev "${@:3}" > /dev/null
  cmake --build --preset "$1" --target "$2"
}

# $1: preset; the rest goes to ctest. Tests of daemons wait for a third of their time.
run_tests() {
  ctest --preset "$1" --parallel "$(($(nproc) * 3 / 2))" "${@:2}"
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

# $1: the script; the rest are architectures.
make_each() {
  local architecture
  for architecture in "${@:2}"; do "$1" "$architecture"; done
}

# It takes the programs of preset aarch64, whose other campaigns are short. Those of
# amd64 boot with the tests of preset release.
test_boot() {
  run_tests aarch64 --tests-regex '^boot:'
}

print_times() {
  echo "== stages so far:"
  cat "$times"
  printf '%-16s %5d s\n' "sum" "$SECONDS"
}

check_limit() {
  if [[ $extent != all ]] && ((SECONDS > limit_minutes * 60)); then
    echo "$0: $((SECONDS / 60)) minutes, of at most $limit_minutes" >&2
    exit 1
  fi
}

if [[ $extent == all ]]; then
  run_stage packages deploy/install-packages.sh all
  run_stage sysroots make_each toolchains/make-sysroot.sh arm64 armhf armel
  run_stage board make_each tests/system/board/make-board.sh arm64 amd64
  run_stage machine make_each tests/system/boot/make-machine.sh arm64 amd64
else
  run_stage packages deploy/install-packages.sh test
  if [[ $extent == quick ]]; then
    build_and_test dev all --label-exclude slow
    exit 0
  fi
fi

# At a landing most tests run once, where they find most.
#
# With sanitizers: what damages, cuts off or attacks. Training is for whole campaigns.
guarded='^(faults: .*|http: (access|activation|closed|feedback|hostile|inbox|links)|training: weights'
guarded+='|mqtt: (WebSocket|activation|an address that is missing|damage|hostile|restarts|withdrawal)'
guarded+='|clients: broken_peer|conversion: (word_and_html|written_by_pandoc)|tls: interoperation)$'
# In the release stage: what drives whole programs, browsers and machines, asks
# thousands of questions, or reads the source tree.
released='^(command line|metrics|energy|reading|llama|lint|conformance|packages|install|systemd|determinism|page): '
released+='|^clients: (calls|examples)$|^conversion: scans$|^mqtt: a page in Chromium$|^names$|figures$|^try_sh$'
released+='|^(layering|load: crowd|http: load|training)$'

test_release() {
  if [[ $extent == all ]]; then
    run_tests release
  else
    run_tests release --exclude-regex "$guarded"
  fi
}

test_sanitized() {
  if [[ $extent == all ]]; then
    run_tests sanitized
  else
    run_tests sanitized --exclude-regex "$released"
  fi
}

# As run_stage, but the output ends with ctest's summary, after the times of all
# stages before.
run_last_stage() {
  print_times
  begin_stage "$1"
  "${@:2}"
  end_stage
  check_limit
}

case $extent in
  usual)
    run_stage release-build build release all -DANSWERBOX_UNIT_TESTS=OFF
    run_last_stage release test_release
    ;;
  guard)
    # Without these, sources compile in three quarters of the time. The address
    # sanitizer finds null pointers and objects that are too small, when they are
    # used. Alignment and the types of objects are checked by --all alone.
    run_stage sanitized-build build sanitized all \
      -DANSWERBOX_UNCHECKED=null,alignment,object-size,vptr
    run_last_stage sanitized test_sanitized
    ;;
  all)
    run_stage sanitized-build build sanitized all -DANSWERBOX_UNCHECKED=
    run_stage sanitized test_sanitized
    run_stage tsan build_and_test_slow tsan thread_tests --label-regex threads
    # Finds missing includes, which builds of many sources as one hide.
    run_stage alone check_alone
    run_stage release-clang build_and_test release-clang answerbox-lab --label-regex determinism
    run_stage aarch64 build_and_test_slow aarch64 all
    run_stage boot test_boot
    run_stage armhf build_and_test_slow armhf all
    run_stage aarch64-clang build_and_test_slow aarch64-clang answerbox-lab --label-regex determinism
    run_stage armhf-clang build_and_test_slow armhf-clang answerbox-lab --label-regex determinism
    run_stage aarch64-static build_and_test_slow aarch64-static programs_and_lab
    run_stage armv6-static build_and_test_slow armv6-static programs_and_lab
    run_stage release-build build release all -DANSWERBOX_UNIT_TESTS=ON
    run_last_stage release test_release
    ;;
esac
