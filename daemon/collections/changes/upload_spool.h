// The content of an Upload: the parts of one document, with the checks that can
// be made part by part.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "daemon/collections/changes/held_bytes.h"
#include "daemon/collections/changes/spooled_text.h"
#include "daemon/collections/changes/upload.h"
#include "daemon/error.h"
#include "engine/text/document_text.h"

namespace answerbox::daemon {

class UploadSpool {
 public:
  UploadSpool(std::string collection, std::string name,
              std::filesystem::path path, std::shared_ptr<HeldBytes> budget);
  UploadSpool(const UploadSpool&) = delete;
  UploadSpool& operator=(const UploadSpool&) = delete;
  ~UploadSpool();

  // As Upload::Append. After an error Read and Append give that error again.
  [[nodiscard]] Result<void> Append(
      std::string_view text, std::span<const engine::PageMark> pages,
      std::span<const engine::HeadingMark> headings,
      std::span<const NumberedBlock> blocks = {});

  // Moves text and marks to a file, where they wait for a staged change, and
  // holds neither memory nor a descriptor until they are read. Nothing may be
  // appended afterwards. Errors: kStorage.
  [[nodiscard]] Result<void> Stow();

  // The document, before CheckDocument. Valid while this object lives. Marks
  // that were stowed take memory beside the budget: the writing thread reads
  // one document at a time. Errors: kStorage, also when the file in which it
  // waited is not as it was written.
  [[nodiscard]] Result<engine::DocumentText> Read();

  [[nodiscard]] std::uint64_t bytes() const noexcept {
    return stowed_ ? stowed_->text_bytes : text_.bytes();
  }
  [[nodiscard]] const std::string& collection() const noexcept {
    return collection_;
  }
  [[nodiscard]] const std::string& name() const noexcept { return name_; }

 private:
  [[nodiscard]] Result<engine::DocumentText> ReadStowed();
  void FreeMarks() noexcept;
  [[nodiscard]] Result<void> AppendAll(
      std::string_view text, std::span<const engine::PageMark> pages,
      std::span<const engine::HeadingMark> headings,
      std::span<const NumberedBlock> blocks);
  [[nodiscard]] Result<void> AppendPages(
      std::span<const engine::PageMark> pages);
  [[nodiscard]] Result<void> AppendHeadings(
      std::span<const engine::HeadingMark> headings);
  [[nodiscard]] Result<void> AppendBlocks(
      std::span<const NumberedBlock> blocks);

  std::string collection_;
  std::string name_;
  std::shared_ptr<HeldBytes> budget_;
  SpooledText text_;
  // The budget counts their capacity.
  std::vector<engine::PageMark> pages_;
  std::vector<engine::HeadingMark> headings_;
  std::vector<engine::TextBlock> blocks_;
  bool is_counted_ = true;  // False: they were read back.
  // How much of each the file of text_ holds, one after the other.
  struct Stowed {
    std::size_t text_bytes = 0;
    std::size_t pages = 0;
    std::size_t headings = 0;
    std::size_t blocks = 0;
  };
  std::optional<Stowed> stowed_;
  std::optional<Error> error_;
};

}  // namespace answerbox::daemon
