// Documents on their way to the writing thread, and the check that one may
// enter the index.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "daemon/collections/changes/spooled_text.h"
#include "daemon/error.h"
#include "engine/text/content_id.h"
#include "engine/text/document_text.h"

namespace answerbox::daemon {

class DocumentSource {
 public:
  virtual ~DocumentSource() = default;

  [[nodiscard]] virtual const std::string& name() const noexcept = 0;

  // Returns the document, before CheckDocument. Valid while this object lives.
  // Errors: those of the upload; kStorage if a file can't be read, or if it was
  // changed while the document waited in it.
  [[nodiscard]] virtual Result<engine::DocumentText> Read() = 0;

  // Returns the file of the document's page pictures, before CheckPictures;
  // empty: none. Valid and wrong as what Read returns.
  [[nodiscard]] virtual Result<std::string_view> ReadPictures() = 0;
};

// Returns an attachment with an account's bytes; nothing for empty bytes.
[[nodiscard]] std::optional<engine::Attachment> AccountAttachment(
    std::string_view bytes);
// Returns a view of the attachment.
[[nodiscard]] std::span<const engine::Attachment> AsSpan(
    const std::optional<engine::Attachment>& attachment);

// A document that waits in a file until its staged change is committed. A
// change may have 10,000 of them, so each holds little memory.
class StowedDocument final : public DocumentSource {
 public:
  // Bytes or counts of the file's parts, in their order: the text, the marks as
  // in memory, and the account of the words (0: none).
  struct Sizes {
    std::uint32_t text_bytes = 0;
    std::uint32_t pages = 0;
    std::uint32_t headings = 0;
    std::uint32_t blocks = 0;
    std::uint32_t account_bytes = 0;
  };

  //   sha256    of the text, which was checked
  //   pictures  of its pages; null: none
  StowedDocument(std::string name, StowedText content, Sizes sizes,
                 const engine::Sha256& sha256,
                 std::unique_ptr<StowedText> pictures = nullptr)
      : name_(std::move(name)),
        content_(std::move(content)),
        sizes_(sizes),
        sha256_(sha256),
        pictures_(std::move(pictures)) {}

  [[nodiscard]] const std::string& name() const noexcept override {
    return name_;
  }
  [[nodiscard]] const engine::Sha256& sha256() const noexcept {
    return sha256_;
  }

  // Marks take memory outside of the budget. This is bounded, as the writing
  // thread reads one document at a time.
  [[nodiscard]] Result<engine::DocumentText> Read() override;
  [[nodiscard]] Result<std::string_view> ReadPictures() override {
    return pictures_ ? pictures_->Read() : std::string_view();
  }

 private:
  struct Marks {
    std::vector<engine::PageMark> pages;
    std::vector<engine::HeadingMark> headings;
    std::vector<engine::TextBlock> blocks;
    std::optional<engine::Attachment> account;
  };

  std::string name_;
  StowedText content_;
  Sizes sizes_;
  engine::Sha256 sha256_;
  std::unique_ptr<StowedText> pictures_;
  std::unique_ptr<Marks> marks_;  // What Read has read.
};

// Checks what DocumentText demands, except that marks are sorted and disjoint:
// the upload has checked that. Returns the SHA-256 of the text.
// Errors: kRejected (invalid_utf8, binary, empty, bad_marks, bad_blocks,
// sha256_mismatch), with an offset if the fault has a place. Allocates only
// error messages.
[[nodiscard]] Result<engine::Sha256> CheckDocument(
    const engine::DocumentText& document,
    const std::optional<engine::Sha256>& expected);

}  // namespace answerbox::daemon
