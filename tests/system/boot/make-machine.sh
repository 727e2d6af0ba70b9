#!/usr/bin/env bash
# Makes the machine that tests/system/boot boots: Debian 12 with its own systemd and
# kernel. Its apt has seen the network once: it has lists, and the packages on which
# ours depends.
#
#   tests/system/boot/make-machine.sh arm64|amd64            makes it if it is missing
#   tests/system/boot/make-machine.sh arm64|amd64 --renew    makes it again, up to date
#
# The result is $ANSWERBOX_SYSROOTS/machine-ARCHITECTURE, by default below
# build/sysroots. It installs nothing, downloads 200 MB, and needs root or sudo.
set -euo pipefail

packages=(systemd-sysv dbus udev kmod iproute2 i2c-tools)
# What `apt install ./answerbox_*.deb` fetches, with what they depend on.
fetched=(libcmark0.30.2 libexpat1 libgumbo1 libmbedcrypto7
  libmbedtls14 libmbedx509-1 libnettle8 libstemmer0d libutf8proc2 poppler-utils)
# Of the kernel's hundreds of megabytes.
modules='kernel/(crypto|lib|fs/(autofs|configfs|ext4|fuse|jbd2|mbcache)|drivers/(virtio|block/(virtio|loop)|i2c/(i2c-dev|i2c-stub)|hwmon/(hwmon|ltc4215)))'
disk_mb=1024

fail() {
  echo "$0: $*" >&2
  exit 1
}

usage() {
  echo "usage: $0 arm64|amd64 [--renew]" >&2
  exit 2
}

[[ $# -eq 1 || ($# -eq 2 && $2 == --renew) ]] || usage
architecture=$1
# What the disk needs on this machine, and the serial line.
case "$architecture" in
  arm64) drivers=(virtio_mmio virtio_blk ext4) line=ttyAMA0 ;;
  amd64) drivers=(virtio_pci virtio_blk ext4) line=ttyS0 ;;
  *) usage ;;
esac

here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../../.." && pwd)
sysroots=${ANSWERBOX_SYSROOTS:-$root/build/sysroots}
mkdir -p "$sysroots"
sysroots=$(cd "$sysroots" && pwd)
machine=$sysroots/machine-$architecture
contents=$machine/.contents  # Written last: what has it is whole.
recipe=$(cat "$here/make-machine.sh" "$here/console@.service" "$here/init" | sha256sum)
if [[ $# -eq 1 && -f $contents && $(cat "$contents") == "$recipe" ]]; then exit 0; fi

for tool in mmdebstrap mke2fs qemu-aarch64-static; do
  command -v "$tool" > /dev/null || fail "$tool is missing: run deploy/install-packages.sh all"
done
if [[ $EUID -ne 0 ]]; then
  exec sudo --non-interactive --preserve-env=ANSWERBOX_SYSROOTS "$0" "$@"
fi
# Mounts end with it.
if [[ -z ${ANSWERBOX_OWN_MOUNTS:-} ]]; then
  ANSWERBOX_OWN_MOUNTS=yes exec unshare --mount "$0" "$@"
fi

. "$root/toolchains/debian-packages.sh"
use_debian_packages "$architecture" "$sysroots"

echo "Making the machine $machine" >&2
unfinished=$machine.unfinished
tree=$unfinished/tree
binfmt=/proc/sys/fs/binfmt_misc
registered=
clean_up() {
  [[ -z $registered ]] || echo -1 > "$binfmt/qemu-aarch64"
  rm -rf "$unfinished"
}
rm -rf "$unfinished"
mkdir -p "$unfinished"/{kernel,modules}
trap clean_up EXIT

# The kernel's package is only unpacked: it would make an initial file system of its
# own in the emulator, which takes ten minutes.
apt_get update
kernel=$(APT_CONFIG=$apt/apt.conf apt-cache depends "linux-image-$architecture" |
  sed -n 's/^ *Depends: linux-image-//p' | head -n 1)
[[ $kernel == 6.1.* ]] || fail "linux-image-$architecture is ${kernel:-nothing}: this takes Debian 12"
(cd "$unfinished/kernel" && apt_get download "linux-image-$kernel" busybox-static)
for archive in "$unfinished"/kernel/*.deb; do
  dpkg-deb --extract "$archive" "$unfinished/kernel"
done
unpacked=$unfinished/kernel/lib/modules/$kernel
find "$unpacked/kernel" -name '*.ko' -regextype posix-extended \
  ! -regex "$unpacked/$modules.*" -delete

# Programs of arm64 run while packages are set up. Where no service has told the
# kernel how, it is told here, and forgets it afterwards.
tell_kernel() {
  [[ -e $binfmt/register ]] || mount -t binfmt_misc binfmt_misc "$binfmt"
  if [[ ! -e $binfmt/qemu-aarch64 ]]; then
    sed -n '/^:/p' /usr/lib/binfmt.d/qemu-aarch64.conf > "$binfmt/register"
    registered=yes
  fi
}
if [[ $architecture == arm64 ]]; then tell_kernel; fi

# shellcheck disable=SC2016  # mmdebstrap's hooks have variables of their own.
mmdebstrap --mode=root --architectures="$architecture" --variant=minbase --quiet \
  --include="$(IFS=,; echo "${packages[*]}")" --skip=cleanup/apt,cleanup/reproducible \
  --customize-hook='APT_CONFIG=$MMDEBSTRAP_APT_CONFIG apt-get clean' \
  --customize-hook='APT_CONFIG=$MMDEBSTRAP_APT_CONFIG apt-get install --yes -qq --download-only -o APT::Install-Recommends=true '"${fetched[*]}" \
  --customize-hook="mkdir -p \"\$1/usr/lib/modules\" && cp -r '$unpacked' \"\$1/usr/lib/modules\"" \
  --customize-hook='chroot "$1" depmod '"$kernel" \
  --customize-hook="chroot \"\$1\" modprobe --set-version $kernel --all --show-depends ${drivers[*]} > '$unfinished/order'" \
  --customize-hook="cp '$here/console@.service' \"\$1/etc/systemd/system\"" \
  --customize-hook='chroot "$1" systemctl enable console@'$line.service \
  --customize-hook='chroot "$1" systemctl mask serial-getty@'$line'.service getty@tty1.service apt-daily.timer apt-daily-upgrade.timer' \
  --customize-hook='echo box > "$1/etc/hostname"' \
  bookworm "$tree" "$apt/sources.list" > "$unfinished/log" 2>&1 || {
  cat "$unfinished/log" >&2
  fail "mmdebstrap failed"
}

mke2fs -q -t ext4 -L root -e remount-ro -d "$tree" "$unfinished/disk" "${disk_mb}M"
# In the order in which they are loaded.
number=100
while read -r _ module _; do
  cp "$unpacked/${module#*/"$kernel"/}" "$unfinished/modules/$((number++))-$(basename "$module")"
done < <(grep ^insmod "$unfinished/order" | awk '!seen[$2]++')
mv "$unfinished/kernel/boot/vmlinuz-$kernel" "$unfinished/vmlinuz"
mv "$unfinished/kernel/bin/busybox" "$unfinished/busybox"
rm -rf "$tree" "$unfinished/kernel" "$unfinished/log" "$unfinished/order"
echo "$recipe" > "$unfinished/.contents"
rm -rf "$machine"
mv "$unfinished" "$machine"
