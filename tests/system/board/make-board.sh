#!/usr/bin/env bash
# Makes the board that tests/system/board boots: Debian's arm64 kernel, a shell,
# the kernel's drivers of power sensors, and a bus made of memory for them. Debian
# does not build all of them, so the script compiles them from the kernel's own
# source, with the headers of the booted kernel. tests/system/boot takes the modules,
# for amd64, too.
#
#   tests/system/board/make-board.sh arm64|amd64            makes it if it is missing
#   tests/system/board/make-board.sh arm64|amd64 --renew    makes it again, up to date
#
# The result is $ANSWERBOX_SYSROOTS/board-ARCHITECTURE, by default below
# build/sysroots.
# It installs nothing and does not need root. It downloads 210 MB, once.
set -euo pipefail

drivers=(i2c/i2c-stub hwmon/ina2xx hwmon/ina3221)
modules=("${drivers[@]##*/}")

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
case "$architecture" in
  arm64) kernel_name=arm64 cross=aarch64-linux-gnu- ;;
  amd64) kernel_name=x86 cross= ;;
  *) usage ;;
esac

root=$(cd "$(dirname "$0")/../../.." && pwd)
sysroots=${ANSWERBOX_SYSROOTS:-$root/build/sysroots}
mkdir -p "$sysroots"
sysroots=$(cd "$sysroots" && pwd)
board=$sysroots/board-$architecture
contents=$board/.contents  # Written last: what has it is whole.
if [[ $# -eq 1 && -f $contents && $(head -n 1 "$contents") == "${drivers[*]}" ]]; then
  exit 0
fi

# The programs that a build with a kernel's headers needs. They run on this machine.
kbuild=/usr/lib/linux-kbuild-6.1
[[ -d $kbuild ]] || fail "linux-kbuild-6.1 is missing: run deploy/install-packages.sh all"
for tool in make "${cross}gcc-12"; do
  command -v "$tool" > /dev/null || fail "$tool is missing: run deploy/install-packages.sh all"
done

. "$root/toolchains/debian-packages.sh"
use_debian_packages "$architecture" "$sysroots"

echo "Making the board $board" >&2
unfinished=$board.unfinished
scratch=$unfinished/scratch
rm -rf "$unfinished"
mkdir -p "$scratch"/{packages,modules} "$unfinished/modules"

apt_get update
kernel=$(APT_CONFIG=$apt/apt.conf apt-cache depends "linux-image-$architecture" |
  sed -n 's/^ *Depends: linux-image-//p' | head -n 1)
[[ $kernel == 6.1.* ]] || fail "linux-image-$architecture is ${kernel:-nothing}: this takes Debian 12"
common=${kernel%-"$architecture"}-common
cd "$scratch/packages"
apt_get download "linux-image-$kernel" "linux-headers-$kernel" "linux-headers-$common" \
  linux-source-6.1 busybox-static
for archive in linux-headers-*.deb busybox-static_*.deb; do
  dpkg-deb --extract "$archive" "$scratch"
done
dpkg-deb --fsys-tarfile linux-image-*.deb |
  tar --extract --directory "$scratch" --wildcards './boot/vmlinuz-*' '*/i2c-dev.ko'
sources=("${drivers[@]/#/linux-source-6.1/drivers/}")
sources=("${sources[@]/%/.c}")
dpkg-deb --fsys-tarfile linux-source-6.1_*.deb |
  tar --extract --to-stdout --wildcards '*/linux-source-6.1.tar.xz' |
  tar --extract --xz --directory "$scratch/modules" --transform 's:.*/::' \
    "${sources[@]}" ||
  fail "cannot unpack the drivers' source"

# Headers include each other by the paths at which they are installed.
headers=$scratch/usr/src/linux-headers-$kernel
echo "include $scratch/usr/src/linux-headers-$common/Makefile" > "$headers/Makefile"
for folder in "$headers" "$scratch/usr/src/linux-headers-$common"; do
  for part in scripts tools; do
    ln --symbolic --force --no-dereference "$kbuild/$part" "$folder/$part"
  done
done
echo "obj-m := ${modules[*]/%/.o}" > "$scratch/modules/Makefile"
make -C "$headers" "M=$scratch/modules" "ARCH=$kernel_name" "CROSS_COMPILE=$cross" CC="${cross}gcc-12" modules \
  > "$scratch/log" 2>&1 || {
  cat "$scratch/log" >&2
  fail "cannot build the drivers"
}

mv "$scratch"/boot/vmlinuz-* "$unfinished/vmlinuz"
mv "$scratch/bin/busybox" "$unfinished/busybox"
find "$scratch/lib" -name i2c-dev.ko -exec mv {} "$unfinished/modules" \;
mv "$scratch"/modules/*.ko "$unfinished/modules"
rm -rf "$scratch"
printf '%s\n' "${drivers[*]}" "$kernel" > "$unfinished/.contents"
rm -rf "$board"
mv "$unfinished" "$board"
