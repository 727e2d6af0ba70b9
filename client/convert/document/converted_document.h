// What every format is converted to: the text a person would read, with the
// marks that the engine needs to name page and section. docs/documents.md says
// how.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "client/convert/document/reading_notes.h"
#include "client/rejection.h"
#include "engine/text/document_text.h"

namespace answerbox::client {

// A page that was read by text recognition, and how sure that is, in percent:
// the mean over its letters. A page without a word has 100.
struct RecognizedPage {
  std::uint32_t number = 0;
  int confidence = 0;
};

// A page below it may say something else than its picture: at 95 one word in a
// hundred is wrong, at 78 one in three, and handwriting has less than 40.
inline constexpr int kLeastSureConfidence = 85;

// What a second way of reading finds on a page: words, in any order.
struct ShownPart {
  std::uint32_t page = 0;  // From 1; 0: a part of the file without pages.
  std::string text = {};
};

// UTF-8 without U+0000, at most engine::kMaxDocumentBytes, not only white
// space. Marks keep the preconditions of engine::DocumentText.
struct ConvertedDocument {
  std::string text = {};
  std::vector<engine::PageMark> pages = {};
  std::vector<engine::HeadingMark> headings = {};
  // Text without structure has none. Otherwise every visible character but
  // markers of items and separators of cells lies in a block that may hold text
  // of its own, and each heading mark is the range of a heading or title unless
  // it is in a block whose inside is not told apart, such as a menu.
  std::vector<engine::TextBlock> blocks = {};
  // Pages that were read by text recognition, in ascending order.
  std::vector<RecognizedPage> recognized = {};
  // Where these pages are kept; recognition::ForgetPages removes them when the
  // document is stored. Empty: nowhere.
  std::filesystem::path kept_pages = {};
  ReadingNotes notes = {};
  // What the file shows by a second way, against which AccountOf holds the text
  // (word_account.h). Empty where there is none.
  std::vector<ShownPart> shown = {};
};

// In UTF-8, where it says nothing: converters leave it out.
inline constexpr std::string_view kUtf8ByteOrderMark = "\xEF\xBB\xBF";

// A file of one of the text formats is read whole, up to this size.
inline constexpr std::size_t kMaxTextFileBytes = engine::kMaxDocumentBytes;

// Checks `bytes` as text. White space alone is empty. Errors: kEmpty, kBinary
// (U+0000, or one byte in ten is a control character), kInvalidUtf8 with the
// offset.
[[nodiscard]] Conversion<void> CheckText(std::string_view bytes);

// The last check that every converter makes of its result. Errors: kEmpty,
// kTooLarge (text, pages or headings over the engine's limits). A converter is
// at fault where engine::CheckTextBlocks refuses its blocks: the document then
// has no blocks, and its notes tell so.
[[nodiscard]] Conversion<ConvertedDocument> Finish(ConvertedDocument document);

// Adds what was read by text recognition, `recognized` in ascending order, and
// marks the pages so.
void NoteRecognized(std::vector<RecognizedPage> recognized,
                    std::filesystem::path kept_pages,
                    ConvertedDocument& document);

// What was recognised in a document, in numbers: so that a person sees whether
// the machine understood it before trusting it.
struct StructureSummary {
  std::size_t headings = 0;  // The title included.
  std::size_t lists = 0;     // Lists in lists included.
  std::size_t items = 0;
  std::size_t tables = 0;
  std::size_t furniture = 0;    // Running lines, contents, references and such.
  std::uint32_t last_page = 0;  // The last one with text; 0: no pages.
  // Pages before it that have no text of their own: a picture, or a scan.
  std::vector<std::uint32_t> pages_without_text = {};
  // Pages that were read by text recognition, the mean of their confidences in
  // percent, and the pages below kLeastSureConfidence.
  std::size_t recognized_pages = 0;
  int confidence = 0;
  std::vector<std::uint32_t> unsure_pages = {};
};

[[nodiscard]] StructureSummary Summarize(const ConvertedDocument& document);

}  // namespace answerbox::client
