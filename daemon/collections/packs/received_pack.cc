#include "daemon/collections/packs/received_pack.h"

#include <algorithm>
#include <span>
#include <utility>

#include "daemon/collections/files/errors.h"
#include "daemon/collections/files/segment_verification.h"
#include "daemon/collections/files/stored_segment.h"
#include "engine/index/format/segment_footer.h"
#include "engine/words/synonym_file.h"
#include "platform/file/directory.h"

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

}  // namespace answerbox::daemon
