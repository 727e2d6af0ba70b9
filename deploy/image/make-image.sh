#!/usr/bin/env bash
# Makes the image of a card from which a box starts: Debian, the package, and a
# partition that keeps documents and settings. docs/operations.md, "The image", tells
# how it is used.
#
#   deploy/image/make-image.sh --deb FILE --out FILE.img [OPTION...]
#
#   --deb FILE              the package answerbox; again for others
#   --out FILE.img          the image; its empty parts take no room on the disk
#   --architecture NAME     arm64 (default), for a Raspberry Pi 3, 4, 400 or Zero 2 W;
#                           or amd64, to try an image in an emulator
#   --suite NAME            Debian's release: bookworm
#   --mirror URL            of Debian: the one that apt uses here; URL-security has
#                           security updates
#   --first-boot FILE       becomes answerbox-setup.toml on the first partition
#   --authorized-keys FILE  public keys of who administers the box, as user box
#   --hostname NAME         box
#   --tree FOLDER|FILE.tar  this root file system instead of a new one
#   --help                  prints this
#
# It needs mmdebstrap, mtools, dosfstools, fdisk, e2fsprogs and openssh-client, for
# arm64 on a PC qemu-user-static and arch-test, and without root fakeroot and uidmap. It
# mounts nothing of its own, and needs no loop device.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
PATH=$PATH:/usr/sbin:/sbin
umask 022

fail() {
  echo "make-image.sh: $*" >&2
  exit 1
}

# Fixed, so that an image can be written over the programs of a card: rewrite-card.sh.
readonly mebibyte=$((1 << 20)) sector=512
# A test has smaller ones.
read -r boot_size root_size state_size <<< "${ANSWERBOX_IMAGE_MIB:-512 2560 256}"
readonly boot_size root_size state_size boot_start=4
readonly root_start=$((boot_start + boot_size))
readonly state_start=$((root_start + root_size))

debs=()
out=
architecture=arm64
suite=bookworm
mirror=$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' 2> /dev/null |
  sed -n 's|/debian/$|/debian|p' | sort -u | sed -n 1p || true)  # None: it is asked for.
first_boot=
keys=
hostname=box
tree=
words=("$@")
while [[ $# -gt 0 ]]; do
  option=$1
  case "$option" in
    --help)
      sed -n '2,/^set /s/^# \{0,1\}//p' "$0"
      exit 0
      ;;
    --deb | --out | --architecture | --suite | --mirror | --first-boot | --authorized-keys | --hostname | --tree)
      [[ $# -ge 2 ]] || fail "$option takes a value; --help tells which"
      ;;
    *) fail "there is no option \"$option\"; --help lists them" ;;
  esac
  case "$option" in
    --deb) debs+=("$(realpath "$2")") ;;
    --out) out=$(realpath --canonicalize-missing "$2") ;;
    --architecture) architecture=$2 ;;
    --suite) suite=$2 ;;
    --mirror) mirror=$2 ;;
    --first-boot) first_boot=$2 ;;
    --authorized-keys) keys=$2 ;;
    --hostname) hostname=$2 ;;
    --tree) tree=$2 ;;
  esac
  shift 2
done

[[ -n $out ]] || fail "--out is missing: where does the image go?"
[[ -d $(dirname "$out") ]] || fail "the folder of $out is not there"
[[ -n $tree || ${#debs[@]} -gt 0 ]] || fail "--deb is missing: deploy/build-packages.sh $architecture makes the package"
[[ -n $tree || -n $mirror ]] || fail "--mirror is missing, and apt here uses none of Debian's"
for file in "${debs[@]}" ${first_boot:+"$first_boot"} ${keys:+"$keys"}; do
  [[ -f $file && -r $file ]] || fail "$file can't be read"
done
[[ $hostname =~ ^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$ ]] ||
  fail "\"$hostname\" is no host name: a-z 0-9 -, at most 63, the first and last no hyphen"
case "$architecture" in
  arm64) kernel=linux-image-arm64 machine_packages=(raspi-firmware) ;;
  amd64) kernel=linux-image-cloud-amd64 machine_packages=() ;;
  *) fail "\"$architecture\" is no architecture of an image: arm64 or amd64" ;;
