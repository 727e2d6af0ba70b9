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
# Before TemporaryFileSystem these are what gives a /dev and a /tmp of its own.
private=()
if ((release < 238)); then
  private=(-e 's/^TemporaryFileSystem=.*/PrivateDevices=yes/' -e 's/^BindPaths=.*/PrivateTmp=yes/')
fi
sed "${private[@]}" -e '' "$unit" |
  grep --invert-match --extended-regexp "^($(IFS='|' && echo "${unknown[*]}"))(=|$)"
