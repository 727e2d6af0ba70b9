#!/usr/bin/env bash
# Prints a unit without what a release of systemd does not know yet.
#
#   reduce-unit.sh RELEASE UNIT
#
# systemd/directives lists what came when.
set -euo pipefail
release=$1
unit=$2
directives=$(dirname "$0")/../../systemd/directives

unknown=()
while read -r directive since; do
  if [[ $directive != "#"* ]] && ((since > release)); then unknown+=("$directive"); fi
done < "$directives"
grep --invert-match --extended-regexp "^($(IFS='|' && echo "${unknown[*]}"))(=|$)" "$unit"