esac
for deb in "${debs[@]}"; do
  is_for=$(dpkg-deb --field "$deb" Architecture) || fail "$deb is no package"
  [[ $is_for == all || $is_for == "$architecture" ]] || fail "$deb is for $is_for, and the image for $architecture"
done
needed=(mkfs.vfat mcopy sfdisk mke2fs ssh-keygen)
if [[ -z $tree ]]; then needed+=(mmdebstrap); fi
if [[ $EUID -ne 0 ]]; then needed+=(fakeroot); fi
for tool in "${needed[@]}"; do
  command -v "$tool" > /dev/null || fail "$tool is missing: --help lists the packages that this needs"
done
if [[ -n $keys ]]; then
  ssh-keygen -l -f "$keys" > /dev/null 2>&1 ||
    fail "$keys has no public keys: name the file that ends with .pub, made by ssh-keygen"
fi
if [[ -z $tree && $architecture != "$(dpkg --print-architecture)" ]]; then
  arch-test "$architecture" > /dev/null ||
    fail "programs of $architecture don't run here: install qemu-user-static and arch-test"
fi

scratch=$(mktemp -d "$out.XXXXXX")
readable=$(mktemp -d)
trap 'rm -rf "$scratch" "$readable"' EXIT

# What a box needs to start, to be reached, to know the time, and to read a PDF.
packages=(systemd-sysv systemd-timesyncd systemd-resolved dbus udev kmod iproute2
  openssh-server sudo passwd e2fsprogs fdisk initramfs-tools busybox zstd
  poppler-utils "$kernel" "${machine_packages[@]}")

# Writes a root file system to $scratch/root.tar. The kernel's first file system is made
# once, when all that belongs into it is there.
make_tree() {
  # Without root, mmdebstrap works as another user, who can't read what is in a home.
  mkdir "$readable/debs"
  cp "${debs[@]}" "$readable/debs"
  cp -r "$here/root" "$readable"
  chmod -R a+rX "$readable"
  # shellcheck disable=SC2016  # mmdebstrap's hooks have variables of their own.
  INITRD=No mmdebstrap --quiet --architectures="$architecture" --variant=minbase \
    --include="$(IFS=,; echo "${packages[*]}"),$(printf '%s\n' "$readable"/debs/* | paste -sd ,)" \
    --hook-dir=/usr/share/mmdebstrap/hooks/file-mirror-automount \
    --customize-hook="cp -r --no-preserve=ownership '$readable/root/.' \"\$1\"" \
    --customize-hook='chroot "$1" useradd --create-home --shell /bin/bash --password "*" box' \
    --customize-hook='chroot "$1" systemctl --quiet enable systemd-networkd systemd-resolved systemd-timesyncd ssh answerbox-grow-state answerbox-first-boot answerbox-update' \
    --customize-hook='chroot "$1" systemctl --quiet mask apt-daily.timer apt-daily-upgrade.timer systemd-networkd-wait-online.service' \
    --customize-hook='if [ -e "$1/etc/default/raspi-firmware" ]; then
      printf "%s\n" ROOTPART=LABEL=RASPIROOT "CONSOLES=\"tty0 ttyS1,115200\"" CMA=0 >> "$1/etc/default/raspi-firmware"
      echo "ro panic=10" > "$1/etc/default/raspi-extra-cmdline"; fi' \
    --customize-hook='chroot "$1" sh -c "update-initramfs -c -k \$(ls /lib/modules)"' \
    "$suite" "$scratch/root.tar" \
    "deb $mirror $suite main non-free-firmware" \
    "deb $mirror $suite-updates main non-free-firmware" \
    "deb $mirror-security $suite-security main non-free-firmware" > "$scratch/log" 2>&1 || {
    tail -n 30 "$scratch/log" >&2
    fail "the root file system was not made"
  }
}

