#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string_view>

#include "daemon/error.h"
#include "engine/text/document_text.h"

namespace answerbox::daemon {

class CollectionStore;
class UploadSpool;

// A document that a client sends in parts, before it is committed. It is
// dropped when destroyed before that. Used by one thread at a time.
class Upload {
 public:
  Upload(Upload&&) noexcept;
  Upload& operator=(Upload&&) noexcept;
  ~Upload();

  // Appends text and marks. A character may continue in the next part. Marks
  // are sorted, count from the document's start, and come after those already
  // given.
  // Errors: kRejected (too_large, bad_marks), kLimit, kStorage. After an error,
  // committing the upload fails with the same error.
  [[nodiscard]] Result<void> Append(
      std::string_view text, std::span<const engine::PageMark> pages,
      std::span<const engine::HeadingMark> headings);

  [[nodiscard]] std::uint64_t bytes() const noexcept;

 private:
  friend class CollectionStore;
  explicit Upload(std::unique_ptr<UploadSpool> spool);
  std::unique_ptr<UploadSpool> spool_;
};

}  // namespace answerbox::daemon
