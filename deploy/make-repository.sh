#!/usr/bin/env bash
# Makes a folder with packages a repository that apt reads, from a stick or a web
# server, and signs it.
#
#   deploy/make-repository.sh FOLDER KEY_FILE PACKAGE...
#
# KEY_FILE has your own secret OpenPGP key, as `gpg --export-secret-keys` writes it.
# Packages that are in FOLDER stay: earlier ones, and those of Debian that a box
# without a network lacks. FOLDER/answerbox.gpg is the public key for the boxes.
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
for tool in apt-ftparchive gpg; do
  command -v "$tool" > /dev/null || fail "$tool is missing: run deploy/install-packages.sh cross"
done

unfinished=$folder.unfinished
GNUPGHOME=$(mktemp -d)
export GNUPGHOME
clean_up() {
  gpgconf --kill all
  rm -rf "$GNUPGHOME" "$unfinished"
}
trap clean_up EXIT

gpg --batch --quiet --import "$key_file" || fail "cannot read the key in $key_file"
key=$(gpg --batch --list-secret-keys --with-colons | awk -F: '$1 == "fpr" { print $10; exit }')
[[ -n $key ]] || fail "$key_file has no secret key, which signs"

rm -rf "$unfinished"
mkdir -p "$unfinished"
if [[ -d $folder ]]; then find "$folder" -maxdepth 1 -name '*.deb' -exec cp {} "$unfinished" \;; fi
cp "$@" "$unfinished"
cd "$unfinished"
apt-ftparchive packages . > Packages
xz --keep Packages
# It must not find itself half written.
release=$(apt-ftparchive -o APT::FTPArchive::Release::Origin=Answerbox release .)
echo "$release" > Release
gpg --quiet --local-user "$key" --clearsign --output InRelease Release
gpg --quiet --local-user "$key" --armor --detach-sign --output Release.gpg Release
gpg --quiet --export "$key" > answerbox.gpg
sync

cd "$(dirname "$folder")"
# Read by everybody, whatever the umask is: apt gives up root's rights.
chmod -R u=rwX,go=rX "$unfinished"
rm -rf "$folder.old"
if [[ -d $folder ]]; then mv "$folder" "$folder.old"; fi
mv "$unfinished" "$folder"
rm -rf "$folder.old"
