#!/usr/bin/env bash
# Makes an image from a small root file system, without an emulator and without root,
# and looks at it: partitions, labels, what is on them. Writes new programs onto it.
# Runs the script of the first start on a folder. tests/system/boot boots a whole one.
#
#   check_image.sh SOURCE_FOLDER BUILD_FOLDER
set -euo pipefail
PATH=$PATH:/usr/sbin:/sbin
export LC_ALL=C
source=$1
build=$2
scratch=$(mktemp -d)
image_tools=$scratch/tools
# Small partitions, in mebibytes: these are written as a whole.
export ANSWERBOX_IMAGE_MIB="40 64 64"
trap 'rm -rf "$scratch"' EXIT
cd "$scratch"
# Who has no rights can't read a clone in the folder of root.
cp -r "$source/deploy/image" "$image_tools"
unprivileged=()
if [[ $EUID -eq 0 ]]; then
  chown 65534 .
  unprivileged=(setpriv --reuid 65534 --regid 65534 --clear-groups)
fi

fail() {
  echo "FAILED: $*" >&2
  exit 1
}

step() { echo "== $*"; }

# $1: what is said; the rest fails with it.
fails_with() {
  local words=$1
  shift
  if "$@" > log 2>&1; then fail "$* succeeded"; fi
  grep -q -e "$words" log || fail "$* says: $(cat log)"
}

# $1: the first mebibyte of a partition; $2: a file.
cat_ext4() { debugfs -R "cat $2" "$image?offset=$(($1 << 20))" 2> log; }
label_at() { blkid --probe --offset $(($1 << 20)) --match-tag LABEL --output value "$image"; }

make_tree() {
  mkdir -p tree/{boot/firmware,etc/answerbox,etc/ssh,home/box,var/lib/answerbox,var/lib/dbus}
  echo kernel > tree/boot/vmlinuz-6
  echo initrd > tree/boot/initrd.img-6
  echo 'kernel=vmlinuz-6' > tree/boot/firmware/config.txt
  cp tree/boot/vmlinuz-6 tree/boot/firmware
  echo secret > tree/etc/ssh/ssh_host_rsa_key
  echo 0123456789abcdef0123456789abcdef > tree/etc/machine-id
  touch tree/var/lib/answerbox/document
  echo '# options' > tree/etc/answerbox/answerboxd.toml
  mkdir tree/var/lib/dpkg
  printf 'Package: %s\nVersion: %s\n\n' answerbox 2.0-1 zlib1g 3.0 > tree/var/lib/dpkg/status
}

make_image() {
  "${unprivileged[@]}" "$image_tools/make-image.sh" --tree "$scratch/tree" --out "$scratch/$1" "${@:2}"
}

step "an image"
make_tree
ssh-keygen -q -t ed25519 -N '' -f key
echo 'users = ["ama"]' > box.toml
make_image box.img --first-boot box.toml --authorized-keys key.pub --hostname ward-3
image=$scratch/box.img
sfdisk --dump "$image" | sed -n 's/.*start= *\([0-9]*\), size= *\([0-9]*\), type=\([0-9a-f]*\).*/\1 \2 \3/p' > table
printf '%s\n' "8192 81920 c" "90112 131072 83" "221184 131072 83" | cmp - table || fail "$(cat table)"
[[ $(label_at 4) == RASPIFIRM && $(label_at 44) == RASPIROOT && $(label_at 108) == answerbox ]] ||
  fail "other labels"
mdir -b -i "$image@@4M" ::/ > names
for name in config.txt vmlinuz-6 answerbox-setup.toml; do
  grep -qx "::/$name" names || fail "the first partition lacks $name: $(cat names)"
done
[[ $(cat_ext4 44 /etc/hostname) == ward-3 ]] || fail "another host name"
[[ $(cat_ext4 44 /usr/share/answerbox-image/etc/answerboxd.toml) == '# options' ]] || fail "no settings"
[[ -z $(cat_ext4 44 /etc/machine-id) ]] || fail "each box would have the same machine-id"
cmp key.pub <(cat_ext4 44 /home/box/.ssh/authorized_keys)
debugfs -R 'stat /etc/hostname' "$image?offset=$((44 << 20))" 2> log | grep -q 'User: *0 ' ||
  fail "files are not root's"
for file in /etc/ssh/ssh_host_rsa_key /etc/answerbox /var/lib/answerbox; do
  cat_ext4 44 "$file" > /dev/null
  grep -q 'not found' log || fail "the image has $file"
done
[[ $(du --block-size=1M "$image" | cut -f 1) -lt 60 ]] || fail "the image has no holes"

