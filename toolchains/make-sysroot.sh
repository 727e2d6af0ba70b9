#!/usr/bin/env bash
# Makes the sysroot of a board's architecture from Debian packages: the headers
# and libraries that cross-compiling needs, unpacked below one folder. The
# machine's own package system stays as it is: no foreign architecture is added,
# nothing is installed, and root is not needed.
#
#   toolchains/make-sysroot.sh arm64|armhf|armel             unless it is there
#   toolchains/make-sysroot.sh arm64|armhf|armel --renew     again, up to date
#
# The sysroot is $ANSWERBOX_SYSROOTS/ARCHITECTURE, by default below
# build/sysroots. Packages come from the Debian sources this machine uses itself.
# Downloads are kept in .apt beside it: renewing fetches only what has changed.
set -euo pipefail

packages=(
  libc6-dev libstdc++-12-dev
  libboost1.81-dev libmbedtls-dev nettle-dev
  libstemmer-dev libutf8proc-dev libtomlplusplus-dev libcli11-dev
  libcmark-dev libgumbo-dev libexpat1-dev zlib1g-dev
  libgtest-dev libgmock-dev
)

usage() {
  echo "usage: $0 arm64|armhf|armel [--renew]" >&2
  exit 2
}

fail() {
  echo "$0: $*" >&2
  exit 1
}

[[ $# -eq 1 || ($# -eq 2 && ${2:-} == --renew) ]] || usage
architecture=$1
case "$architecture" in
  arm64 | armhf | armel) ;;
  *) usage ;;
esac

sysroots=${ANSWERBOX_SYSROOTS:-$(dirname "$0")/../build/sysroots}
mkdir -p "$sysroots"
sysroots=$(cd "$sysroots" && pwd)
sysroot=$sysroots/$architecture
contents=$sysroot/.packages  # Written last: what has it is whole.
libraries=.shlibs            # Which package has which library, for dpkg-shlibdeps.

if [[ $# -eq 1 && -f $sysroot/$libraries && -f $contents &&
  $(head -n 1 "$contents") == "${packages[*]}" ]]; then
  exit 0
fi

. "$(dirname "$0")/debian-packages.sh"
use_debian_packages "$architecture" "$sysroots"

echo "Making the sysroot $sysroot" >&2
apt_get update
apt_get install --download-only "${packages[@]}"

# Older versions may be among the downloads: these are the files that count.
apt_get install --simulate "${packages[@]}"
mapfile -t archives < <(
  sed -En 's/^Inst ([^ ]+) \(([^ ]+) .*\[([a-z0-9]+)\]\).*/\1_\2_\3.deb/p' "$apt/log" |
    sed 's/:/%3a/g' | sort
)
[[ ${#archives[@]} -ge ${#packages[@]} ]] || fail "cannot tell what apt-get would install: see $apt/log"

unfinished=$sysroot.unfinished
rm -rf "$unfinished"
mkdir "$unfinished"
for archive in "${archives[@]}"; do
  dpkg-deb --extract "$apt/cache/archives/$archive" "$unfinished" ||
    fail "cannot unpack $archive"
  dpkg-deb --control "$apt/cache/archives/$archive" "$unfinished/control" ||
    fail "cannot unpack $archive"
  # Packages without a shared library have no such list.
  if [[ -f $unfinished/control/shlibs ]]; then
    cat "$unfinished/control/shlibs" >> "$unfinished/$libraries"
  fi
  rm -r "$unfinished/control"
done

# Links to absolute paths would lead out of the sysroot.
find "$unfinished" -type l -lname '/*' | while read -r link; do
  ln --symbolic --force --no-dereference --relative \
    "$unfinished$(readlink "$link")" "$link"
done

printf '%s\n' "${packages[*]}" "${archives[@]}" > "$unfinished/.packages"
rm -rf "$sysroot"
mv "$unfinished" "$sysroot"
