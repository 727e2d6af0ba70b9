#include "daemon/collections/changes/document_source.h"

#include <cstring>
#include <type_traits>

#include "daemon/collections/files/account_bytes.h"
#include "daemon/collections/files/errors.h"
#include "engine/text/text_block.h"
#include "engine/text/tokenizer.h"
#include "engine/text/utf8.h"

namespace answerbox::daemon {
namespace {

// Moves `count` marks from the front of `bytes` to a vector. Precondition:
// `bytes` holds that many.
template <typename Mark>
void TakeMarks(std::string_view& bytes, std::size_t count,
               std::vector<Mark>& marks) {
  // Only this process reads them again, so they need no format and no version.
  static_assert(std::is_trivially_copyable_v<Mark>);
  const std::size_t size = count * sizeof(Mark);
  marks.resize(count);
  if (size != 0) std::memcpy(marks.data(), bytes.data(), size);
  bytes.remove_prefix(size);
}

Error NotText(const engine::Error& error) {
  const std::string where = " at byte " + std::to_string(error.offset);
  if (error.code == engine::ErrorCode::kBinaryText) {
    return Rejected(
        "binary",
        "The document is binary data, not text: it holds U+0000" + where + ".",
        error.offset);
  }
  return Rejected("invalid_utf8",
                  "The document is not valid UTF-8" + where +
                      ": convert it to UTF-8 first.",
                  error.offset);
}

// Stops at the first word.
bool HasWord(std::string_view text) {
  constexpr std::size_t kStepBytes = 4096;
  while (!text.empty()) {
    const std::size_t step = engine::FloorToCharacter(text, kStepBytes);
    if (engine::CountWords(text.substr(0, step)) > 0) return true;
    text.remove_prefix(step);
  }
  return false;
}

bool IsBoundary(std::string_view text, std::uint32_t offset) {
  if (offset >= text.size()) return offset == text.size();
  return (static_cast<unsigned char>(text[offset]) & 0xc0u) != 0x80u;
}

Result<void> CheckMarks(const engine::DocumentText& document) {
  // Only with the whole text can marks be checked to lie within it. Their order
  // was checked part by part.
  for (const engine::PageMark& page : document.pages) {
    if (!IsBoundary(document.text, page.offset)) {
      return Rejected("bad_marks",
                      "A page begins past the end of the text or inside a "
                      "character.",
                      page.offset);
    }
  }
  for (const engine::HeadingMark& heading : document.headings) {
    if (!IsBoundary(document.text, heading.range.begin) ||
        !IsBoundary(document.text, heading.range.end)) {
      return Rejected("bad_marks",
                      "A heading reaches past the end of the text or cuts a "
                      "character.",
                      heading.range.begin);
    }
  }
  return {};
}

Error NotATree(const engine::Error& error) {
  const std::string number = std::to_string(error.offset);
  if (error.code == engine::ErrorCode::kLimitExceeded) {
    return Rejected("bad_blocks",
                    "Block " + number + " is nested deeper than " +
                        std::to_string(engine::kMaxTextBlockDepth) +
                        " blocks.");
  }
  return Rejected("bad_blocks",
                  "Block " + number + " is wrong: " + error.field + ".");
}

}  // namespace

std::optional<engine::Attachment> AccountAttachment(std::string_view bytes) {
  if (bytes.empty()) return std::nullopt;
  return engine::Attachment{engine::kWordAccountKind, kWordAccountVersion,
                            bytes};
}

std::span<const engine::Attachment> AsSpan(
    const std::optional<engine::Attachment>& attachment) {
  if (!attachment) return {};
  return {&*attachment, 1};
}

Result<engine::DocumentText> StowedDocument::Read() {
  const auto content = content_.Read();
  if (!content) return content.error();
  // The object is made when it is needed: thousands of documents may wait, and
  // one is read at a time.
  marks_ = std::make_unique<Marks>();
  std::string_view left = content->substr(sizes_.text_bytes);
  TakeMarks(left, sizes_.pages, marks_->pages);
  TakeMarks(left, sizes_.headings, marks_->headings);
  TakeMarks(left, sizes_.blocks, marks_->blocks);
  marks_->account = AccountAttachment(left.substr(0, sizes_.account_bytes));
  return engine::DocumentText{content->substr(0, sizes_.text_bytes),
                              marks_->pages, marks_->headings, marks_->blocks,
                              AsSpan(marks_->account)};
}

Result<engine::Sha256> CheckDocument(
    const engine::DocumentText& document,
    const std::optional<engine::Sha256>& expected) {
  // The checksum comes first: if the text was damaged on its way, no other
  // fault should be reported.
  const engine::Sha256 sha256 = engine::ComputeSha256(document.text);
  if (expected && *expected != sha256) {
    return Rejected("sha256_mismatch",
                    "The text that arrived is not the text that was announced: "
                    "its SHA-256 differs. Send the document again.");
  }
  if (auto valid = engine::ValidateUtf8(document.text); !valid) {
    return NotText(valid.error());
  }
  if (!HasWord(document.text)) {
    return Rejected("empty", "The document has no text in it.");
  }
  if (auto marks = CheckMarks(document); !marks) return marks.error();
  if (auto tree = engine::CheckTextBlocks(document.text, document.blocks);
      !tree) {
    return NotATree(tree.error());
  }
  return sha256;
}

}  // namespace answerbox::daemon
