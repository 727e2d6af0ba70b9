#!/usr/bin/env bash
# Checks the units without a running systemd, alone and with each drop-in: they have
# no unknown directive, and an exposure score of at most 1.5 (2.5 with a network).
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
cp "$units"/answerboxd.service "$units"/*.socket "$root"
# The program is not installed where the unit looks for it.
sed -i "s|^ExecStart=/usr/bin/answerboxd|ExecStart=$daemon|" "$root/answerboxd.service"

cd "$root"

# $1: the highest allowed score, in tenths.
check() {
  SYSTEMD_UNIT_PATH="$root:" systemd-analyze verify --man=no --recursive-errors=one \
    ./answerboxd.service ./*.socket
  SYSTEMD_UNIT_PATH="$root:" systemd-analyze security --offline=true --no-pager \
    --threshold="$1" ./answerboxd.service | tail -n 1
}

check 15
mkdir answerboxd.service.d
for drop_in in "$units"/*.conf; do
  cp "$drop_in" answerboxd.service.d/drop-in.conf
  check 25
done
