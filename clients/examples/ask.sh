#!/bin/sh
# Asks answerboxd over its Unix socket (docs/socket-protocol.md), and writes the
# answers with their places, or why there is none. Needs socat and jq.
#
#   usage: ask.sh QUESTION
set -eu

socket=${ANSWERBOX_SOCKET:-}
if [ -z "$socket" ]; then
  socket=${XDG_RUNTIME_DIR:-}/answerbox.sock
  [ -S "$socket" ] || socket=/run/answerbox/answerbox.sock
fi

# socat reads options and more in an address, unless they are escaped. It waits so
# many seconds for the reply once the request is sent.
reply=$(jq --null-input --compact-output --arg question "$*" \
  '{jsonrpc: "2.0", id: 1, method: "ask", params: {$question}}' |
  socat -t 30 - "UNIX-CONNECT:$(printf %s "$socket" | sed 's/[^A-Za-z0-9/._-]/\\&/g')")
[ -n "$reply" ] || {
  echo "$socket: no reply" >&2
  exit 1
}

# How the question was read, what to be careful of, and what was found.
printf '%s\n' "$reply" | jq --raw-output '
  if .error then "\(.error.message)\n" | halt_error(1) else .result end |
  (.asked // empty | "Asked: \(.)"),
  (.spelling // [] | .[] | "Read \"\(.word)\" as \"\(.taken_for)\""),
  (if .choices then "None of these is sure:" else empty end),
  (if .differ then "The documents differ:" else empty end),
  if .answered then
    (.answers // [.answer])[] | "\(.text)\n  \(.document)" +
      (if .page then ", page \(.page)" else "" end) +
      (if .cut then "\n  It goes on there." else "" end) +
      (if .scan_confidence then
        "\n  Read from a picture (confidence \(.scan_confidence)): check the page."
      else "" end)
  else .refusal.message end'
