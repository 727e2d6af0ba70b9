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

#include "daemon/collections/changes/document_source.h"
#include "daemon/collections/changes/held_bytes.h"
#include "daemon/collections/changes/spooled_text.h"
#include "daemon/collections/changes/upload.h"
#include "daemon/error.h"
#include "engine/text/document_text.h"

namespace answerbox::daemon {

class UploadSpool final : public DocumentSource {
 public:
  UploadSpool(std::string collection, std::string name,
              std::filesystem::path path, std::shared_ptr<HeldBytes> budget);
  UploadSpool(const UploadSpool&) = delete;
  UploadSpool& operator=(const UploadSpool&) = delete;
  ~UploadSpool() override;

  // As Upload::Append. After an error Read and Append give that error again.
  [[nodiscard]] Result<void> Append(
      std::string_view text, std::span<const engine::PageMark> pages,
      std::span<const engine::HeadingMark> headings,
      std::span<const NumberedBlock> blocks = {});

  // Moves text and marks to a file, where they wait for a staged change. This
  // object is to be destroyed then. Errors: kStorage.
  //   sha256  of the text
  [[nodiscard]] Result<std::unique_ptr<StowedDocument>> Stow(
      const engine::Sha256& sha256);

  [[nodiscard]] Result<engine::DocumentText> Read() override;

  [[nodiscard]] std::uint64_t bytes() const noexcept { return text_.bytes(); }
  [[nodiscard]] const std::filesystem::path& path() const noexcept {
    return text_.path();
  }
  [[nodiscard]] const std::string& collection() const noexcept {
    return collection_;
  }
  [[nodiscard]] const std::string& name() const noexcept override {
    return name_;
  }

 private:
  [[nodiscard]] Result<void> AppendAll(
      std::string_view text, std::span<const engine::PageMark> pages,
      std::span<const engine::HeadingMark> headings,
      std::span<const NumberedBlock> blocks);
  [[nodiscard]] Result<void> AppendPages(
      std::span<const engine::PageMark> pages);
  [[nodiscard]] Result<void> AppendHeadings(
      std::span<const engine::HeadingMark> headings);
  [[nodiscard]] Result<engine::TextBlock> NextBlock(const NumberedBlock& given);
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
  std::optional<Error> error_;
};

}  // namespace answerbox::daemon
