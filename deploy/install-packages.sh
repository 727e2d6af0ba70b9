#!/usr/bin/env bash
# Installs the Debian 12 packages Answerbox needs, and only those that are missing.
#
#   deploy/install-packages.sh build   what compiles and runs the daemon and the client
#   deploy/install-packages.sh try     the same with clang instead of g++
#   deploy/install-packages.sh cross   the same, and what building for boards and
#                                      running the result in an emulator needs
#   deploy/install-packages.sh test    what tests/run.sh needs
#   deploy/install-packages.sh all     what tests/run.sh --all needs
#
# Works as root or through sudo. Exits 1 and names the packages when it can do neither.
set -euo pipefail

needed_packages=(
  cmake ninja-build
  libboost1.81-dev libmbedtls-dev nettle-dev
  libstemmer-dev libutf8proc-dev libtomlplusplus-dev libcli11-dev
  libcmark-dev libgumbo-dev libexpat1-dev zlib1g-dev poppler-utils pandoc
)
build_packages=(g++ "${needed_packages[@]}")
try_packages=(clang "${needed_packages[@]}")
cross_packages=(
  g++-arm-linux-gnueabihf g++-aarch64-linux-gnu g++-arm-linux-gnueabi qemu-user
  debhelper dh-python apt-utils gpg gpg-agent
)
test_packages=(
  clang clang-tidy clang-format libclang-rt-14-dev
  libgtest-dev libgmock-dev libbenchmark-dev
  age openssl python3 python3-cairo qpdf systemd tesseract-ocr valgrind
  mosquitto-clients python3-paho-mqtt nodejs node-mqtt socat jq pkgconf
  avahi-daemon libxml2-utils prometheus python3-jsonschema
  libsqlite3-dev libxapian-dev xgboost python3-numpy
  chromium firefox-esr python3-websocket zbar-tools
  debhelper dh-python apt-utils gpg gpg-agent lintian zsh
  mtools dosfstools fdisk e2fsprogs fakeroot openssh-client
)
# Node's own packages bring npm, and exclude Debian's.
if ! command -v npm > /dev/null; then test_packages+=(npm); fi
board_packages=(qemu-system-arm linux-kbuild-6.1 make)
machine_packages=(
  mmdebstrap arch-test qemu-user-static qemu-system-x86 systemd-container
)

usage() {
  echo "usage: $0 build|try|cross|test|all" >&2
  exit 2
}

[[ $# -eq 1 ]] || usage
case "$1" in
  build) wanted=("${build_packages[@]}") ;;
  try) wanted=("${try_packages[@]}") ;;
  cross) wanted=("${build_packages[@]}" "${cross_packages[@]}") ;;
  test) wanted=("${build_packages[@]}" "${test_packages[@]}") ;;
  all)
    wanted=("${build_packages[@]}" "${cross_packages[@]}" "${test_packages[@]}"
      "${board_packages[@]}" "${machine_packages[@]}")
    ;;
  *) usage ;;
esac

missing=()
for package in "${wanted[@]}"; do
  status=$(dpkg-query --show --showformat='${Status}' "$package" 2>&1) || status=absent
  [[ $status == "install ok installed" ]] || missing+=("$package")
done
if [[ ${#missing[@]} -eq 0 ]]; then
  exit 0
fi

privileged=()
if [[ $EUID -ne 0 ]]; then
  if ! command -v sudo > /dev/null; then
    echo "$0: these packages are missing and neither root nor sudo is at hand: ${missing[*]}" >&2
    exit 1
  fi
  privileged=(sudo)
fi

# Package mirrors fail now and then; three attempts ride out a passing fault.
try_thrice() {
  local attempt
  for attempt in 1 2 3; do
    if "$@"; then return 0; fi
    echo "$0: attempt $attempt failed: $*" >&2
    sleep $((attempt * 5))
  done
  return 1
}

# Tests need files of these packages. As services they would open ports.
services=()
if [[ -d /run/systemd/system ]]; then
  for package in "${missing[@]}"; do
    case "$package" in
      avahi-daemon) services+=(avahi-daemon.socket avahi-daemon.service) ;;
      prometheus) services+=(prometheus.service) ;;
    esac
  done
fi

echo "Installing ${#missing[@]} packages: ${missing[*]}" >&2
apt_options=(-o DPkg::Lock::Timeout=600 -qq)
try_thrice "${privileged[@]}" apt-get "${apt_options[@]}" update
if ((${#services[@]})); then
  "${privileged[@]}" systemctl --quiet --runtime mask "${services[@]}"
fi
try_thrice "${privileged[@]}" env DEBIAN_FRONTEND=noninteractive \
  apt-get "${apt_options[@]}" install --yes --no-install-recommends "${missing[@]}"
if ((${#services[@]})); then
  "${privileged[@]}" systemctl --quiet --runtime unmask "${services[@]}"
  "${privileged[@]}" systemctl --quiet disable "${services[@]}"
fi
