#!/usr/bin/env bash
# Checks the units without a running systemd: no unknown or mistyped directive,
# and an exposure score of at most 1.5.
#
#   check_units.sh UNIT_FOLDER ANSWERBOXD
set -euo pipefail

units=$1
daemon=$2
command -v systemd-analyze > /dev/null || {
  echo "systemd-analyze is missing: install the package systemd" >&2
  exit 1
}

root=$(mktemp -d)
trap 'rm -rf "$root"' EXIT
cp "$units"/answerboxd.service "$units"/answerboxd.socket "$root"
# The program is not installed where the unit looks for it.
sed -i "s|^ExecStart=/usr/bin/answerboxd|ExecStart=$daemon|" "$root/answerboxd.service"

cd "$root"
SYSTEMD_UNIT_PATH="$root:" systemd-analyze verify --man=no --recursive-errors=one \
  ./answerboxd.service ./answerboxd.socket
systemd-analyze security --offline=true --no-pager --threshold=15 \
  ./answerboxd.service | tail -n 1
