#include "daemon/collections/changes/staged_change.h"

#include <utility>

#include "daemon/collections/changes/document_check.h"
#include "daemon/collections/changes/upload_spool.h"
#include "daemon/collections/files/errors.h"

namespace answerbox::daemon {
namespace {

Error NoRoomForSteps() {
  return LimitError(
      "Staged changes and documents on their way in hold all the memory that "
      "they may (held_upload_bytes): commit this change and begin another, or "
      "raise the option.");
}

}  // namespace

Result<StagedChange::Staged> StagedChange::Add(
    Upload upload, std::optional<engine::Sha256> sha256) {
  UploadSpool& spool = *upload.spool_;
  if (auto room = CheckRoom(spool.bytes()); !room) return room.error();
  Staged staged;
  {
    const auto document = spool.Read();
    if (!document) return document.error();
    const auto checked = CheckDocument(*document, sha256);
    if (!checked) return checked.error();
    staged = {document->text.size(), *checked,
              static_cast<std::uint32_t>(document->pages.size()),
              static_cast<std::uint32_t>(document->blocks.size())};
  }
  const std::size_t memory = StagedSteps::AdditionBytes(
      spool.name().size(), spool.path().native().size());
  if (!steps_.TakeRoom(memory)) return NoRoomForSteps();
  auto stowed = spool.Stow();
  if (!stowed) {
    steps_.ReturnRoom(memory);
    return stowed.error();
  }
  steps_.Add(StagedAddition{*std::move(stowed), staged.sha256});
  bytes_ += staged.bytes;
  return staged;
}

Result<void> StagedChange::Remove(std::string_view name) {
  if (auto room = CheckRoom(0); !room) return room;
  if (!steps_.TakeRoom(StagedSteps::RemovalBytes(name.size()))) {
    return NoRoomForSteps();
  }
  steps_.Add(std::string(name));
  return {};
}

Result<void> StagedChange::CheckRoom(std::uint64_t bytes) const {
  if (steps_.size() >= kMaxStagedDocuments) {
    return LimitError("A change has at most " +
                      std::to_string(kMaxStagedDocuments) +
                      " documents: commit it, and begin another.");
  }
  if (bytes > kMaxStagedBytes - bytes_) {
    return LimitError("The documents of a change have at most " +
                      std::to_string(kMaxStagedBytes >> 20) +
                      " MiB of text: commit it, and begin another.");
  }
  return {};
}

}  // namespace answerbox::daemon
