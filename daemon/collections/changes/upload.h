// A document that a client sends in parts. Checks each part as far as it can be
// checked alone.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "daemon/collections/changes/document_source.h"
#include "daemon/collections/changes/spooled_text.h"
#include "daemon/error.h"
#include "engine/text/document_text.h"
#include "protocol/account/word_account.h"

namespace answerbox::daemon {

// A block as a client sends it. Its parent is named by its number in the
// document, from 0; block.parent_distance is not used.
struct NumberedBlock {
  engine::TextBlock block;
  std::optional<std::uint32_t> parent;
};

// Destroying it before it is committed drops it. Used by one thread at a time.
// CollectionStore::Begin makes one.
class Upload final : public DocumentSource {
 public:
  //   max_picture_bytes  of the file of page pictures
  Upload(std::string collection, std::string name, std::filesystem::path path,
         std::shared_ptr<HeldBytes> budget,
         std::uint64_t max_picture_bytes = 0);
  Upload(Upload&&) noexcept = default;
  Upload& operator=(Upload&&) = delete;
  ~Upload() override;

  // Appends text and marks. A character may continue in the next part. Marks
  // are sorted, count from the document's start, and come after those already
  // given. The same holds for blocks. Blocks that are a title or a heading are
  // the document's headings, so no other headings may be given then.
  // Errors: kRejected (too_large, bad_marks, bad_blocks), kLimit, kStorage.
  // After an error, Append, Read and Stow return the same error again, and so
  // does committing the upload.
  [[nodiscard]] Result<void> Append(
      std::string_view text, std::span<const engine::PageMark> pages,
      std::span<const engine::HeadingMark> headings,
      std::span<const NumberedBlock> blocks = {});

  // Sets the account of the document's words, and replaces an earlier one. The
  // caller has checked its bounds. Errors: kLimit (no room in the budget).
  [[nodiscard]] Result<void> SetAccount(const protocol::WordAccount& account);

  // Appends to the file of page pictures. Its content is checked when the
  // document is committed or staged. Errors: kLimit, kStorage. After one,
  // each further call returns it again, as Append does.
  [[nodiscard]] Result<void> AppendPictures(std::string_view bytes);

  // Lets Commit refuse it if the collection was removed since now.
  //   is_removed  Catalog::MarkRemovalOf
  void BindTo(std::shared_ptr<const bool> is_removed) {
    is_removed_ = std::move(is_removed);
  }
  [[nodiscard]] std::shared_ptr<const bool> is_removed() const {
    return is_removed_;
  }

  // Moves text and marks to a file, where they wait for a staged change.
  // Afterwards this object may only be destroyed. Errors: kStorage.
  //   sha256  of the text
  [[nodiscard]] Result<std::unique_ptr<StowedDocument>> Stow(
      const engine::Sha256& sha256);

  [[nodiscard]] Result<engine::DocumentText> Read() override;
  [[nodiscard]] Result<std::string_view> ReadPictures() override;

  // The size of the file of page pictures; 0 without one.
  [[nodiscard]] std::uint64_t picture_bytes() const noexcept {
    return pictures_ ? pictures_->bytes() : 0;
  }
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
  [[nodiscard]] Result<void> SpoolPictures(std::string_view bytes);
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
  std::shared_ptr<const bool> is_removed_;
  std::shared_ptr<HeldBytes> budget_;  // Null if this was moved from.
  SpooledText text_;
  // The budget counts their capacity.
  std::vector<engine::PageMark> pages_;
  std::vector<engine::HeadingMark> headings_;
  std::vector<engine::TextBlock> blocks_;
  std::string account_;  // Its bytes; empty: none. The budget counts its size.
  std::optional<engine::Attachment> attachment_;  // Views account_.
  std::uint64_t max_picture_bytes_;
  std::optional<SpooledText> pictures_;  // Nothing: none were sent.
  std::optional<Error> error_;
};

}  // namespace answerbox::daemon