# What differs between boxes does not come from the image: names, keys, and what the
# package has made for documents.
clear_tree() {
  local root=$1
  : > "$root/etc/machine-id"
  rm -f "$root/var/lib/dbus/machine-id" "$root"/etc/ssh/ssh_host_*_key{,.pub} "$root/var/lib/systemd/random-seed"
  # A folder in both layers could not be renamed, as `answerbox restore` does it. The
  # first program copies the settings.
  rm -rf "$root/var/lib/answerbox" "$root/var/lib/answerbox-inbox"
  mkdir -p "$root/usr/share/answerbox-image"
  if [[ -d $root/etc/answerbox ]]; then mv "$root/etc/answerbox" "$root/usr/share/answerbox-image/etc"; fi
  echo "$hostname" > "$root/etc/hostname"
  printf '127.0.0.1 localhost\n127.0.1.1 %s\n::1 localhost\n' "$hostname" > "$root/etc/hosts"
  # A board without a clock starts at this time, and not in 1970.
  mkdir -p "$root/usr/lib"
  touch "$root/usr/lib/clock-epoch"
  # The first program mounts what there is.
  echo "# answerbox: see /usr/share/initramfs-tools/scripts/init-bottom/answerbox" > "$root/etc/fstab"
  ln -sf ../run/systemd/resolve/stub-resolv.conf "$root/etc/resolv.conf"
  mkdir -p "$root/boot/firmware" "$root/var/log/journal"
}

# What an emulator takes as the first partition; raspi-firmware has filled it for a
# Raspberry Pi.
fill_boot() {
  local root=$1 boot=$2
  mkdir "$boot"
  cp -r "$root/boot/firmware/." "$boot"
  find "$root/boot/firmware" -mindepth 1 -delete
  if [[ ! -e $boot/config.txt ]]; then
    cp "$root"/boot/vmlinuz-* "$root"/boot/initrd.img-* "$boot"
  fi
  if [[ -n $first_boot ]]; then cp "$first_boot" "$boot/answerbox-setup.toml"; fi
  if [[ -n $keys ]]; then
    install -d -m 0700 "$root/home/box/.ssh"
    install -m 0600 "$keys" "$root/home/box/.ssh/authorized_keys"
    chown -R --reference="$root/home/box" "$root/home/box/.ssh"
  fi
}

# $1: name; $2, $3: start and size in mebibytes; $4: a folder.
add_ext4() {
  mke2fs -q -t ext4 -L "$1" -b 4096 -J size=16 -E "offset=$(($2 * mebibyte)),nodiscard" \
    -e remount-ro -d "$4" "$scratch/image" "$3M" > "$scratch/log" 2>&1 || {
    cat "$scratch/log" >&2
    fail "the partition $1 was not made"
  }
}

pack() {
  local root=$scratch/root boot=$scratch/boot
  mkdir "$root" "$scratch/nothing"
  if [[ -d $tree ]]; then cp -a "$tree/." "$root"; else tar --extract --numeric-owner --xattrs --file "$tree" --directory "$root"; fi
  compgen -G "$root/boot/vmlinuz-*" > /dev/null || fail "$tree has no kernel in /boot"
  compgen -G "$root/boot/initrd.img-*" > /dev/null || fail "$tree has no initrd in /boot"
  clear_tree "$root"
  fill_boot "$root" "$boot"
  truncate --size "$(((state_start + state_size + 1) * mebibyte))" "$scratch/image"
  sfdisk --quiet "$scratch/image" << TABLE
label: dos
start=$((boot_start * mebibyte / sector)), size=$((boot_size * mebibyte / sector)), type=c, bootable
start=$((root_start * mebibyte / sector)), size=$((root_size * mebibyte / sector)), type=83
start=$((state_start * mebibyte / sector)), size=$((state_size * mebibyte / sector)), type=83
TABLE
  mkfs.vfat -F 32 -n RASPIFIRM --offset $((boot_start * mebibyte / sector)) "$scratch/image" \
    $((boot_size * mebibyte / 1024)) &> "$scratch/log" || fail "the first partition was not made"
  mcopy -i "$scratch/image@@$((boot_start * mebibyte))" -s -Q "$boot"/* ::/ ||
    fail "the first partition has no room"
  add_ext4 RASPIROOT "$root_start" "$root_size" "$root"
  add_ext4 answerbox "$state_start" "$state_size" "$scratch/nothing"
  mv "$scratch/image" "$out"
}

if [[ -z $tree ]]; then
  make_tree
  tree=$scratch/root.tar
fi
if [[ $EUID -ne 0 ]]; then
  # Owners of files are remembered, and not set.
  fakeroot "$0" "${words[@]}" --tree "$tree"
else
  pack
fi
