#!/usr/bin/env bash
# Makes the packages of a build, twice, and installs them in a copy of this machine
# that lives in memory, without a network: a question is answered, an upgrade keeps
# documents and settings, a downgrade is refused, and purging leaves nothing. Then
# the same with the archive for older systems.
#
#   check_packages.sh SOURCE_FOLDER BUILD_FOLDER sized|any-size
#
# Needs root or sudo: it has mounts and a network of its own.
set -euo pipefail
if [[ $EUID -ne 0 ]]; then exec sudo --non-interactive "$0" "$@"; fi
if [[ -z ${ANSWERBOX_OWN_MOUNTS:-} ]]; then
  ANSWERBOX_OWN_MOUNTS=yes exec unshare --mount --net "$0" "$@"
fi
source=$1
build=$2
sized=$3

scratch=$(mktemp -d)
mount -t tmpfs none "$scratch"
root=$scratch/root
changes=$scratch/changes
daemon=
clean_up() {
  stop_daemon
  umount --recursive --lazy "$scratch"
  rmdir "$scratch"
}
trap clean_up EXIT

fail() {
  echo "FAILED: $*" >&2
  exit 1
}

step() { echo "== $*"; }

there=(env --ignore-environment PATH=/usr/sbin:/usr/bin:/sbin:/bin LC_ALL=C.UTF-8
  DEBIAN_FRONTEND=noninteractive chroot "$root")
in_root() { "${there[@]}" "$@"; }

make_packages() {
  "$source/deploy/build-packages.sh" --build "$build" --out "$scratch/$1" amd64 > "$scratch/log" ||
    fail "packages were not made"
}

# This machine, read-only below what changes from here on. Its systemd is not seen.
make_root() {
  mkdir "$root" "$changes" "$scratch/work"
  mount -t overlay -o "lowerdir=/,upperdir=$changes,workdir=$scratch/work" none "$root"
  mount --rbind /proc "$root/proc"
  mount --rbind /dev "$root/dev"
  mount -t tmpfs none "$root/run"
  mount -t tmpfs none "$root/tmp"
}

# What dpkg, logs and caches keep, and copies of the files with users, may change.
check_purged() {
  local path left=
  while read -r path; do
    if [[ -d $changes/$path && -d /$path ]] || cmp --quiet "$changes/$path" "/$path"; then continue; fi
    left+="/$path "
  done < <(cd "$changes" && find . -mindepth 1 \( -path ./var/lib/dpkg -o -path ./var/log -o -path ./var/cache \
    \) -prune -o ! -name '*-' ! -name .pwd.lock -printf '%P\n')
  [[ -z $left ]] || fail "something is left: $left"
}

# As answerboxd.socket and answerboxd.service start it.
start_daemon() {
  in_root install -d -o answerbox -g answerbox /run/answerbox
  # No function: the process to kill is the daemon, and not a shell around it.
  "${there[@]}" setpriv --reuid answerbox --regid answerbox --init-groups \
    systemd-socket-activate --listen=/run/answerbox/answerbox.sock --fdname=unix \
    /usr/bin/answerboxd --config /etc/answerbox/answerboxd.toml 2> "$scratch/journal" &
  daemon=$!
  until [[ -S $root/run/answerbox/answerbox.sock ]]; do
    [[ -d /proc/$daemon ]] || fail "the daemon did not start: $(cat "$scratch/journal")"
    sleep 0.1
  done
}

stop_daemon() {
  if [[ -n $daemon && -d /proc/$daemon ]]; then
    kill "$daemon"
    wait "$daemon" || fail "the daemon ended with $?: $(cat "$scratch/journal")"
  fi
  daemon=
  rm -f "$root/run/answerbox/answerbox.sock"
}

handbook=/usr/share/doc/answerbox/examples/sample-handbook
ask() {
  in_root answerbox ask "At what temperature are vaccines stored?" > "$scratch/answer" ||
    fail "no answer: $(cat "$scratch/answer" "$scratch/journal")"
  grep -q 11-vaccine-storage "$scratch/answer" || fail "another answer: $(cat "$scratch/answer")"
}

# $1: a version. Sets `repacked` to the same package of that version.
repack() {
  rm -rf "$scratch/unpacked"
  dpkg-deb --raw-extract "$deb" "$scratch/unpacked"
  sed -i "s/^Version: .*/Version: $1/" "$scratch/unpacked/DEBIAN/control"
  repacked=$scratch/answerbox_$1.deb
  dpkg-deb --root-owner-group -Zgzip -z1 --build "$scratch/unpacked" "$repacked" > "$scratch/log"
}