step "what can't be an image"
fails_with '--out is missing' "$image_tools/make-image.sh"
fails_with 'no option "--outt"' "$image_tools/make-image.sh" --outt x
fails_with '--deb is missing' "$image_tools/make-image.sh" --out x.img
fails_with "can't be read" "$image_tools/make-image.sh" --out x.img --deb missing.deb
fails_with 'is no package' "$image_tools/make-image.sh" --out x.img --deb box.toml
fails_with 'no host name' make_image x.img --hostname 'ward 3'
fails_with 'no architecture' make_image x.img --architecture armhf
fails_with 'no public keys' make_image x.img --authorized-keys box.toml
rm tree/boot/initrd.img-6
fails_with 'no initrd' make_image x.img
[[ -z $(compgen -G 'x.img*') ]] || fail "something is left of an image that was not made"

step "new programs on a card"
cp --sparse=always box.img card
truncate --size 256M card
image=$scratch/card
echo kept > kept
debugfs -w -R "write kept kept" "card?offset=$((108 << 20))" &> log
echo initrd > tree/boot/initrd.img-6
make_image new.img --hostname ward-4 --first-boot box.toml
mdel -i card@@4M ::/answerbox-setup.toml
mcopy -i card@@4M key.pub ::/esi.pub
"$image_tools/rewrite-card.sh" new.img card > log
[[ $(cat_ext4 44 /etc/hostname) == ward-4 && $(cat_ext4 108 /kept) == kept ]] ||
  fail "not the programs alone were written"
mdir -b -i card@@4M ::/ > names
grep -qx '::/esi.pub' names || fail "a key that waits is gone"
if grep answerbox-setup.toml names; then fail "the box would be set up anew"; fi
printf '%s\n' "mkdir upper" "mkdir upper/var" "mkdir upper/var/lib" "mkdir upper/var/lib/answerbox-image" \
  "write version upper/var/lib/answerbox-image/version" > commands
echo 2.0-1 > version
debugfs -w -f commands "card?offset=$((108 << 20))" &> log
"$image_tools/rewrite-card.sh" new.img card > log || fail "the same version is refused: $(cat log)"
echo 2.1 > version
debugfs -w -R "rm upper/var/lib/answerbox-image/version" "card?offset=$((108 << 20))" &> log
debugfs -w -f commands "card?offset=$((108 << 20))" &> log
fails_with 'documents of answerbox 2.1, and new.img has 2.0-1' "$image_tools/rewrite-card.sh" new.img card
head -c 50M new.img > short.img
fails_with 'short.img is cut off' "$image_tools/rewrite-card.sh" short.img card
truncate --size 256M empty
fails_with 'other partitions' "$image_tools/rewrite-card.sh" new.img empty
dd if=/dev/zero of=card bs=1M seek=108 count=1 conv=notrunc status=none
fails_with 'no state' "$image_tools/rewrite-card.sh" new.img card

step "users of the system in a new image"
sed -n '/^add_names()/,/^}/p' "$image_tools/root/usr/share/initramfs-tools/scripts/init-bottom/answerbox" |
  sed 's,/dev/kmsg,messages,' > functions
printf '%s\n' box:x:1000:1000::/home/box:/bin/sh new:x:995:995::/:/bin/false other:x:994:994::/:/bin/false > programs
printf '%s\n' box:x:1000:1000::/home/box:/bin/bash ama:x:1001:1001::/home/ama:/bin/bash mine:x:994:994::/: > passwd
cp passwd expected
echo new:x:995:995::/:/bin/false >> expected
for _ in 1 2; do
  sh -c '. ./functions; add_names programs passwd; add_names programs missing'
  cmp passwd expected
done
grep -q "other is not in passwd" messages || fail "$(cat messages)"
if [[ -e missing ]]; then fail "a layer without users has some"; fi

step "the first start"
first_boot=$image_tools/root/usr/lib/answerbox-image/first-boot
mkdir bin boot
# $1: what takes the place of `answerbox`.
start() {
  printf '#!/bin/sh\n%s\n' "$1" > bin/answerbox
  chmod +x bin/answerbox
  PATH=$scratch/bin:$PATH sh "$first_boot" boot > log 2>&1
}
start true || fail "a folder without a file fails: $(cat log)"
[[ -z $(ls boot) ]] || fail "it wrote $(ls boot)"
# $1: what the log says.
tells() { grep -q -e "$1" boot/answerbox-setup.log || fail "$(cat boot/answerbox-setup.log)"; }
# Users of this machine stay as they are.
for program in useradd userdel groupdel install chown; do
  printf '#!/bin/sh\necho "%s $*" >> %s/called\n' $program "$scratch" > bin/$program
