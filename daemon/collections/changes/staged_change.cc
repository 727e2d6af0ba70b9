#include "daemon/collections/changes/staged_change.h"

#include <algorithm>

#include "daemon/collections/files/errors.h"
#include "daemon/collections/files/page_files.h"

namespace answerbox::daemon {
namespace {

// The most memory that one step of each kind takes, including what the heap
// adds: it rounds a block up to 16 bytes and stores its size. A string ends
// with a zero byte.
constexpr std::size_t kBesideBytes = 24;
constexpr std::size_t kNodeBytes =
    sizeof(StagedStep) + 2 * sizeof(void*) + kBesideBytes;

std::size_t PicturesBytes(const Upload& upload) {
  if (upload.picture_bytes() == 0) return 0;
  constexpr std::size_t kLongerName = 8;  // ".pages.upload" for ".upload".
  return sizeof(StowedText) + upload.path().native().size() + kLongerName +
         2 * kBesideBytes;
}

std::size_t AdditionBytes(const Upload& upload) {
  return kNodeBytes + (sizeof(StowedDocument) + kBesideBytes) +
         (upload.name().size() + kBesideBytes) +
         (upload.path().native().size() + kBesideBytes) + PicturesBytes(upload);
}

std::size_t RemovalBytes(std::string_view name) {
  return kNodeBytes + name.size() + kBesideBytes;
}

}  // namespace

Result<StagedChange::Staged> StagedChange::Add(
    Upload upload, std::optional<engine::Sha256> sha256) {
  const std::uint64_t bytes = upload.bytes() + upload.picture_bytes();
  if (auto room = CheckRoom(bytes); !room) return room.error();
  Staged staged;
  {
    const auto document = upload.Read();
    if (!document) return document.error();
    // The document is checked now, while its sender can still correct it.
    // Whether the index has room is known only at the commit.
    const auto checked = CheckDocument(*document, sha256);
    if (!checked) return checked.error();
    const auto pictures = upload.ReadPictures();
    if (!pictures) return pictures.error();
    const auto drawn = CheckPictures(*pictures, document->text.size());
    if (!drawn) return drawn.error();
    staged = {document->text.size(), *checked,
              static_cast<std::uint32_t>(document->pages.size()),
              static_cast<std::uint32_t>(document->blocks.size())};
  }
  const std::size_t memory = AdditionBytes(upload);
  // The memory is taken before the file is given away: staged steps must never
  // have more memory than the budget knows.
  if (auto taken = Take(memory); !taken) return taken.error();
  auto stowed = upload.Stow(staged.sha256);
  if (!stowed) {
    budget_->Return(memory);
    taken_ -= memory;
    return stowed.error();
  }
  steps_.emplace_back(*std::move(stowed));
  waiting_bytes_ += bytes;
  return staged;
}

Result<void> StagedChange::Remove(std::string_view name) {
  if (auto room = CheckRoom(0); !room) return room;
  if (auto taken = Take(RemovalBytes(name)); !taken) return taken;
  steps_.emplace_back(std::string(name));
  return {};
}

void StagedChange::Clear() noexcept {
  steps_.clear();
  if (taken_ != 0) budget_->Return(std::exchange(taken_, 0));
}

Result<void> StagedChange::Take(std::size_t bytes) {
  if (!budget_->Take(bytes)) {
    return LimitError(
        "Staged changes and documents on their way in hold all the memory that "
        "they may (held_upload_bytes): commit this change and begin another, "
        "or raise the option.");
  }
  taken_ += bytes;
  return {};
}

Result<void> StagedChange::CheckRoom(std::uint64_t bytes) const {
  if (steps_.size() >= kMaxStagedDocuments) {
    return LimitError("A change has at most " +
                      std::to_string(kMaxStagedDocuments) +
                      " documents: commit it, and begin another.");
  }
  if (bytes > kMaxStagedBytes - std::min(waiting_bytes_, kMaxStagedBytes)) {
    return LimitError(
        "The documents of a change have at most " +
        std::to_string(kMaxStagedBytes >> 20) +
        " MiB of text and page pictures: commit it, and begin another.");
  }
  return {};
}

}  // namespace answerbox::daemon
