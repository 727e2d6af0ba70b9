#!/bin/sh
# Asks answerboxd over its Unix socket (docs/socket-protocol.md), and writes the
# answers with their places, or why there is none. Needs socat and jq.
#
#   usage: ask.sh QUESTION
set -eu

socket=${ANSWERBOX_SOCKET:-/run/answerbox/answerbox.sock}

# socat waits so many seconds for the reply once the request is sent.
reply=$(jq --null-input --compact-output --arg question "$*" \
  '{jsonrpc: "2.0", id: 1, method: "ask", params: {$question}}' |
  socat -t 30 - "UNIX-CONNECT:$socket")
[ -n "$reply" ] || {
  echo "$socket: no reply" >&2
  exit 1
}

printf '%s\n' "$reply" | jq --raw-output '
  if .error then "\(.error.message)\n" | halt_error(1)
  elif .result.answered then
    .result | (.answers // [.answer])[] |
      "\(.text)\n  \(.document)" + if .page then ", page \(.page)" else "" end
  else .result.refusal.message end'