# $1: a file. No triggers run: one of them reads every manual page of this machine.
install_deb() {
  cp "$1" "$root/tmp/answerbox.deb"
  in_root dpkg --no-triggers --install /tmp/answerbox.deb > "$scratch/log" 2>&1
}

# What docs/operations.md, http.md and power.md tell an administrator to do.
enable_all() {
  in_root sh -c 'mkdir -p /etc/systemd/system/answerboxd.service.d &&
    cp /usr/share/answerbox/drop-ins/* /etc/systemd/system/answerboxd.service.d &&
    systemctl --quiet enable answerboxd-mqtt.socket answerboxd-mqtt-tls.socket \
      answerboxd-http.socket answerboxd-https.socket answerbox-model.service \
      answerbox-inbox.path answerbox-inbox.timer'
}

step "two builds give the same bytes"
make_packages once
make_packages again
for file in "$scratch"/once/*.deb; do
  cmp "$file" "$scratch/again/$(basename "$file")"
done
mkdir -p "$scratch/alone/answerbox"
cp -r "$source/debian" "$scratch/alone/answerbox"
(
  cd "$scratch/alone/answerbox"
  SOURCE_DATE_EPOCH=$(dpkg-parsechangelog --show-field Timestamp)
  export SOURCE_DATE_EPOCH
  ANSWERBOX_BUILD=$build dpkg-buildpackage --build=all --host-arch arm64 \
    --no-check-builddeps --no-sign > "$scratch/log" 2>&1
) || fail "the package for all machines was not made: $(cat "$scratch/log")"
cmp "$scratch"/alone/*_all.deb "$scratch"/once/*_all.deb
version=$(dpkg-parsechangelog --file "$source/debian/changelog" --show-field Version)
deb=$(echo "$scratch"/once/answerbox_*.deb)
[[ $("$build/client/answerbox" --version) == "answerbox $version" ]] ||
  fail "debian/changelog says $version, the program another version"

step "lintian"
lintian --allow-root --fail-on error,warning "$scratch"/once/*.deb

if [[ $sized == sized ]]; then
  step "sizes"
  packed=$(stat --format %s "$deb")
  installed=$(dpkg-deb --field "$deb" Installed-Size)
  echo "$packed bytes, installed $installed KiB"
  ((packed <= 3500000 && installed * 1024 <= 10700000)) || fail "too large"
fi

make_root

step "install"
install_deb "$deb" || fail "not installed: $(cat "$scratch/log")"
[[ $(in_root stat --format '%U %a' /var/lib/answerbox) == "answerbox 700" ]] ||
  fail "/var/lib/answerbox is not the daemon's"
in_root id --groups --name answerbox | grep -q answerbox-sensors || fail "no group for sensors"
[[ $(in_root dpkg-query --showformat '${Conffiles}' --show answerbox) == *answerboxd.toml* ]] ||
  fail "the settings are no conffile"
for unit in multi-user.target.wants/answerboxd.service sockets.target.wants/answerboxd.socket \
  timers.target.wants/answerbox-doctor.timer; do
  [[ -L $root/etc/systemd/system/$unit ]] || fail "$unit is not enabled"
done
[[ ! -e $root/etc/systemd/system/sockets.target.wants/answerboxd-mqtt.socket ]] ||
  fail "MQTT is enabled"
[[ -z $(find "$root/etc/systemd/system" -name "answerbox-inbox.*") ]] || fail "the inbox is enabled"

step "units"
ln -s /bin/true "$root/usr/local/bin/llama-server"
for unit in answerboxd.service answerbox-inbox.service answerbox-model.service; do
  in_root systemd-analyze verify --man=no --recursive-errors=one "/lib/systemd/system/$unit"
  in_root systemd-analyze security --offline=true --no-pager --threshold=15 \
    "/lib/systemd/system/$unit" | tail -n 1
done
in_root systemd-analyze verify --man=no /lib/systemd/system/answerboxd{,-mqtt,-mqtt-tls,-http,-https}.socket \
  /lib/systemd/system/answerbox-doctor.{service,timer} \
  /lib/systemd/system/answerbox-inbox.{path,timer}
rm "$root/usr/local/bin/llama-server"

step "ask"
start_daemon
in_root answerbox add "$handbook" > "$scratch/log" || fail "$(cat "$scratch/log")"
ask

step "programs that ask"
for package in libanswerbox-dev python3-answerbox; do
  install_deb "$(echo "$scratch/once/$package"_*.deb)" || fail "$(cat "$scratch/log")"
done
{
  printf '#include <answerbox.h>\n#include <stdio.h>\nint main(void) {\n'
  sed -n '1,/answerbox_close/s/^ \*   //p' "$root/usr/include/answerbox.h"
  printf '}\n'
} > "$root/tmp/ask.c"
in_root sh -c 'cc -o /tmp/ask /tmp/ask.c $(pkg-config --cflags --libs answerbox)' ||
  fail "the header's example was not compiled"
in_root /tmp/ask | grep -q 11-vaccine-storage || fail "the header's example got no answer"
if in_root sh -c 'nm /usr/lib/*/libanswerbox.a' | grep -E ' [BCDbd] | U _*([fvd]?printf|puts|abort|exit)(_chk)?$'; then
  fail "the library has variables of its own, prints or ends the program"
fi
in_root /usr/bin/python3 -c 'from answerbox import Answerbox; print(Answerbox().status().documents)' |
  grep -qx 14 || fail "the Python module does not work"
in_root dpkg --no-triggers --purge libanswerbox-dev python3-answerbox > "$scratch/log" 2>&1 ||
  fail "$(cat "$scratch/log")"

step "setup and doctor"
cat > "$root/tmp/box.toml" << 'ANSWERS'
users = ["nobody"]
network = "lan"
collections = ["manuals"]
questions = "omit"
ANSWERS
in_root answerbox setup --file /tmp/box.toml > "$scratch/log" 2>&1 || fail "$(cat "$scratch/log")"
in_root id --groups --name nobody | grep -q answerbox || fail "nobody may not ask"
stop_daemon
start_daemon
# As answerboxd.socket says.
chmod 660 "$root/run/answerbox/answerbox.sock"
in_root setpriv --reuid nobody --regid nogroup --init-groups answerbox collections > "$scratch/log" ||
  fail "nobody was not answered"
grep -q manuals "$scratch/log" || fail "there is no collection: $(cat "$scratch/log")"
in_root answerbox setup --file /tmp/box.toml | grep -q "Nothing to change" || fail "setup has more to do"
in_root answerbox doctor --json > "$scratch/log" || true
grep -q '"what":"its key and those it trusts are sound"' "$scratch/log" || fail "$(cat "$scratch/log")"
rm "$root/tmp/box.toml"

# A member of the group makes a folder; the service takes in what is there.
step "inbox"
[[ $(in_root stat --format '%U %G %a' /var/lib/answerbox-inbox) == "answerbox-inbox answerbox-inbox 3770" ]] ||
  fail "/var/lib/answerbox-inbox is not as it should be"
chmod 0660 "$root/run/answerbox/answerbox.sock"
in_root answerbox collections create keys > "$scratch/log"
in_root setpriv --reuid 12345 --regid answerbox-inbox --clear-groups sh -c "
  umask 022
  cd /var/lib/answerbox-inbox
  mkdir keys
  echo 'The spare key hangs in room 12.' > keys/key.txt"
in_root setpriv --reuid answerbox-inbox --regid answerbox-inbox --init-groups \
  answerbox inbox --settle 0 > "$scratch/log" 2>&1 || fail "$(cat "$scratch/log")"
ask_for_key() {
  in_root answerbox ask --collection keys "Where does the spare key hang?" | grep -q "room 12" ||
    fail "the key is not found"
}
ask_for_key

step "backup and restore"
in_root answerbox backup /tmp/box.tar > "$scratch/log" || fail "no backup"
in_root answerbox collections remove keys > "$scratch/log"
stop_daemon
in_root answerbox restore /tmp/box.tar > "$scratch/log" || fail "not restored"
[[ $(in_root stat --format '%U %a' /var/lib/answerbox) == "answerbox 700" ]] ||
  fail "/var/lib/answerbox is not the daemon's any more"
start_daemon
ask
ask_for_key

step "upgrade"
stop_daemon
echo 'theta = 0.4' >> "$root/etc/answerbox/answerboxd.toml"
repack "$version+later"
install_deb "$repacked" || fail "not upgraded: $(cat "$scratch/log")"
[[ $(tail -n 1 "$root/etc/answerbox/answerboxd.toml") == 'theta = 0.4' ]] ||
  fail "an upgrade changed the settings"
start_daemon
ask

step "downgrade"
if install_deb "$deb"; then fail "a downgrade was not refused"; fi
grep -q "is or was installed, and $version is older" "$scratch/log" ||
  fail "$(cat "$scratch/log")"
[[ $(in_root dpkg-query --showformat '${Status} ${Version}' --show answerbox) == \
  "install ok installed $version+later" ]] || fail "a refused downgrade changed something"
ask

step "remove"
stop_daemon
enable_all
in_root dpkg --no-triggers --remove answerbox > "$scratch/log" 2>&1 || fail "$(cat "$scratch/log")"
[[ ! -e $root/usr/bin/answerboxd ]] || fail "the daemon is left"
[[ -d $root/var/lib/answerbox/collections && -f $root/etc/answerbox/answerboxd.toml ]] ||
  fail "removing took documents or settings away"
if install_deb "$deb"; then fail "a downgrade after a removal was not refused"; fi
grep -q "is or was installed, and $version is older" "$scratch/log" ||
  fail "$(cat "$scratch/log")"
[[ -d $root/var/lib/answerbox/collections ]] || fail "a refused downgrade took documents away"

step "purge"
in_root dpkg --no-triggers --purge answerbox > "$scratch/log" 2>&1 || fail "$(cat "$scratch/log")"
check_purged

step "archive: install, ask, downgrade, purge"
"$source/deploy/build-packages.sh" --build "$build" --out "$scratch/once" static-arm64 > "$scratch/log"
tar --extract --xz --file "$scratch"/once/*.tar.xz -C "$root/tmp"
archive=/tmp/answerbox-$version-static-arm64
in_root "$archive/install.sh"
start_daemon
in_root answerbox add "$handbook" > "$scratch/log" || fail "$(cat "$scratch/log")"
in_root "$archive/install.sh"
ask
echo 0.0.9 > "$root$archive/VERSION"
if in_root "$archive/install.sh" 2> "$scratch/log"; then fail "a downgrade was not refused"; fi
grep -q "is installed, and 0.0.9 is older" "$scratch/log" || fail "$(cat "$scratch/log")"
ask
stop_daemon
enable_all
in_root "$archive/install.sh" --remove
[[ -z $(find "$root/etc/systemd/system" -name "answerbox*" -type l) ]] || fail "a unit is enabled"
in_root "$archive/install.sh"
enable_all
in_root "$archive/install.sh" --purge
check_purged

# ssh and scp that stay here.
step "archive: provision a board"
provision=$source/deploy/static/provision-jetson.sh
mkdir "$scratch/bin"
cat > "$scratch/bin/ssh" << 'THERE'
#!/bin/sh
if [ "$1" = -t ]; then shift; fi
shift
# As ssh does it: the words become a line for a shell.
exec chroot "$ROOT" env PATH=/tmp/bin:/usr/sbin:/usr/bin:/sbin:/bin sh -c "$*"
THERE
printf '#!/bin/sh\nshift\ncp "$1" "$ROOT/${2#*:}"\n' > "$scratch/bin/scp"
mkdir "$root/tmp/bin"
printf '#!/bin/sh\nexec "$@"\n' > "$root/tmp/bin/sudo"
chmod +x "$scratch"/bin/* "$root/tmp/bin/sudo"
cat > "$scratch/box toml" << 'ANSWERS'
users = ["nobody"]
questions = "omit"
ANSWERS
provide() {
  ROOT=$root PATH=$scratch/bin:$PATH "$provision" --to maria@jetson --setup "$scratch/box toml" \
    "$scratch"/once/*.tar.xz > "$scratch/log" 2>&1
}
provide || fail "not provisioned: $(cat "$scratch/log")"
in_root id --groups --name nobody | grep -q answerbox || fail "nobody may not ask"
grep -q '^audit_questions = "omit"' "$root/etc/answerbox/answerboxd.toml" || fail "the file was not taken"
provide || fail "not provisioned again: $(cat "$scratch/log")"
[[ -z $(find "$root/tmp" -name archive.tar.xz) ]] || fail "it leaves files there"
echo 'questions = "loud"' > "$scratch/box toml"
if provide; then fail "a wrong file was taken"; fi
grep -q 'answerbox-setup.toml:1:13: "loud" is not plain' "$scratch/log" || fail "$(cat "$scratch/log")"
in_root "$archive/install.sh" --purge
