#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "daemon/error.h"
#include "engine/text/document_text.h"

namespace answerbox::daemon {

class CollectionStore;
class UploadSpool;

// A block as a client gives it. Its parent is named by its number in the
// document, from 0; block.parent_distance is not used.
struct NumberedBlock {
  engine::TextBlock block;
  std::optional<std::uint32_t> parent;
};

// A document that a client sends in parts, before it is committed. It is
// dropped when destroyed before that. Used by one thread at a time.
class Upload {
 public:
  Upload(Upload&&) noexcept;
  Upload& operator=(Upload&&) noexcept;
  ~Upload();

  // Appends text and marks. A character may continue in the next part. Marks
  // are sorted, count from the document's start, and come after those already
  // given. So do blocks; those that are a title or a heading are the document's
  // headings, and no others may be given.
  // Errors: kRejected (too_large, bad_marks, bad_blocks), kLimit, kStorage.
  // After an error, committing the upload fails with the same error.
  [[nodiscard]] Result<void> Append(
      std::string_view text, std::span<const engine::PageMark> pages,
      std::span<const engine::HeadingMark> headings,
      std::span<const NumberedBlock> blocks = {});

  [[nodiscard]] std::uint64_t bytes() const noexcept;
  [[nodiscard]] const std::string& name() const noexcept;

 private:
  friend class CollectionStore;
  friend class StagedChange;
  explicit Upload(std::unique_ptr<UploadSpool> spool);
  std::unique_ptr<UploadSpool> spool_;
};

}  // namespace answerbox::daemon
