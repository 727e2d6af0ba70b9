#!/bin/sh
# Installs Answerbox where its Debian package does not fit: JetPack 4.6, and
# Raspberry Pi 1 and Zero. Run it as root in the unpacked archive.
#
#   ./install.sh            installs, or updates and keeps documents and settings
#   ./install.sh --remove   removes the programs; documents and settings stay
#   ./install.sh --purge    removes documents, settings and the user, too
set -e
umask 022  # All users may run what is installed.
cd "$(dirname "$0")"
list=/usr/share/answerbox/installed-files
installed_version=/usr/share/answerbox/VERSION

fail() {
  echo "install.sh: $*" >&2
  exit 1
}

has_systemd() { [ -d /run/systemd/system ]; }

remove_files() {
  [ -f "$list" ] || return 0
  while read -r file; do rm -f "/$file"; done < "$list"
  rm -f "$list" "$installed_version"
}

# What was enabled since, too. What starts a service goes before the service. Where
# systemd does not run, or a unit can't be stopped, the files go all the same.
stop_units() {
  command -v systemctl > /dev/null || return 0
  now=
  if has_systemd; then now=--now; fi
  for kind in path timer socket service; do
    sed -n "s|^usr/lib/systemd/system/\(.*\.$kind\)\$|\1|p" "$list" |
      xargs -r systemctl --quiet disable $now ||
      echo "not all ${kind}s could be stopped; their files are removed" >&2
  done
}

remove_all() {
  if [ -f "$list" ]; then stop_units; fi
  remove_files
  for folder in /usr/share/answerbox/drop-ins /usr/share/answerbox/avahi \
    /usr/share/answerbox/grafana /usr/share/answerbox \
    /usr/share/doc/answerbox/examples/sample-handbook /usr/share/doc/answerbox/examples \
    /usr/share/doc/answerbox; do
    if [ -d "$folder" ] && [ -z "$(ls -A "$folder")" ]; then rmdir "$folder"; fi
  done
  if has_systemd; then systemctl daemon-reload; fi
}

purge() {
  remove_all
  rm -rf /var/lib/answerbox /var/lib/answerbox-inbox /etc/answerbox /run/answerbox /run/answerbox-doctor \
    /var/lib/answerbox.before-restore-* /etc/answerbox.before-restore-*
  # Drop-ins that setup or an administrator put there.
  drop_ins=/etc/systemd/system/answerboxd.service.d
  for name in mqtt-local mqtt-network mqtt-sockets http-sockets inbox growing-pauses raspberry-pi-5; do
    rm -f $drop_ins/$name.conf
  done
  rmdir $drop_ins 2> /dev/null || true
  for user in answerbox answerbox-inbox; do
    if getent passwd $user > /dev/null; then userdel $user; fi
  done
  for group in answerbox answerbox-inbox answerbox-sensors; do
    if getent group "$group" > /dev/null; then groupdel "$group"; fi
  done
}

add_user() {
  for group in answerbox answerbox-sensors; do
    getent group "$group" > /dev/null || groupadd --system "$group"
  done
  getent passwd answerbox > /dev/null ||
    useradd --system --gid answerbox --groups answerbox-sensors --no-create-home \
      --home-dir /var/lib/answerbox --shell /usr/sbin/nologin answerbox
  getent passwd answerbox-inbox > /dev/null ||
    useradd --system --user-group --groups answerbox --no-create-home \
      --home-dir /var/lib/answerbox-inbox --shell /usr/sbin/nologin answerbox-inbox
}

# An earlier program can't read documents that a later one wrote.
refuse_downgrade() {
  [ -f "$installed_version" ] || return 0
  new=$(cat VERSION)
  old=$(cat "$installed_version")
  latest=$(printf '%s\n%s\n' "$new" "$old" | sort --version-sort | tail -n 1)
  [ "$latest" = "$new" ] ||
    fail "$old is installed, and $new is older: it may not be able to read the documents in /var/lib/answerbox any more. Nothing was changed. To go back all the same, copy your documents elsewhere, run ./install.sh --purge, and install again."
}

install_files() {
  mkdir -p /usr/share/answerbox /etc/answerbox
  if has_systemd && [ -f "$list" ]; then systemctl stop answerboxd.service; fi
  remove_files
  (cd root && find . -type f | sed 's|^\./||') > "$list"
  cp -r --no-preserve=ownership root/. /
  cp VERSION "$installed_version"
  [ -f /etc/answerbox/answerboxd.toml ] || cp answerboxd.toml /etc/answerbox
}

case "${1:-}" in
  "" | --remove | --purge) ;;
  *) fail "usage: ./install.sh [--remove | --purge]" ;;
esac
[ "$(id -u)" = 0 ] || fail "run this as root: sudo ./install.sh $*"
case "${1:-}" in
  --remove) remove_all ;;
  --purge) purge ;;
  *)
    refuse_downgrade
    add_user
    install_files
    install -d -o answerbox -g answerbox -m 0700 /var/lib/answerbox
    install -d -o answerbox-inbox -g answerbox-inbox -m 3770 /var/lib/answerbox-inbox
    if has_systemd; then
      systemd-tmpfiles --create answerbox.conf  # The inbox's folders and ACL.
      systemctl daemon-reload
      systemctl enable --now answerboxd.socket answerboxd.service answerbox-doctor.timer
    fi
    ;;
esac
