#include "daemon/collections/packs/received_pack.h"

#include <unistd.h>

#include <cerrno>
#include <span>
#include <utility>

#include "daemon/collections/files/errors.h"
#include "daemon/collections/files/stored_segment.h"
#include "engine/index/format/segment_footer.h"
#include "engine/words/synonym_file.h"
#include "platform/file/directory.h"
#include "platform/file/mapped_file.h"

namespace answerbox::daemon {
namespace {

Error Unusable(std::string message) {
  return Rejected("unusable_pack", std::move(message));
}

Error NoRoomForPack(const std::filesystem::path& folder, std::uint64_t needed,
                    std::uint64_t available) {
  return {.kind = ErrorKind::kStorage,
          .message = "The pack needs " + std::to_string(needed >> 10) +
                     " KiB of the disk of " + folder.string() + ", and " +
                     std::to_string(available >> 10) +
                     " KiB are left: make room and try again.",
          .subject = folder.string()};
}

}  // namespace

ReceivedPack::ReceivedPack(std::string collection, std::filesystem::path folder,
                           std::vector<PublicKey> keys, std::uint64_t max_bytes,
                           std::function<std::uint64_t()> next_number,
                           std::shared_ptr<void> turn)
    : collection_(std::move(collection)),
      folder_(std::move(folder)),
      keys_(std::move(keys)),
      max_bytes_(max_bytes),
      next_number_(std::move(next_number)),
      turn_(std::move(turn)),
      reader_(*this) {}

ReceivedPack::~ReceivedPack() {
  // If this fails, the next opening of the store removes it.
  static_cast<void>(platform::RemoveTree(folder_));
}

Result<void> ReceivedPack::Append(std::string_view bytes) {
  return reader_.Take(bytes);
}

Result<void> ReceivedPack::OnSeal(const PackSeal& seal) {
  const PackHeader& header = seal.header;
  PackMark mark{header.name, header.version, {}, seal.sha256()};
  const auto signer = FindSigner(seal, keys_);
  if (signer) mark.key = signer->id();
  settings_.pack = std::make_shared<const PackMark>(std::move(mark));
  if (!signer) return signer.error();
  if (auto taken = TakeSettings(header); !taken) return taken;
  if (header.bytes() > max_bytes_) return TooMuchToMap(collection_);
  if (auto made = platform::MakeDirectory(folder_); !made) {
    return StorageError(made.error());
  }
  const auto available = platform::AvailableBytes(folder_);
  if (available && *available < header.bytes()) {
    return NoRoomForPack(folder_.parent_path(), header.bytes(), *available);
  }
  return {};
}

Result<void> ReceivedPack::TakeSettings(const PackHeader& header) {
  if (header.format > engine::kFormatVersion) {
    return Unusable("Program " + header.program +
                    " made the pack with a newer format of segments: update "
                    "answerbox first.");
  }
  settings_.theta = header.theta;
  settings_.profile =
      header.is_paper ? engine::Profile::kPaper : engine::Profile::kDefault;
  settings_.chunking = {header.window, header.overlap};
  if (!engine::IsValid(settings_.chunking) ||
      (header.is_paper && header.parts.back().kind != PackPartKind::kSegment)) {
    return Unusable(
        "The pack's window, overlap, synonyms or exam are none that a "
        "collection can have: build it again.");
  }
  return {};
}

Result<void> ReceivedPack::OnPart(const PackPart& part) {
  kind_ = part.kind;
  if (kind_ != PackPartKind::kSegment) {
    const std::size_t most = kind_ == PackPartKind::kSynonyms
                                 ? engine::kMaxSynonymBytes
                                 : kMaxGuardBytes;
    if (part.bytes <= most) return {};
    return Unusable("The synonyms or the exam of the pack are longer than " +
                    std::to_string(most >> 10) + " KiB.");
  }
  numbers_.push_back(next_number_());
  files_.push_back(SegmentFileName(numbers_.back()));
  auto file = platform::FileWriter::Create(folder_ / files_.back());
  if (!file) return StorageError(file.error());
  file_.emplace(*std::move(file));
  return {};
}

Result<void> ReceivedPack::OnBytes(std::string_view bytes) {
  if (kind_ != PackPartKind::kSegment) {
    text_ += bytes;
    return {};
  }
  auto written = file_->Append(std::as_bytes(std::span(bytes)));
  if (!written) return StorageError(written.error());
  return {};
}

Result<void> ReceivedPack::OnPartEnd() {
  if (kind_ != PackPartKind::kSegment) return TakeText();
  if (auto synced = file_->Sync(); !synced) {
    return StorageError(synced.error());
  }
  file_.reset();
  return {};
}

Result<void> ReceivedPack::TakeText() {
  const std::uint64_t number = next_number_();
  std::string text = std::exchange(text_, {});
  if (kind_ == PackPartKind::kExam) {
    auto stored = StoreGuard(folder_, number, std::move(text));
    if (!stored) return stored.error();
    settings_.guard = *std::move(stored);
    files_.push_back(settings_.guard->entry.file_name());
    return {};
  }
  auto synonyms = ReadSynonyms(text);
  if (!synonyms) return Unusable(synonyms.error().message);
  auto stored = StoreSynonyms(folder_, number, *std::move(synonyms));
  if (!stored) return stored.error();
  settings_.synonyms = *std::move(stored);
  files_.push_back(settings_.synonyms->entry.file_name());
  return {};
}

Result<void> ReceivedPack::Open() {
  if (auto finished = reader_.Finish(); !finished) return finished;
  for (const std::uint64_t number : numbers_) {
    auto stored = OpenStoredSegment(folder_, number);
    if (!stored) return stored.error();
    // What its maker signed is not always what a segment should be.
    if (auto sound = VerifyOnDisk(folder_, **stored); !sound) {
      return InFolder(folder_, sound.error());
    }
    const engine::SegmentReader& reader = (*stored)->reader;
    if (reader.profile() != settings_.profile ||
        !(reader.chunking() == settings_.chunking)) {
      return Unusable(
          "A segment of the pack has another profile or other chunks than the "
          "pack says: build it again.");
    }
    segments_.push_back(
        {*std::move(stored), engine::DocumentSet(reader.counts().documents)});
  }
  return {};
}

std::uint64_t ReceivedPack::bytes() const noexcept {
  return reader_.seal()->header.bytes();
}

std::uint64_t ReceivedPack::documents() const noexcept {
  std::uint64_t sum = 0;
  for (const auto& segment : segments_) sum += segment.live_documents();
  return sum;
}

Result<void> ReceivedPack::MoveTo(const std::filesystem::path& folder) {
  for (auto file = files_.begin(); file != files_.end(); ++file) {
    auto renamed = platform::Rename(folder_ / *file, folder / *file);
    if (renamed) continue;
    for (auto moved = files_.begin(); moved != file; ++moved) {
      static_cast<void>(platform::RemoveFile(folder / *moved));
    }
    return StorageError(renamed.error());
  }
  return {};
}

namespace {

constexpr std::size_t kMaxKeyFileBytes = 4096;

Error NotTrusted(std::string message) {
  return Rejected("untrusted_pack", std::move(message));
}

// Whoever may write here decides what the box answers.
Result<void> CheckOwner(const std::filesystem::path& path) {
  const auto access = platform::AccessTo(path);
  if (!access) return StorageError(access.error());
  if ((access->owner == 0 || access->owner == ::geteuid()) &&
      !access->others_may_write) {
    return {};
  }
  return NotTrusted(
      "Others than root and the daemon may write to " + path.string() +
      ", so no pack is trusted: run `chown root " + path.string() +
      "` and `chmod go-w " + path.string() + "`.");
}

Result<PublicKey> ReadKey(const std::filesystem::path& path) {
  if (auto owned = CheckOwner(path); !owned) return owned.error();
  const auto file = platform::MappedFile::Open(path);
  if (!file) return StorageError(file.error());
  auto key = PublicKey::Parse(file->text().substr(0, kMaxKeyFileBytes));
  if (key) return key;
  return Error{.kind = ErrorKind::kCorrupt,
               .message = path.string() + ": " + key.error().message +
                          ": put the public key there, or remove the file.",
               .subject = path.string()};
}

}  // namespace

Result<std::vector<PublicKey>> ReadTrustedKeys(
    const std::filesystem::path& folder) {
  std::vector<PublicKey> keys;
  const auto names = platform::ListDirectory(folder);
  if (!names && names.error().code.value() != ENOENT) {
    return StorageError(names.error());
  }
  if (names) {
    if (auto owned = CheckOwner(folder); !owned) return owned.error();
    for (const std::string& name : *names) {
      if (!name.ends_with(".pub")) continue;
      auto key = ReadKey(folder / name);
      if (!key) return key.error();
      if (keys.size() == kMaxTrustedKeys) {
        return NotTrusted("There are more than " +
                          std::to_string(kMaxTrustedKeys) + " keys in " +
                          folder.string() + ": remove some.");
      }
      keys.push_back(*std::move(key));
    }
  }
  if (!keys.empty()) return keys;
  return NotTrusted(
      "No pack is trusted here yet: root puts the public key of "
      "its maker into " +
      (folder / "NAME.pub").string() + ".");
}

Result<void> CheckTrusted(const PackMark& pack,
                          const std::filesystem::path& folder) {
  if (const auto names = platform::ListDirectory(folder)) {
    if (auto owned = CheckOwner(folder); !owned) return owned;
    // Other keys that can't be read forbid nothing.
    for (const std::string& name : *names) {
      if (!name.ends_with(".pub")) continue;
      const auto key = ReadKey(folder / name);
      if (key && key->id() == pack.key) return {};
    }
  }
  return NotTrusted("The pack " + pack.name + ' ' + pack.version +
                    " is signed by key " + pack.key +
                    ", which is not trusted any more: put the public key back "
                    "into " +
                    folder.string() + ", or install a newer pack.");
}

}  // namespace answerbox::daemon
