#!/usr/bin/env bash
# Makes a signed repository, and an apt of its own, which knows no other, downloads and
# checks from it. One flipped byte anywhere is refused, and so is another key. Nothing
# is signed that only lies there, and nothing is removed that is not of a repository.
#
#   check_repository.sh SOURCE_FOLDER
set -euo pipefail
source=$1
scratch=$(mktemp -d)
chmod 755 "$scratch"
clean_up() {
  for name in ours theirs; do
    if [[ -d $scratch/$name ]]; then gpgconf --homedir "$scratch/$name" --kill all; fi
  done
  rm -rf "$scratch"
}
trap clean_up EXIT

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
}

# $1: package; $2: version. Makes $scratch/out/$1_$2_all.deb.
make_package() {
  local tree=$scratch/tree
  mkdir -p "$tree/DEBIAN" "$scratch/out"
  printf '%s\n' "Package: $1" "Version: $2" 'Architecture: all' \
    'Maintainer: nobody <nobody@example.org>' 'Description: test' > "$tree/DEBIAN/control"
  dpkg-deb --root-owner-group --build "$tree" "$scratch/out" > /dev/null
}

# $1: key; then packages. Makes or updates the repository. What it says is in the log.
make_repository() {
  local key=$1
  shift
  "$source/deploy/make-repository.sh" "$repository" "$key" "$@" > "$scratch/log" 2>&1
}

# $1: what the refusal must say; then as make_repository. The repository stays as it is.
refuses() {
  local told=$1
  shift
  cp -r "$repository" "$scratch/before"
  if make_repository "$@"; then fail "not refused: $told"; fi
  grep -q "$told" "$scratch/log" || fail "$(cat "$scratch/log")"
  diff -r "$scratch/before" "$repository"
  rm -r "$scratch/before"
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
make_package answerbox 1
make_package answerbox-lab 1
make_package answerbox 99
repository=$scratch/repository
deb=answerbox_1_all.deb
make_repository "$scratch/ours.key" "$scratch/out/$deb" || fail "$(cat "$scratch/log")"

download "$repository" "$repository/answerbox.gpg" || fail "$(cat "$scratch/log")"
cmp "$scratch/out/$deb" "$scratch"/downloaded/answerbox_*.deb

for damage in "InRelease BADSIG" "Packages.xz Hash Sum mismatch" "$deb Hash Sum mismatch"; do
  file=${damage%% *}
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
  grep -q "${damage#* }" "$scratch/log" || fail "$file: $(cat "$scratch/log")"
  [[ -z $(ls "$scratch/downloaded") ]] || fail "$file was refused, and downloaded"
  rm -r "$scratch/damaged"
done

# An update adds to it, also after an end between the two renames.
mv "$repository" "$repository.old"
make_repository "$scratch/ours.key" "$scratch/out/answerbox-lab_1_all.deb" ||
  fail "$(cat "$scratch/log")"
[[ -f $repository/$deb && ! -e $repository.old ]] || fail "an update took a package away"
download "$repository" "$repository/answerbox.gpg" || fail "$(cat "$scratch/log")"

# What somebody put there is not signed.
lab=$scratch/out/answerbox-lab_1_all.deb
planted=answerbox_99_all.deb
cp "$scratch/out/$planted" "$repository"
refuses "not signed .*/$planted" "$scratch/ours.key" "$lab"
cp "$repository/Packages" "$scratch/Packages"
(cd "$repository" && apt-ftparchive packages . > Packages)
refuses "not the list" "$scratch/ours.key" "$lab"
cp "$scratch/Packages" "$repository"
mv "$repository/$planted" "$repository/$deb"
refuses "not signed .*/$deb" "$scratch/ours.key" "$lab"
cp "$scratch/out/$deb" "$repository"
refuses "not signed the packages" "$scratch/theirs.key" "$lab"

# Nor is what is not of a repository removed.
for place in "$repository" "$repository.old" "$repository.unfinished"; do
  mkdir -p "$place/photos"
  echo text > "$place/photos/notes.txt"
  refuses "$place/photos is not of a repository" "$scratch/ours.key" "$lab"
  [[ -f $place/photos/notes.txt ]] || fail "$place lost a file"
  rm -r "$place/photos"
done

# Who names all packages may use another key, which is none of the box's.
gpg --homedir "$scratch/ours" --batch --export ours > "$scratch/ours.gpg"
refuses "has no secret key" "$scratch/ours.gpg" "$lab"
make_repository "$scratch/theirs.key" "$lab" "$scratch/out/$deb" || fail "$(cat "$scratch/log")"
if download "$repository" "$scratch/ours.gpg"; then fail "another key was not refused"; fi
grep -q NO_PUBKEY "$scratch/log" || fail "$(cat "$scratch/log")"

code=0
"$source/deploy/build-packages.sh" --repository "$repository" --key "$scratch/ours.key" \
  static-arm64 2> "$scratch/log" || code=$?
[[ $code -eq 2 ]] || fail "an archive was taken for a package"
grep -q "a repository takes" "$scratch/log" || fail "$(cat "$scratch/log")"
