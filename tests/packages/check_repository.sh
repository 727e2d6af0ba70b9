#!/usr/bin/env bash
# Makes a signed repository of a build's packages, and an apt of its own, which knows
# no other, downloads and checks from it. One flipped byte anywhere is refused, and so
# is another key.
#
#   check_repository.sh SOURCE_FOLDER BUILD_FOLDER
set -euo pipefail
source=$1
build=$2
scratch=$(mktemp -d)
chmod 755 "$scratch"
trap 'rm -rf "$scratch"' EXIT

fail() {
  echo "FAILED: $*" >&2
  exit 1
}

# $1: a name. Makes the secret key $1.key.
make_key() {
  mkdir --mode 700 "$scratch/$1"
  gpg --homedir "$scratch/$1" --batch --quiet --pinentry-mode loopback --passphrase '' \
    --quick-generate-key "$1" ed25519 sign
  gpg --homedir "$scratch/$1" --batch --export-secret-keys "$1" > "$scratch/$1.key"
  gpgconf --homedir "$scratch/$1" --kill all
}

# $1: the repository; $2: the key that its packages must have. Leaves the package in
# $scratch/downloaded; what apt says is in $scratch/log.
download() {
  rm -rf "$scratch/apt" "$scratch/downloaded"
  mkdir -p "$scratch"/{apt/{state/lists/partial,cache/archives/partial},downloaded}
  echo "deb [signed-by=$2] file:$1 ./" > "$scratch/apt/sources.list"
  cat > "$scratch/apt/apt.conf" <<CONFIGURATION
#clear APT::Update::Post-Invoke;
APT::Sandbox::User "$(id --user --name)";
Dir::State "$scratch/apt/state";
Dir::Cache "$scratch/apt/cache";
Dir::Etc::SourceList "$scratch/apt/sources.list";
Dir::Etc::SourceParts "-";
Dir::Etc::Trusted "-";
Dir::Etc::TrustedParts "-";
APT::Update::Error-Mode "any";
CONFIGURATION
  (
    cd "$scratch/downloaded"
    export APT_CONFIG=$scratch/apt/apt.conf LC_ALL=C
    apt-get update && apt-get download answerbox
  ) > "$scratch/log" 2>&1
}

for name in ours theirs; do make_key "$name"; done
repository=$scratch/repository
"$source/deploy/build-packages.sh" --build "$build" --out "$scratch/out" \
  --repository "$repository" --key "$scratch/ours.key" amd64 > "$scratch/log" 2>&1 ||
  fail "no repository: $(cat "$scratch/log")"
deb=$(basename "$scratch"/out/answerbox_*.deb)

download "$repository" "$repository/answerbox.gpg" || fail "$(cat "$scratch/log")"
cmp "$scratch/out/$deb" "$scratch"/downloaded/answerbox_*.deb

for file in InRelease Packages.xz "$deb"; do
  cp -r "$repository" "$scratch/damaged"
  # The byte in the middle, by one bit.
  python3 - "$scratch/damaged/$file" <<'PROGRAM'
import pathlib, sys
path = pathlib.Path(sys.argv[1])
data = bytearray(path.read_bytes())
data[len(data) // 2] ^= 1
path.write_bytes(data)
PROGRAM
  # apt takes another form of the list of packages, or of the signature, else.
  if [[ $file == Packages.xz ]]; then rm "$scratch/damaged/Packages"; fi
  if download "$scratch/damaged" "$repository/answerbox.gpg"; then
    fail "a flipped byte in $file was not refused"
  fi
  [[ -z $(ls "$scratch/downloaded") ]] || fail "$file was refused, and downloaded"
  rm -r "$scratch/damaged"
done

# An update adds to it, and another key is none of the box's.
"$source/deploy/make-repository.sh" "$repository" "$scratch/theirs.key" \
  "$(echo "$scratch"/out/answerbox-lab_*.deb)"
[[ -f $repository/$deb ]] || fail "an update took a package away"
gpg --homedir "$scratch/ours" --batch --export ours > "$scratch/ours.gpg"
gpgconf --homedir "$scratch/ours" --kill all
if download "$repository" "$scratch/ours.gpg"; then fail "another key was not refused"; fi
if "$source/deploy/make-repository.sh" "$repository" "$scratch/ours.gpg" \
  "$scratch/out/$deb" 2> "$scratch/log"; then
  fail "a public key was taken for a secret one"
fi
grep -q "has no secret key" "$scratch/log" || fail "$(cat "$scratch/log")"
