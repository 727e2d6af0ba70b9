// A document on its way into a collection.
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

// A document on its way in, kept in a spool file. Dropped when destroyed before
// it is committed. Used by one thread at a time.
class Upload {
 public:
  Upload(Upload&&) noexcept;
  Upload& operator=(Upload&&) noexcept;
  ~Upload();

  // Appends text (a character may continue in the next part) and marks (sorted,
  // counted from the document's start, after those already given).
  // Errors: kRejected (too_large, bad_marks), kLimit, kStorage; committing it
  // then fails with the same.
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
