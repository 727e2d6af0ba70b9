// The result of every converter: the text a person would read, with the marks
// that the engine needs to name page and section, and what was left out of it.
// docs/documents.md describes it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "client/rejection.h"
#include "engine/text/document_text.h"
#include "protocol/pictures/page_pictures.h"
#include "protocol/reply/scan_confidence.h"

namespace answerbox::client {

// Why words of a file are not in its text.
enum class LeftOut : std::uint8_t {
  kStruck,      // A line is drawn through them.
  kDeleted,     // Removed by a tracked change.
  kHidden,      // Marked as hidden, or invisible.
  kCovered,     // In the colour of their ground.
  kComment,     // An editor's note beside the text.
  kUnreadable,  // Shown, but no program can tell the letters.
  kRepeated,    // The head of a table, repeated on a further page.
  kPicture,     // In a picture, which text recognition did not read.
};

struct LeftOutWords {
  std::uint32_t page = 0;  // From 1; 0: a part of the file without pages.
  LeftOut why = LeftOut::kHidden;
  // 0 for a picture, whose words are unknown.
  std::uint32_t words = 0;
};

// What a reader left out of the document's text, or took with doubt. A person
// who trusts the text must be told of both.
struct ReadingNotes {
  std::vector<LeftOutWords> left_out = {};  // In any order.
  // The words that were left out, if the reader knows them: the account of a
  // file without pages compares these words instead of subtracting a number.
  std::string left_out_text = {};
  // The character set that was guessed, as its standard names it. Empty if the
  // file names its character set or is UTF-8.
  std::string guessed_charset = {};
  // The file was damaged, and was read as far as it could be mended.
  bool is_mended = false;
  // Drawings beside the text, or elements nested too deep, were not read:
  // struck and unseen words may be in the text.
  bool are_drawings_unread = false;
  // The text has no blocks, because the reader's blocks were not a valid tree.
  bool is_structure_lost = false;
};

// Counts the words between blanks.
[[nodiscard]] std::uint32_t CountWords(std::string_view text);

// Adds words that are left out of a file without pages.
void NoteLeftOut(LeftOut why, std::string_view text, ReadingNotes& notes);

// A page that was read by text recognition, with its confidence in percent: the
// mean over its letters. A page without a word has 100.
struct RecognizedPage {
  std::uint32_t number = 0;
  int confidence = 0;
};

using protocol::kLeastSureConfidence;

// The words that a second way of reading finds on a page, in any order.
struct ShownPart {
  std::uint32_t page = 0;  // From 1; 0: a part of the file without pages.
  std::string text = {};
};

// Where a block, or a part of it, is printed.
struct PrintedBox {
  std::uint32_t page = 0;
  protocol::BlockBox box;
};

// UTF-8 without U+0000, at most engine::kMaxDocumentBytes, not only white
// space. Marks keep the preconditions of engine::DocumentText.
struct ConvertedDocument {
  std::string text = {};
  std::vector<engine::PageMark> pages = {};
  std::vector<engine::HeadingMark> headings = {};
  // Empty for text without structure. Otherwise every visible character but
  // markers of items and separators of cells lies in a block that may hold text
  // of its own, and each heading mark is the range of a heading or title unless
  // it is in a block whose inside is not divided, such as a menu.
  std::vector<engine::TextBlock> blocks = {};
  // Pages that were read by text recognition, in ascending order.
  std::vector<RecognizedPage> recognized = {};
  // Where these pages are kept; recognition::ForgetPages removes them when the
  // document is stored. Empty: nowhere.
  std::filesystem::path kept_pages = {};
  ReadingNotes notes = {};
  // What a second way of reading finds in the file. AccountOf compares the text
  // with it (word_account.h). Empty if there is no second way.
  std::vector<ShownPart> shown = {};
  // How many pages a PDF has, and where its blocks stand on them, ascending by
  // offset. 0 and empty for other files.
  std::uint32_t printed_pages = 0;
  std::vector<PrintedBox> boxes = {};
  // The file of page pictures (protocol/pictures), if they are kept.
  std::string page_pictures = {};
  std::uint32_t undrawn_pages = 0;  // Pages that could not be drawn for it.
};

// Converters drop it: in UTF-8 it carries no information.
inline constexpr std::string_view kUtf8ByteOrderMark = "\xEF\xBB\xBF";

// A file of one of the text formats is read whole, up to this size.
inline constexpr std::size_t kMaxTextFileBytes = engine::kMaxDocumentBytes;

// Checks `bytes` as text. White space alone is empty. Errors: kEmpty, kBinary
// (U+0000, or one byte in ten is a control character), kInvalidUtf8 with the
// offset.
[[nodiscard]] Conversion<void> CheckText(std::string_view bytes);

// Every converter checks its result with this last. Errors: kEmpty, kTooLarge
// (text, pages or headings over the engine's limits). If
// engine::CheckTextBlocks refuses the blocks, which is a converter's fault, the
// document has no blocks, and its notes say so.
[[nodiscard]] Conversion<ConvertedDocument> Finish(ConvertedDocument document);

// Adds the pages that were read by text recognition, in ascending order, and
// sets their confidence in the document's page marks.
void NoteRecognized(std::vector<RecognizedPage> recognized,
                    std::filesystem::path kept_pages,
                    ConvertedDocument& document);

// Counts what was recognised in a document, so that a person can judge it
// before trusting it.
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