done
cat > bin/getent << 'END'
#!/bin/sh
grep -sE "^$2:|:x:$2:" "$0.$1"
END
chmod +x bin/*
mkdir -p home/ama/.ssh
# A mistake is found before anything is asked of this machine.
printf 'users = ["ama"]\nnetwork = "wlan"\n' > boot/answerbox-setup.toml
cp key.pub boot/ama.pub
if start "exec '$build/client/answerbox' \"\$@\""; then fail "a mistake was taken"; fi
tells 'answerbox-setup.toml:2:11: .*"wlan" is not socket'
tells 'tries again at each start'
for name in Ama id_ed25519; do
  mv boot/ama.pub boot/$name.pub
  if start 'case "$*" in *dry-run*) ;; *) echo setup >> ../called ;; esac'; then fail "$name.pub was taken"; fi
  tells "$name.pub: \"$name\" can't be"
  mv boot/$name.pub boot/ama.pub
done
echo nothing > boot/ama.pub
if start true; then fail "a file without a key was taken"; fi
tells 'ama.pub has no public key'
cp key.pub boot/ama.pub
echo 'ama:x:4:' > bin/getent.group
if start true; then fail "a group of the system was taken"; fi
tells 'ama is a user of the system'
[[ ! -e called ]] || fail "a mistake is there, and it called $(cat called)"
[[ -f boot/answerbox-setup.toml ]] || fail "a file that was not taken is gone"
# A power cut has left a part of a user. Setup alone knows no such user.
rm bin/getent.group
echo "ama:x:1000:1000::$scratch/home/ama:/bin/bash" > bin/getent.passwd
start 'case "$*" in *dry-run*) echo "there is no user \"ama\" here"; exit 1 ;; esac; echo set up' || fail "$(cat log)"
[[ $(head -n 3 called | cut -d ' ' -f 1 | xargs) == 'userdel groupdel useradd' ]] || fail "called: $(cat called)"
[[ $(ls boot) == $'ama.pub.done\nanswerbox-setup.log\nanswerbox-setup.toml.done' ]] || fail "left: $(ls boot)"
cmp key.pub home/ama/.ssh/authorized_keys
tells 'set up'
tells "Addresses of the box: $(hostname -I)"
start false || fail "it is set up again"
# A key alone, for a user who is there.
rm called
echo 'ama:*:1::::::' > bin/getent.shadow
echo 'ama:x:1000:' > bin/getent.group
cp key.pub boot/ama.pub
start false || fail "a key alone is not taken: $(cat log)"
if grep userdel called; then fail "a user was made again"; fi
[[ -f boot/ama.pub.done && $(wc -l < home/ama/.ssh/authorized_keys) -eq 1 ]] || fail "$(cat log)"
touch boot/answerbox-setup.toml.txt
start false || fail "$(cat log)"
tells 'answerbox-setup.toml.txt is not read'

step "an update"
# $1: name; $2: what it depends on, or nothing.
make_package() {
  mkdir -p "$1/DEBIAN"
  printf '%s\n' "Package: $1" 'Version: 1' 'Architecture: all' 'Maintainer: nobody <nobody@localhost>' \
    'Description: nothing' ${2:+"Depends: $2"} > "$1/DEBIAN/control"
  dpkg-deb --build "$1" "$1.deb" > log
}
make_package box-first
make_package box-second box-first
sed "/^waiting=/s,=.*,=$scratch/waiting,; /id -u/d; /^\[ -f .run/d; /^sync/d" \
  "$image_tools/root/usr/sbin/answerbox-update" > update
fails_with 'is no package' sh update --later box.toml
fails_with 'name the files of all that they need' sh update --later box-second.deb
grep -q 'box-second : Depends: box-first' log || fail "$(cat log)"
[[ ! -e waiting ]] || fail "an update that can't be installed waits"
sh update --later box-second.deb box-first.deb > log || fail "$(cat log)"
[[ $(ls waiting/update) == $'box-first.deb\nbox-second.deb' ]] || fail "waiting: $(ls waiting/update)"

step "units"
for unit in grow-state first-boot update; do
  systemd-analyze verify --man=no --recursive-errors=no --root=/ \
    "$image_tools/root/usr/lib/systemd/system/answerbox-$unit.service" 2> log || true
  if grep -i "unknown\|failed to parse" log; then fail "answerbox-$unit.service has a mistake"; fi
done
