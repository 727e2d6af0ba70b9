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
  libcmark-dev libgumbo-dev
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
apt=$sysroots/.apt/$architecture
contents=$sysroot/.packages  # Written last: what has it is whole.

if [[ $# -eq 1 && -f $contents && $(head -n 1 "$contents") == "${packages[*]}" ]]; then
  exit 0
fi

for tool in apt-get dpkg-deb; do
  command -v "$tool" > /dev/null || fail "$tool is missing: sysroots are made on Debian"
done

# The sources of this machine's own Debian release, for another architecture.
debian_sources() {
  local release
  release=$(. /etc/os-release && echo "${VERSION_CODENAME:-}")
  apt-get indextargets 'Created-By: Packages' 'Component: main' \
    --format '$(REPO_URI) $(RELEASE)' |
    sort --unique |
    while read -r uri suite; do
      case "$suite" in
        "$release" | "$release-updates") ;;
        "$release-security")
          # The security index of armhf contradicts its package pool.
          [[ $architecture != armhf ]] || continue
          ;;
        *) continue ;;
      esac
      echo "deb [arch=$architecture] $uri $suite main"
    done
}

# apt with a state, a cache and sources of its own; proxies and keys are the
# machine's.
mkdir -p "$apt"/{state/lists/partial,cache/archives/partial}
: > "$apt/state/status"
debian_sources > "$apt/sources.list"
[[ -s $apt/sources.list ]] || fail "no Debian sources in /etc/apt: sysroots are made on Debian 12"
cat > "$apt/apt.conf" <<CONFIGURATION
#clear APT::Architectures;
#clear APT::Update::Post-Invoke;
APT::Architecture "$architecture";
APT::Architectures { "$architecture"; };
APT::Install-Recommends "false";
APT::Sandbox::User "$(id --user --name)";
APT::Keep-Downloaded-Packages "true";
Acquire::Retries "3";
Acquire::Languages "none";
Dir::State "$apt/state";
Dir::State::status "$apt/state/status";
Dir::Cache "$apt/cache";
Dir::Etc::SourceList "$apt/sources.list";
Dir::Etc::SourceParts "-";
CONFIGURATION

# Package mirrors fail now and then; three attempts ride out a passing fault.
apt_get() {
  local attempt
  for attempt in 1 2 3; do
    if APT_CONFIG=$apt/apt.conf apt-get -qq --yes "$@" > "$apt/log" 2>&1; then return 0; fi
    echo "$0: attempt $attempt failed: apt-get $1" >&2
    sleep $((attempt * 5))
  done
  cat "$apt/log" >&2
  fail "cannot fetch the packages of $architecture; the sources are in $apt/sources.list"
}

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
done

# Links to absolute paths would lead out of the sysroot.
find "$unfinished" -type l -lname '/*' | while read -r link; do
  ln --symbolic --force --no-dereference --relative \
    "$unfinished$(readlink "$link")" "$link"
done

printf '%s\n' "${packages[*]}" "${archives[@]}" > "$unfinished/.packages"
rm -rf "$sysroot"
mv "$unfinished" "$sysroot"
