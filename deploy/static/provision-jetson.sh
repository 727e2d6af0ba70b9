#!/bin/sh
# Sets up a Jetson with JetPack 4.6, or another board for which there is an archive of
# deploy/build-packages.sh: installs it, lets the daemon read the board's power sensor,
# and answers `answerbox setup` from a file. Run it again to update.
#
#   deploy/static/provision-jetson.sh [OPTION...] ARCHIVE.tar.xz
#
#   --setup FILE     answers for `answerbox setup --file`
#   --to USER@HOST   on that board, by ssh; else on this one, as root, from a stick
#   --headless       no desktop from the next start on, and without what needs a
#                    screen, a printer, a modem, a camera or Bluetooth. Undo it with
#                    `systemctl set-default graphical.target`, `systemctl enable NAME`
set -e
umask 022

fail() {
  echo "provision-jetson.sh: $*" >&2
  exit 1
}

usage() {
  sed -n '/^#   /s/^# \{0,1\}//p' "$0" >&2
  exit 2
}

setup=
to=
headless=
while [ $# -gt 1 ]; do
  case "$1" in
    --setup) setup=$2 && shift ;;
    --to) to=$2 && shift ;;
    --headless) headless=--headless ;;
    *) usage ;;
  esac
  shift
done
[ $# -eq 1 ] || usage
archive=$1
case "$archive" in
  *.tar.xz) ;;
  *) usage ;;
esac
for file in "$archive" ${setup:+"$setup"}; do
  [ -r "$file" ] || fail "$file can't be read"
done

# The same script does the work there. Names of files there need no quotes.
work_there() {
  there=$(ssh "$to" mktemp -d) || fail "$to can't be reached by ssh"
  scp -q "$0" "$to:$there/provision.sh"
  scp -q "$archive" "$to:$there/archive.tar.xz"
  options=$headless
  if [ -n "$setup" ]; then
    scp -q "$setup" "$to:$there/answerbox-setup.toml"
    options="$options --setup $there/answerbox-setup.toml"
  fi
  code=0
  # sudo may ask for a password.
  ssh -t "$to" "sudo sh $there/provision.sh $options $there/archive.tar.xz" || code=$?
  ssh "$to" rm -rf "$there"
  exit $code
}

has_systemd() { [ -d /run/systemd/system ]; }

# The archive has the rule that lets the daemon's group read a sensor. It holds for
# devices that are there already once udev looks at them again.
open_sensors() {
  udevadm control --reload
  udevadm trigger --action=change --subsystem-match=hwmon --subsystem-match=iio
  udevadm settle
  systemctl restart answerboxd.service
}

drop_desktop() {
  systemctl --quiet set-default multi-user.target
  # A socket or a path would start the printer's service again.
  for unit in bluetooth.service cups.socket cups.path cups.service cups-browsed.service \
    ModemManager.service nvargus-daemon.service whoopsie.service kerneloops.service; do
    if systemctl cat "$unit" > /dev/null 2>&1; then
      systemctl --quiet disable --now "$unit"
      echo "disabled: $unit"
    fi
  done
}

if [ -n "$to" ]; then work_there; fi
[ "$(id -u)" = 0 ] || fail "run this as root: sudo $0 ..."
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
tar --extract --xz --file "$archive" --directory "$scratch" --strip-components=1 ||
  fail "$archive is damaged: copy it again"
"$scratch/root/usr/bin/answerbox" --version > /dev/null 2>&1 ||
  fail "the programs of $archive don't run on this board ($(uname -m)): static-arm64 is for 64-bit ARM, static-armv6 for a Raspberry Pi 1 or Zero"
"$scratch/install.sh"
if has_systemd; then open_sensors; fi
if [ -n "$headless" ] && has_systemd; then drop_desktop; fi
if [ -n "$setup" ]; then
  answerbox setup --file "$setup" || fail "answerbox is installed, but not set up: correct what is named above, and run this again"
fi
if has_systemd; then
  answerbox energy sensors
  # What it finds is for a person to read.
  answerbox doctor || true
fi
