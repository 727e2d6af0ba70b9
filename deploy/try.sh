#!/usr/bin/env bash
# Installs what is missing, builds, starts a daemon in a scratch directory on the
# sample handbook, and asks it four questions, one of which it must refuse. Then
# it asks for a long answer, a summary, and a context for a program.
#
#   deploy/try.sh           leaves the daemon running and says how to go on
#   deploy/try.sh --stop    stops it afterwards and removes the scratch directory
#
# With ANSWERBOX_BUILD set to a folder that holds a build, that one is used.
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

build=${ANSWERBOX_BUILD:-}
if [[ -z $build ]]; then
  build=$PWD/build/try
  deploy/install-packages.sh try
  cmake --preset try -Wno-dev > /dev/null
  cmake --build --preset try --target programs
fi

answerboxd=$build/daemon/answerboxd
answerbox=$build/client/answerbox
scratch=$(mktemp -d "${TMPDIR:-/tmp}/answerbox-try.XXXXXX")
export ANSWERBOX_SOCKET=$scratch/answerbox.sock

"$answerboxd" --state-dir "$scratch/state" --socket "$ANSWERBOX_SOCKET" \
  2> "$scratch/journal" &
daemon=$!

# Until all went well, leaving means cleaning up.
clean_up() {
  if [[ -d /proc/$daemon ]] && kill "$daemon"; then
    wait "$daemon" || echo "$0: the daemon ended with code $?" >&2
  fi
  rm -rf "$scratch"
}
trap clean_up EXIT

until "$answerbox" status > "$scratch/status" 2>&1; do
  if [[ ! -d /proc/$daemon ]]; then
    echo "$0: the daemon did not start:" >&2
    cat "$scratch/journal" >&2
    exit 1
  fi
  sleep 0.05
done

"$answerbox" add deploy/sample-handbook
"$answerbox" collections set default --synonyms deploy/sample-synonyms.txt

# $1: the exit code that must come, 0 answered or 1 refused; $2: the question.
ask() {
  local wanted=$1 got=0
  echo
  echo "> $2"
  "$answerbox" ask "$2" || got=$?
  if [[ $got -ne $wanted ]]; then
    echo "$0: expected exit code $wanted, got $got" >&2
    exit 1
  fi
}

ask 0 "At what temperature are vaccines stored?"
ask 0 "Who chekcs the emergency troley every week?"
ask 0 "Where is the crash cart?"
ask 1 "What is the capital of Australia?"

echo
echo "> How do we keep hands clean? In 70 words."
"$answerbox" ask --long --words 70 "How do we keep hands clean?"
echo
echo "> A summary of the page about waste"
"$answerbox" summarize --words 60 10-clinical-waste.md
"$answerbox" context --tokens 1500 --order 1:1 "How are vaccines stored?" \
  > "$scratch/context.txt"
grep -q '^\[11-vaccine-storage.md, ' "$scratch/context.txt" || {
  echo "$0: the context does not name its documents" >&2
  exit 1
}

if $stop; then exit 0; fi
trap - EXIT
cat <<NEXT

The daemon goes on as process $daemon. Use it from this terminal:

  export ANSWERBOX_SOCKET=$ANSWERBOX_SOCKET
  $answerbox ask "When is the clinic open on Saturdays?"
  $answerbox add ~/Documents
  $answerbox --help

When done:  kill $daemon && rm -r $scratch
NEXT
