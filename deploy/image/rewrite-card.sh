#!/usr/bin/env bash
# Writes the programs of a new image onto a card that make-image.sh has made, and
# leaves its state alone: documents, settings, users and keys stay.
#
#   sudo deploy/image/rewrite-card.sh FILE.img CARD
#
# CARD is the whole card in this computer, such as /dev/sdb (lsblk lists it), or an
# image. After a power cut, run it again. What the card waits to be set up from stays,
# and that of the image is left out. It needs fdisk, mtools and e2fsprogs.
set -euo pipefail
PATH=$PATH:/usr/sbin:/sbin

fail() {
  echo "rewrite-card.sh: $*" >&2
  exit 1
}

if [[ $# -ne 2 ]]; then
  sed -n '2,/^set /s/^# \{0,1\}//p' "$0" >&2
  exit 2
fi
image=$1
card=$(realpath "$2")
[[ -r $image ]] || fail "$image can't be read"
[[ -w $card ]] || fail "$card can't be written: is it there, and are you root?"
if [[ -b $card ]]; then
  mounted=$(lsblk --noheadings --raw --output MOUNTPOINTS "$card") || fail "lsblk does not tell whether $card is mounted"
  [[ -z ${mounted//[[:space:]]/} ]] || fail "$card is mounted: umount its partitions first"
fi

# The first sectors of the partitions, and the sizes of all but the last.
places() {
  sfdisk --dump "$1" 2> /dev/null |
    sed -n 's/.*start= *\([0-9]*\), size= *\([0-9]*\).*/\1 \2/p' |
    awk 'NR < 3 { print $1, $2 } NR == 3 { print $1 }'
}

mapfile -t places < <(places "$image")
[[ ${#places[@]} -eq 3 ]] || fail "$image is no image of make-image.sh"
[[ $(stat --dereference --format %s "$image") -ge $((places[2] * 512)) ]] ||
  fail "$image is cut off: copy it again"
[[ $(places "$card") == "$(printf '%s\n' "${places[@]}")" ]] ||
  fail "$card has other partitions: write the whole image, which deletes what is on it"
label=$(blkid --probe --offset $((places[2] * 512)) --match-tag LABEL --output value "$card") || label=
[[ $label == answerbox ]] || fail "the third partition of $card is no state of a box"

# $1: an image or a card; $2: the first sector of a partition; $3: a file on it.
read_file() { debugfs -R "cat $3" "$1?offset=$(($2 * 512))" 2> /dev/null; }

# An earlier program may not be able to read the documents that are there.
kept=$(read_file "$card" "${places[2]}" /upper/var/lib/answerbox-image/version)
new=$(read_file "$image" "${places[1]% *}" /var/lib/dpkg/status |
  sed -n '/^Package: answerbox$/,/^$/s/^Version: //p')
[[ -n $new ]] || fail "$image is damaged, or has no package answerbox; nothing was changed"
if [[ -n $kept ]] && dpkg --compare-versions "$kept" gt "$new"; then
  fail "$card has documents of answerbox $kept, and $image has $new, which may not be able to read them; nothing was changed"
fi

# $1: an image or a card. Prints names of files from which a box would be set up.
firmware_at=$((${places[0]% *} * 512))
setup_files() {
  mdir -b -i "$1@@$firmware_at" ::/ | sed -n 's,^::/,,; /^answerbox-setup\./p; /\.pub\(\.done\)\?$/p'
}

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
while read -r name; do
  mcopy -i "$card@@$firmware_at" "::/$name" "$scratch/$name" < /dev/null
done < <(setup_files "$card" || true)

for number in 1 0; do
  read -r start size <<< "${places[number]}"
  dd if="$image" of="$card" bs=1M iflag=skip_bytes,count_bytes oflag=seek_bytes conv=notrunc,fsync \
    skip=$((start * 512)) seek=$((start * 512)) count=$((size * 512)) status=none
done
while read -r name; do
  mdel -i "$card@@$firmware_at" "::/$name" < /dev/null
done < <(setup_files "$card")
if compgen -G "$scratch/*" > /dev/null; then
  mcopy -i "$card@@$firmware_at" "$scratch"/* ::/
fi
sync
echo "The programs of $card are those of $image."
