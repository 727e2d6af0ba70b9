#include "client/convert/document/converted_document.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "engine/text/ascii.h"
#include "engine/text/text_block.h"
#include "engine/text/utf8.h"

namespace answerbox::client {
namespace {

// Escape (0x1B) is allowed: logs of terminals are text with colours.
bool IsControl(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return (byte < 0x20 && !engine::IsOneOf(c, engine::kAsciiSpace) &&
          byte != 0x1B) ||
         byte == 0x7F;
}

// Recognises a file by its first bytes, whatever its name says.
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

// In the order of RejectionReason.
constexpr const char* kReasonNames[] = {
    "invalid_utf8",   "unsupported_charset",
    "binary",         "empty",
    "too_large",      "too_complex",
    "encrypted",      "no_text",
    "damaged",        "no_converter",
    "unreadable",     "not_a_file",
    "link",           "changed",
    "unknown_format", "bad_name",
    "duplicate_name", "refused_by_daemon",
    "all_or_nothing", "incomplete",
    "stopped",
};

}  // namespace

const char* ToString(RejectionReason reason) noexcept {
  static_assert(std::size(kReasonNames) ==
                static_cast<std::size_t>(RejectionReason::kStopped) + 1);
  return kReasonNames[static_cast<std::size_t>(reason)];
}

// The checks run from the most useful message to the least: that a file is a
// PDF helps more than that it is not UTF-8 at byte 10.
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
  // A database has more control characters than that, a terminal's log with
  // escape sequences fewer.
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
  if (engine::HasOnly(bytes, engine::kAsciiSpace)) {
    return Rejection{RejectionReason::kEmpty,
                     "the file holds nothing but white space"};
  }
  return {};
}

Conversion<ConvertedDocument> Finish(ConvertedDocument document) {
  if (engine::HasOnly(document.text, engine::kAsciiSpace)) {
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
  // The text is more valuable than a wrong tree.
  if (!engine::CheckTextBlocks(document.text, document.blocks)) {
    document.blocks.clear();
    document.notes.is_structure_lost = true;
  }
  return document;
}

// A page without words has no mark, so only `recognized` lists it. Marks have
// room for 0 to 101: 0 says that the text is the file's own.
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
  // Only pages with text have marks, so the numbers missing between marks are
  // pages without text.
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

std::uint32_t CountWords(std::string_view text) {
  std::uint32_t words = 0;
  bool in_word = false;
  for (const char c : text) {
    const bool is_blank = engine::IsOneOf(c, engine::kAsciiSpace);
    words += !in_word && !is_blank;
    in_word = !is_blank;
  }
  return words;
}

void NoteLeftOut(LeftOut why, std::string_view text, ReadingNotes& notes) {
  const std::uint32_t words = CountWords(text);
  if (words == 0) return;
  notes.left_out_text += text;
  notes.left_out_text += ' ';
  const auto known = std::ranges::find(notes.left_out, why, &LeftOutWords::why);
  if (known != notes.left_out.end()) {
    known->words += words;
  } else {
    notes.left_out.push_back({.why = why, .words = words});
  }
}

}  // namespace answerbox::client
