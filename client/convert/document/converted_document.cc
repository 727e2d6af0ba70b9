#include "client/convert/document/converted_document.h"

#include <algorithm>
#include <cassert>
#include <string_view>
#include <utility>

#include "engine/text/text_block_check.h"
#include "engine/text/utf8.h"

namespace answerbox::client {
namespace {

constexpr std::string_view kWhiteSpace = " \t\r\n\f\v";

bool IsControl(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return (byte < 0x20 && kWhiteSpace.find(c) == std::string_view::npos &&
          byte != 0x1B) ||
         byte == 0x7F;
}

// Recognises files by their first bytes, whatever their name says.
struct Signature {
  std::string_view bytes;
  const char* what;
};
constexpr Signature kSignatures[] = {
    {"%PDF-", "this is a PDF: give it a name that ends in .pdf"},
    {"PK\x03\x04", "this is a ZIP archive or office document, not text"},
    {"\x7F"
     "ELF",
     "this is a program, not text"},
    {"\x89PNG", "this is a picture, not text"},
    {"\xFF\xD8\xFF", "this is a picture, not text"},
    {"\x1F\x8B", "this is compressed data, not text"},
    {"\xFF\xFE", "this is UTF-16 text: save it as UTF-8"},
    {"\xFE\xFF", "this is UTF-16 text: save it as UTF-8"},
};

}  // namespace

const char* ToString(RejectionReason reason) noexcept {
  switch (reason) {
    case RejectionReason::kInvalidUtf8:
      return "invalid_utf8";
    case RejectionReason::kUnsupportedCharset:
      return "unsupported_charset";
    case RejectionReason::kBinary:
      return "binary";
    case RejectionReason::kEmpty:
      return "empty";
    case RejectionReason::kTooLarge:
      return "too_large";
    case RejectionReason::kTooComplex:
      return "too_complex";
    case RejectionReason::kEncrypted:
      return "encrypted";
    case RejectionReason::kNoText:
      return "no_text";
    case RejectionReason::kDamaged:
      return "damaged";
    case RejectionReason::kNoConverter:
      return "no_converter";
    case RejectionReason::kUnreadable:
      return "unreadable";
    case RejectionReason::kNotAFile:
      return "not_a_file";
    case RejectionReason::kChanged:
      return "changed";
    case RejectionReason::kUnknownFormat:
      return "unknown_format";
    case RejectionReason::kBadName:
      return "bad_name";
    case RejectionReason::kDuplicateName:
      return "duplicate_name";
    case RejectionReason::kStopped:
      return "stopped";
    case RejectionReason::kRefusedByDaemon:
      return "refused_by_daemon";
    case RejectionReason::kAllOrNothing:
      return "all_or_nothing";
  }
  return "unknown";
}

Conversion<void> CheckText(std::string_view bytes) {
  if (bytes.empty()) {
    return Rejection{RejectionReason::kEmpty, "the file is empty"};
  }
  for (const Signature& signature : kSignatures) {
    if (bytes.starts_with(signature.bytes)) {
      return Rejection{RejectionReason::kBinary, signature.what, 0};
    }
  }
  if (const auto nul = bytes.find('\0'); nul != std::string_view::npos) {
    return Rejection{
        RejectionReason::kBinary,
        "binary data, not text: a zero byte at offset " + std::to_string(nul),
        nul};
  }
  const auto controls = std::count_if(bytes.begin(), bytes.end(), IsControl);
  if (static_cast<std::size_t>(controls) * 10 > bytes.size()) {
    return Rejection{RejectionReason::kBinary,
                     "binary data, not text: mostly control characters"};
  }
  if (const auto valid = engine::ValidateUtf8(bytes); !valid) {
    const std::uint64_t offset = valid.error().offset;
    return Rejection{RejectionReason::kInvalidUtf8,
                     "not valid UTF-8 at byte offset " +
                         std::to_string(offset) + ": save the file as UTF-8",
                     offset};
  }
  if (bytes.find_first_not_of(kWhiteSpace) == std::string_view::npos) {
    return Rejection{RejectionReason::kEmpty,
                     "the file holds nothing but white space"};
  }
  return {};
}

Conversion<ConvertedDocument> Finish(ConvertedDocument document) {
  if (document.text.find_first_not_of(kWhiteSpace) == std::string::npos) {
    return Rejection{RejectionReason::kEmpty, "the file holds no text"};
  }
  if (document.text.size() > engine::kMaxDocumentBytes) {
    return Rejection{RejectionReason::kTooLarge,
                     "more than 16 MiB of text: split it into parts"};
  }
  if (document.pages.size() > engine::kMaxPageMarks) {
    return Rejection{RejectionReason::kTooLarge,
                     "more than 65,536 pages: split it into parts"};
  }
  if (document.headings.size() > engine::kMaxHeadingMarks) {
    return Rejection{RejectionReason::kTooLarge,
                     "more than 65,536 headings: split it into parts"};
  }
  // The text is worth more than a tree that is wrong.
  if (!engine::CheckTextBlocks(document.text, document.blocks)) {
    assert(false && "a converter's blocks are no tree over its text");
    document.blocks.clear();
  }
  return document;
}

void NoteRecognized(std::vector<RecognizedPage> recognized,
                    std::filesystem::path kept_pages,
                    ConvertedDocument& document) {
  for (engine::PageMark& mark : document.pages) {
    const auto page = std::ranges::lower_bound(recognized, mark.number, {},
                                               &RecognizedPage::number);
    if (page == recognized.end() || page->number != mark.number) continue;
    mark.recognition =
        static_cast<std::uint8_t>(1 + std::clamp(page->confidence, 0, 100));
  }
  document.recognized = std::move(recognized);
  document.kept_pages = std::move(kept_pages);
}

StructureSummary Summarize(const ConvertedDocument& document) {
  StructureSummary summary;
  for (const engine::TextBlock& block : document.blocks) {
    summary.headings += block.kind == engine::TextBlockKind::kTitle ||
                        block.kind == engine::TextBlockKind::kHeading;
    summary.lists += block.kind == engine::TextBlockKind::kList;
    summary.items += block.kind == engine::TextBlockKind::kItem;
    summary.tables += block.kind == engine::TextBlockKind::kTable;
    summary.furniture += engine::IsFurniture(block.kind);
  }
  for (const engine::PageMark& page : document.pages) {
    for (std::uint32_t empty = summary.last_page + 1; empty < page.number;
         ++empty) {
      summary.pages_without_text.push_back(empty);
    }
    summary.last_page = page.number;
  }
  int confidences = 0;
  for (const RecognizedPage& page : document.recognized) {
    ++summary.recognized_pages;
    confidences += page.confidence;
    if (page.confidence < kLeastSureConfidence) {
      summary.unsure_pages.push_back(page.number);
    }
  }
  if (summary.recognized_pages > 0) {
    summary.confidence =
        confidences / static_cast<int>(summary.recognized_pages);
  }
  return summary;
}

}  // namespace answerbox::client
