#!/usr/bin/env bash
# Installs a build below a scratch folder and checks the installed files.
#
#   check_install.sh CMAKE BUILD_FOLDER [EMULATOR...]
set -euo pipefail
cmake=$1
build=$2
shift 2
root=$(mktemp -d)
trap 'rm -rf "$root"' EXIT

fail() {
  echo "$*" >&2
  exit 1
}

install_there() {
  DESTDIR=$root "$cmake" --install "$build" --prefix /usr > "$root/log" || fail "$(cat "$root/log")"
}

install_there
for file in \
  usr/bin/answerbox usr/bin/answerboxd \
  usr/share/man/man1/answerbox.1 usr/share/man/man8/answerboxd.8 \
  usr/share/doc/answerbox/LICENSE \
  usr/share/man/man5/answerboxd.toml.5 \
  usr/share/bash-completion/completions/answerbox usr/share/zsh/vendor-completions/_answerbox \
  usr/lib/udev/rules.d/60-answerbox.rules usr/lib/tmpfiles.d/answerbox.conf \
  usr/lib/systemd/system/answerboxd.service usr/lib/systemd/system/answerboxd.socket \
  usr/lib/systemd/system/answerbox-doctor.service usr/lib/systemd/system/answerbox-doctor.timer \
  usr/lib/sysusers.d/answerbox.conf \
  usr/share/answerbox/avahi/answerbox.service usr/share/answerbox/grafana/answerbox.json \
  etc/answerbox/answerboxd.toml; do
  [[ -s $root/$file ]] || fail "/$file was not installed"
done

[[ $("$@" "$root/usr/bin/answerbox" --version) == "answerbox "* ]] || fail "answerbox does not run"
[[ $("$@" "$root/usr/bin/answerboxd" --version) == "answerboxd "* ]] || fail "answerboxd does not run"

# An update must not change the settings.
echo 'theta = 0.5' > "$root/etc/answerbox/answerboxd.toml"
install_there
[[ $(cat "$root/etc/answerbox/answerboxd.toml") == 'theta = 0.5' ]] || fail "an update replaced the settings"
