#!/usr/bin/env bash
# Installs what is missing, builds, starts a daemon in a scratch directory on the
# sample handbook, and asks it three questions, one of which it must refuse.
#
#   deploy/try.sh           leaves the daemon running and says how to go on
#   deploy/try.sh --stop    stops it afterwards and removes the scratch directory
set -euo pipefail
cd "$(dirname "$0")/.."

stop=false
case "${1:-}" in
  "") ;;
  --stop) stop=true ;;
  *)
    echo "usage: $0 [--stop]" >&2
    exit 2
    ;;
esac

deploy/install-packages.sh build
cmake --preset release -DANSWERBOX_TESTS=OFF -DANSWERBOX_BENCHMARKS=OFF -Wno-dev > /dev/null
cmake --build --preset release --target answerboxd answerbox

binaries=$PWD/build/release/daemon
scratch=$(mktemp -d "${TMPDIR:-/tmp}/answerbox-try.XXXXXX")
export ANSWERBOX_SOCKET=$scratch/answerbox.sock

"$binaries/answerboxd" --state-dir "$scratch/state" --socket "$ANSWERBOX_SOCKET" \
  2> "$scratch/journal" &
daemon=$!

clean_up() {
  kill "$daemon" || echo "The daemon has ended already; see its journal above." >&2
  wait "$daemon" || echo "The daemon ended with an error." >&2
  rm -rf "$scratch"
}

for _ in $(seq 100); do
  [[ -S $ANSWERBOX_SOCKET ]] && break
  if ! kill -0 "$daemon"; then
    cat "$scratch/journal" >&2
    exit 1
  fi
  sleep 0.05
done

answerbox=$binaries/client/answerbox
"$answerbox" add deploy/sample-handbook

# $1: the exit code that must come, 0 answered or 1 refused; $2: the question.
ask() {
  local wanted=$1 got=0
  echo
  echo "> $2"
  "$answerbox" ask "$2" || got=$?
  if [[ $got -ne $wanted ]]; then
    echo "$0: expected exit code $wanted, got $got" >&2
    clean_up
    exit 1
  fi
}

ask 0 "At what temperature are vaccines stored?"
ask 0 "Who checks the emergency trolley every week?"
ask 1 "What is the capital of Australia?"

echo
if $stop; then
  clean_up
  exit 0
fi
cat <<NEXT
The daemon goes on in process $daemon. Use it from this terminal:

  export ANSWERBOX_SOCKET=$ANSWERBOX_SOCKET
  $answerbox ask "When is the clinic open on Saturdays?"
  $answerbox add ~/Documents
  $answerbox --help

When done:  kill $daemon && rm -r $scratch
NEXT
