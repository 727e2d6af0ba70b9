#include "daemon/collections/spooled_text.h"

#include <span>
#include <utility>

#include "platform/file/directory.h"

namespace answerbox::daemon {
namespace {

std::span<const std::byte> Bytes(std::string_view text) {
  return std::as_bytes(std::span(text));
}

}  // namespace

SpooledText::SpooledText(std::filesystem::path path,
                         std::shared_ptr<HeldBytes> budget)
    : path_(std::move(path)), budget_(std::move(budget)) {}

SpooledText::~SpooledText() {
  budget_->Return(held_.size());
  // What stays is removed when the store is opened next.
  if (file_) static_cast<void>(platform::RemoveFile(path_));
}

platform::Result<void> SpooledText::Append(std::string_view part) {
  bytes_ += part.size();
  if (!file_ && bytes_ <= kMaxHeldTextBytes && budget_->Take(part.size())) {
    held_ += part;
    return {};
  }
  if (!file_) {
    if (auto moved = MoveToFile(); !moved) return moved;
  }
  return file_->Append(Bytes(part));
}

platform::Result<void> SpooledText::MoveToFile() {
  // Parts are large: a buffer for each upload would cost more than it saves.
  auto file = platform::FileWriter::Create(path_, 0);
  if (!file) return file.error();
  file_ = std::move(*file);
  auto appended = file_->Append(Bytes(held_));
  budget_->Return(held_.size());
  held_ = std::string();
  return appended;
}

platform::Result<std::string_view> SpooledText::Read() {
  if (!file_) return std::string_view(held_);
  auto mapping = platform::MappedFile::Open(path_);
  if (!mapping) return mapping.error();
  mapping_ = std::move(*mapping);
  const auto bytes = mapping_.bytes();
  return std::string_view(reinterpret_cast<const char*>(bytes.data()),
                          bytes.size());
}

}  // namespace answerbox::daemon
