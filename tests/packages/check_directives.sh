#!/usr/bin/env bash
# systemd/directives lists every directive of our units, and the units of the
# archive for older systems have none that came after systemd 237.
#
#   check_directives.sh SOURCE_FOLDER
set -euo pipefail
cd "$1"
failures=0

for unit in systemd/*.service systemd/*.socket systemd/*.path systemd/*.timer systemd/*.conf; do
  for directive in $(sed -En 's/^([A-Za-z]+)=.*/\1/p' "$unit"); do
    if ! grep -q "^$directive [0-9]*$" systemd/directives; then
      echo "$unit: $directive is not in systemd/directives" >&2
      failures=1
    fi
  done
done

for unit in systemd/*.service; do
  reduced=$(deploy/static/reduce-unit.sh 237 "$unit")
  while read -r directive since; do
    if [[ $directive == "#"* ]] || ((since <= 237)); then continue; fi
    if grep -qE "^$directive(=|$)" <<< "$reduced"; then
      echo "$unit: $directive came with systemd $since" >&2
      failures=1
    fi
  done < systemd/directives
  # What 237 knows stays: a unit that lost its hardening would pass otherwise.
  for kept in NoNewPrivileges=yes ProtectSystem=strict PrivateNetwork=yes \
    MemoryDenyWriteExecute=yes RestrictNamespaces=yes PrivateDevices=yes \
    '\(PrivateTmp\|DynamicUser\)=yes'; do
    # It looks at who listens.
    [[ $unit == */answerbox-doctor.service && $kept == PrivateNetwork=yes ]] && continue
    grep -q "^$kept$" <<< "$reduced" || {
      echo "$unit: $kept was left out" >&2
      failures=1
    }
  done
done
exit $failures
