#!/usr/bin/env bash
# Makes a folder with packages a repository that apt reads, from a stick or a web
# server, and signs it.
#
#   deploy/make-repository.sh FOLDER KEY_FILE PACKAGE...
#
# KEY_FILE has your own secret OpenPGP key, as `gpg --export-secret-keys` writes it.
# Packages that this key has signed in FOLDER stay. Others come as PACKAGE, also those
# of Debian that a box without a network lacks: what somebody else put on the stick is
# not signed. FOLDER/answerbox.gpg is the public key for the boxes.
set -euo pipefail

fail() {
  echo "$0: $*" >&2
  exit 1
}

[[ $# -ge 3 ]] || {
  echo "usage: $0 FOLDER KEY_FILE PACKAGE..." >&2
  exit 2
}
folder=$(realpath --canonicalize-missing "$1")
key_file=$(realpath "$2")
shift 2
for tool in apt-ftparchive gpg gpgv; do
  command -v "$tool" > /dev/null || fail "$tool is missing: run deploy/install-packages.sh cross"
done
for package in "$@"; do
  [[ -f $package && $package == *.deb ]] || fail "$package is not a package (*.deb)"
done

unfinished=$folder.unfinished
# All three are replaced or removed below.
for path in "$folder" "$folder.old" "$unfinished"; do
  [[ -e $path ]] || continue
  [[ -d $path ]] || fail "$path is not a folder"
  alien=$(find "$path" -mindepth 1 ! \( -type f -regex '.*/\([^/]*\.deb\|Packages\|Packages\.xz\|Release\|Release\.gpg\|InRelease\|answerbox\.gpg\)' \) -print -quit)
  [[ -z $alien ]] || fail "$alien is not of a repository: name another folder, or move it away"
done

GNUPGHOME=$(mktemp -d)
export GNUPGHOME
# An end between the two renames leaves only the old one.
take_back() {
  if [[ ! -e $folder && -e $folder.old ]]; then mv "$folder.old" "$folder"; fi
}
clean_up() {
  take_back
  gpgconf --kill all
  rm -rf "$GNUPGHOME" "$unfinished"
}
trap clean_up EXIT
take_back

gpg --batch --quiet --import "$key_file" || fail "cannot read the key in $key_file"
key=$(gpg --batch --list-secret-keys --with-colons | awk -F: '$1 == "fpr" { print $10; exit }')
[[ -n $key ]] || fail "$key_file has no secret key, which signs"
gpg --quiet --export "$key" > "$GNUPGHOME/answerbox.gpg"

# Fails if $unfinished has a package that is not in the list which the key has signed.
check_kept() {
  gpgv --quiet --keyring "$GNUPGHOME/answerbox.gpg" --output "$GNUPGHOME/Release" \
    "$folder/InRelease" 2> "$GNUPGHOME/log" ||
    fail "this key has not signed the packages in $folder: name each that you trust, or another folder: $(cat "$GNUPGHOME/log")"
  cp "$folder/Packages" "$GNUPGHOME"
  awk '/^[^ ]/ { list = $1 } list == "SHA256:" && $3 == "Packages" { print $1 "  Packages" }' \
    "$GNUPGHOME/Release" | (cd "$GNUPGHOME" && sha256sum --check --status) ||
    fail "$folder/Packages is not the list that this key has signed"
  for kept in *.deb; do
    grep -qx "SHA256: $(sha256sum < "$kept" | cut -d ' ' -f 1)" "$GNUPGHOME/Packages" ||
      fail "this key has not signed $folder/$kept: remove it, or name it if you trust it"
  done
}

rm -rf "$unfinished"
mkdir -p "$unfinished"
named=()
for package in "$@"; do named+=(! -name "$(basename "$package")"); done
if [[ -d $folder ]]; then
  find "$folder" -name '*.deb' "${named[@]}" -exec cp -t "$unfinished" {} +
fi
(cd "$unfinished" && if compgen -G '*.deb' > /dev/null; then check_kept; fi)
cp -t "$unfinished" "$@"
cd "$unfinished"
apt-ftparchive packages . > Packages
xz --keep Packages
# It must not find itself half written.
release=$(apt-ftparchive -o APT::FTPArchive::Release::Origin=Answerbox release .)
echo "$release" > Release
gpg --quiet --local-user "$key" --clearsign --output InRelease Release
gpg --quiet --local-user "$key" --armor --detach-sign --output Release.gpg Release
cp "$GNUPGHOME/answerbox.gpg" .
# Read by everybody, whatever the umask is: apt gives up root's rights.
chmod -R u=rwX,go=rX "$unfinished"
sync

cd "$(dirname "$folder")"
rm -rf "$folder.old"
if [[ -d $folder ]]; then mv "$folder" "$folder.old"; fi
mv "$unfinished" "$folder"
sync
rm -rf "$folder.old"
echo "$folder is signed by $key"
