#!/usr/bin/env bash
# Checks the units without a running systemd, alone and with each drop-in: they have
# no unknown directive, and an exposure score of at most 1.5 (2.5 with a network).
#
#   check_units.sh UNIT_FOLDER ANSWERBOXD ANSWERBOX
set -euo pipefail

units=$1
daemon=$2
client=$3
command -v systemd-analyze > /dev/null || {
  echo "systemd-analyze is missing: install the package systemd" >&2
  exit 1
}

root=$(mktemp -d)
trap 'rm -rf "$root"' EXIT
cp "$units"/answerboxd.service "$units"/answerbox-doctor.* "$units"/answerbox-inbox.* "$units"/*.socket "$root"
# The programs are not installed where the units look for them.
sed -i "s|^ExecStart=/usr/bin/answerboxd|ExecStart=$daemon|" "$root/answerboxd.service"
sed -i "s|^ExecStart=/usr/bin/answerbox |ExecStart=$client |" "$root"/answerbox-{doctor,inbox}.service

cd "$root"

# $1: the highest allowed score, in tenths.
check() {
  SYSTEMD_UNIT_PATH="$root:" systemd-analyze verify --man=no --recursive-errors=one \
    ./*.service ./*.socket ./*.timer ./*.path
  score "$1" answerboxd.service
}

# $1: the highest allowed score, in tenths. $2: a unit.
score() {
  SYSTEMD_UNIT_PATH="$root:" systemd-analyze security --offline=true --no-pager \
    --threshold="$1" "./$2" | tail -n 1
}

check 15
score 20 answerbox-doctor.service
score 15 answerbox-inbox.service
mkdir answerboxd.service.d
version=$(systemctl --version | awk 'NR == 1 { print $2 }')
for drop_in in "$units"/*.conf; do
  # Its directives are newer than this systemd.
  if [ "${drop_in##*/}" = growing-pauses.conf ] && [ "$version" -lt 254 ]; then
    continue
  fi
  cp "$drop_in" answerboxd.service.d/drop-in.conf
  check 25
done

# Nobody is there to start a daemon that systemd has given up.
settings=$(cat "$units/answerboxd.service")
for line in StartLimitIntervalSec=0 Restart=on-failure RestartPreventExitStatus=2; do
  grep -qx "$line" <<< "$settings" || { echo "answerboxd.service lacks $line" >&2; exit 1; }
done
# Questions are answered at once, also where the network comes late or never.
if grep -q network-online "$units"/*; then
  echo "a unit waits for the network" >&2
  exit 1
fi
# Else a wrong option's daemon is started for each client, on a slow board for ever.
for socket in "$units"/*.socket; do
  grep -qx TriggerLimitBurst=5 "$socket" || { echo "$socket has no trigger limit" >&2; exit 1; }
done
