#!/usr/bin/env bash
# Makes the packages that docs/operations.md and toolchains/README.md install:
#
#   amd64, arm64, armhf        answerbox, answerbox-lab and the clients as .deb
#   static-arm64, static-armv6 an archive with an installer, for older systems
#
#   deploy/build-packages.sh [--build FOLDER] [--out FOLDER]
#                            [--repository FOLDER --key FILE] [KIND...]
#
#   --build FOLDER       package this build, for one KIND, and compile nothing
#   --out FOLDER         where packages go; build/packages unless you say otherwise
#   --repository FOLDER  put the .deb into this repository, too, and sign it with
#   --key FILE           this key: make-repository.sh
#
# Without KIND it makes amd64. The same sources give the same bytes. For boards,
# deploy/install-packages.sh cross and toolchains/make-sysroot.sh come first.
set -euo pipefail
cd "$(dirname "$0")/.."
source=$PWD

usage() {
  echo "usage: $0 [--build FOLDER] [--out FOLDER] [--repository FOLDER --key FILE] [amd64|arm64|armhf|static-arm64|static-armv6]..." >&2
  exit 2
}

given_build=
out=$source/build/packages
repository=
key=
kinds=()
while [[ $# -gt 0 ]]; do
  case "$1" in
    --build | --out | --repository | --key)
      [[ $# -ge 2 ]] || usage
      path=$(realpath --canonicalize-missing "$2")
      case "$1" in
        --build) given_build=$path ;;
        --out) out=$path ;;
        --repository) repository=$path ;;
        --key) key=$path ;;
      esac
      shift
      ;;
    amd64 | arm64 | armhf | static-arm64 | static-armv6) kinds+=("$1") ;;
    *) usage ;;
  esac
  shift
done
[[ ${#kinds[@]} -gt 0 ]] || kinds=(amd64)
[[ -z $given_build || ${#kinds[@]} -eq 1 ]] || usage
[[ -n $repository && -n $key || -z $repository$key ]] || usage
if [[ -n $repository && " ${kinds[*]}" != *" a"* ]]; then
  echo "$0: a repository takes .deb packages: name amd64, arm64 or armhf" >&2
  exit 2
fi

version=$(dpkg-parsechangelog --file debian/changelog --show-field Version)
SOURCE_DATE_EPOCH=$(dpkg-parsechangelog --file debian/changelog --show-field Timestamp)
export SOURCE_DATE_EPOCH
declare -A preset=([amd64]=release [arm64]=aarch64 [armhf]=armhf
  [static-arm64]=aarch64-static [static-armv6]=armv6-static)

# $1: kind. Sets `build` to the folder with its programs.
build_programs() {
  build=$given_build
  if [[ -n $build ]]; then return; fi
  build=$source/build/package-$1
  local map=-ffile-prefix-map=$source=.
  # CMake would forget the toolchain's own flags.
  CFLAGS=$map CXXFLAGS=$map cmake --preset "${preset[$1]}" -B "$build" -Wno-dev \
    -DANSWERBOX_TESTS=OFF -DANSWERBOX_BENCHMARKS=OFF -DANSWERBOX_LAB=ON > /dev/null
  cmake --build "$build" --target programs_and_lab
}

# debhelper works in a folder of its own, so that nothing of it stays in the tree.
make_debian_packages() {
  local architecture=$1 work
  work=$(mktemp -d)
  mkdir "$work/answerbox"
  cp -r "$source/debian" "$work/answerbox"
  (
    cd "$work/answerbox"
    export ANSWERBOX_BUILD=$build
    export ANSWERBOX_SYSROOT=${ANSWERBOX_SYSROOTS:-$source/build/sysroots}/$architecture
    # The sysroot has what a board's build needs; dpkg would look on this machine.
    dpkg-buildpackage --build=binary --host-arch "$architecture" --no-check-builddeps \
      --no-sign > "$work/log" 2>&1
  ) || {
    cat "$work/log" >&2
    exit 1
  }
  cp "$work"/*.deb "$out"
  for deb in "$work"/*.deb; do made+=("$out/$(basename "$deb")"); done
  rm -rf "$work"
}

# Packs what `cmake --install` installs, with units that systemd 237 knows.
make_archive() {
  local kind=$1 name=answerbox-$version-$1 work
  work=$(mktemp -d)
  DESTDIR=$work/$name/root cmake --install "$build" --prefix /usr --component answerbox \
    --strip > /dev/null
  mv "$work/$name/root/etc/answerbox/answerboxd.toml" "$work/$name"
  rm -r "$work/$name/root/etc"
  for unit in "$work/$name"/root/usr/lib/systemd/system/*.service; do
    "$source/deploy/static/reduce-unit.sh" 237 "$unit" > "$work/unit"
    cp "$work/unit" "$unit"
  done
  install "$source/deploy/static/install.sh" "$work/$name/install.sh"
  echo "$version" > "$work/$name/VERSION"
  find "$work/$name" -exec chmod u=rwX,go=rX {} +
  tar --create --sort=name --mtime="@$SOURCE_DATE_EPOCH" --owner=0 --group=0 \
    --numeric-owner --format=gnu -C "$work" "$name" | xz -9e > "$out/$name.tar.xz"
  rm -rf "$work"
}

made=()
mkdir -p "$out"
for kind in "${kinds[@]}"; do
  build_programs "$kind"
  case "$kind" in
    static-*) make_archive "$kind" ;;
    *) make_debian_packages "$kind" ;;
  esac
done
if [[ -n $repository ]]; then
  "$source/deploy/make-repository.sh" "$repository" "$key" "${made[@]}"
fi
ls "$out"
