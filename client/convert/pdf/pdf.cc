#include "client/convert/pdf/pdf.h"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdlib>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "client/convert/layout/layout_document.h"
#include "client/convert/layout/lines/condensed_drawings.h"
#include "client/convert/layout/lines/drawings.h"
#include "client/convert/pdf/pdf_document.h"
#include "client/convert/pdf/pictures.h"
#include "client/convert/pdf/poppler.h"
#include "client/convert/pdf/unknown_letters.h"
#include "client/convert/pdf/written_objects.h"
#include "client/process/side_by_side.h"

namespace answerbox::client {
namespace {

// How far readers search for the header and the end-of-file mark (ISO 32000-1,
// annex H, implementation notes 13 and 18).
constexpr std::size_t kSearchedBytes = 1024;

// Leaves room for page breaks and running lines, which are dropped later.
constexpr std::size_t kMaxTextOutputBytes =
    engine::kMaxDocumentBytes + (1u << 20);

// Markup takes about five times the text's bytes.
constexpr std::size_t kMaxXmlBytes = 128u << 20;

// pread does not move the file's position: each program reads the same open
// file from its beginning.
std::optional<std::string> ReadAt(int fd, std::uint64_t offset,
                                  std::size_t length) {
  std::string bytes(length, '\0');
  const ssize_t count =
      pread(fd, bytes.data(), length, static_cast<off_t>(offset));
  if (count < 0) return std::nullopt;
  bytes.resize(static_cast<std::size_t>(count));
  return bytes;
}

// Returns the end of the file without the zeros and blanks that some transfers
// append.
std::optional<std::string> ReadEnd(int fd, std::uint64_t size) {
  constexpr std::uint64_t kPadding = 64u << 10;
  const std::uint64_t length = std::min(size, kPadding + kSearchedBytes);
  auto bytes = ReadAt(fd, size - length, static_cast<std::size_t>(length));
  if (!bytes) return bytes;
  while (!bytes->empty() && static_cast<unsigned char>(bytes->back()) <= ' ') {
    bytes->pop_back();
  }
  if (bytes->size() > kSearchedBytes) {
    bytes->erase(0, bytes->size() - kSearchedBytes);
  }
  return bytes;
}

// Poppler repairs what it can, and so would print half of an incomplete
// download as if it were all. Readers would never know.
Conversion<void> CheckFrame(int fd, std::uint64_t size) {
  if (size == 0) return Rejection{RejectionReason::kEmpty, "the file is empty"};
  const auto begin = ReadAt(fd, 0, kSearchedBytes);
  const auto end = ReadEnd(fd, size);
  if (!begin || !end) {
    return Rejection{RejectionReason::kUnreadable, "the file can't be read"};
  }
  if (begin->find("%PDF-") == std::string::npos) {
    return Rejection{RejectionReason::kDamaged,
                     "this is not a PDF, although its name says so"};
  }
  if (end->find("%%EOF") == std::string::npos) {
    return Rejection{RejectionReason::kDamaged,
                     "the PDF is cut short: its end is missing, copy or "
                     "download it again"};
  }
  return {};
}

// Whether most entries of the table at `place` lead to no object. Each has 20
// bytes, or 19 from careless writers: "0000000017 00000 n", after a line with
// the first number and a count.
bool LeadsAstray(int fd, std::uint64_t place) {
  constexpr std::size_t kEntryBytes = 20;
  constexpr std::uint64_t kMostEntries = 64;
  const auto read = ReadAt(fd, place, 64 + kMostEntries * kEntryBytes);
  if (!read || !read->starts_with("xref")) return false;
  const char* at = read->c_str() + std::string_view("xref").size();
  const auto take = [&at] {
    char* end = nullptr;
    const std::uint64_t number = std::strtoull(at, &end, 10);
    at = end;
    return number;
  };
  const std::uint64_t first = take();
  const std::uint64_t count = std::min<std::uint64_t>(take(), kMostEntries);
  std::size_t right = 0;
  std::size_t wrong = 0;
  for (std::uint64_t i = 0; i < count; ++i) {
    const std::uint64_t offset = take();
    take();  // The generation.
    while (*at == ' ') ++at;
    if (*at != 'n' && *at != 'f') break;
    if (*at++ == 'f' || offset == 0) continue;
    const auto object = ReadAt(fd, offset, 24);
    const bool is_there =
        object && std::strtoull(object->c_str(), nullptr, 10) == first + i &&
        object->find(" obj") != std::string::npos;
    ++(is_there ? right : wrong);
  }
  return wrong > right;
}

// Whether the cross-reference table is not where the file says, or not of the
// stated length (ISO 32000-1, 7.5.4). Poppler then searches for the objects
// itself, mostly without a message, and text that an update of the file
// replaced may come back.
bool HasBrokenTable(int fd, std::uint64_t size) {
  const auto begin = ReadAt(fd, 0, kSearchedBytes);
  const auto end = ReadEnd(fd, size);
  // Places count from the header, which need not be at the file's beginning.
  if (!begin || !end || !begin->starts_with("%PDF-")) return false;
  constexpr std::string_view kStart = "startxref";
  const std::size_t at = end->rfind(kStart);
  if (at == std::string::npos) return true;
  const std::uint64_t place =
      std::strtoull(end->c_str() + at + kStart.size(), nullptr, 10);
  const auto found = place < size ? ReadAt(fd, place, 64) : std::nullopt;
  if (!found) return true;
  const auto skip_blanks = [](std::string_view text) {
    return text.substr(std::min(text.find_first_not_of(" \r\n"), text.size()));
  };
  std::string_view table = skip_blanks(*found);
  // A stream of references is an object: "12 0 obj".
  if (!table.starts_with("xref")) {
    return table.substr(0, 24).find(" obj") == std::string_view::npos;
  }
  table = skip_blanks(table.substr(4));
  // The first entry of object 0 is free: "0000000000 65535 f". Word writes a
  // table without entries, "0 0", that leads to a stream.
  const std::size_t line = table.find_first_of("\r\n");
  return (table.starts_with("0 ") && !table.starts_with("0 0") &&
          line != std::string_view::npos &&
          table.substr(line, 22).find('f') == std::string_view::npos) ||
         LeadsAstray(fd, place);
}

// Returns the drawings of pages; nothing if they can't be read.
Conversion<std::string> ReadDrawings(const PdfInput& file) {
  // For one document with shadings 12 MB were kept of 84 MB written.
  constexpr std::size_t kMaxKeptBytes = 48u << 20;
  constexpr std::size_t kMaxBytes = 512u << 20;
  const PdfProgramLimits limits{
      .condense =
          [condenser = layout::DrawingCondenser()](
              std::string& printed) mutable { condenser.Condense(printed); },
      .read_bytes = kMaxBytes};
  // Without -passfonts, pdftops replaces each font that it may not embed with
  // one of this machine, and embeds that whole. The option does not cover fonts
  // of many characters (CID), so those may be embedded as the file has them.
  const std::array<std::string, 7> options = {
      "-level3",  "-rasterize", "never",         "-passfonts",
      "-noembt1", "-noembtt",   "-origpagesizes"};
  return RunPdfProgram("pdftops", options, file, kMaxKeptBytes, limits);
}

Rejection NoText(const recognition::TextRecognition* recognition) {
  return {RejectionReason::kNoText,
          recognition == nullptr
              ? "the PDF holds no text that can be read (a scan, or fonts that "
                "do not tell their letters): add it with --ocr and its "
                "language, as in answerbox add --ocr eng"
              : "no text was recognised on the PDF's pages"};
}

// Adds what the account of words needs.
void NoteLosses(int fd, std::uint64_t size, const WrittenObjects& objects,
                const std::vector<PageLetters>& unknown,
                ConvertedDocument& document) {
  for (const PageLetters& page : unknown) {
    document.notes.left_out.push_back(
        {page.page, LeftOut::kUnreadable, page.unknown});
  }
  if (objects.note_words > 0) {
    document.notes.left_out.push_back(
        {0, LeftOut::kComment, objects.note_words});
  }
  document.notes.is_mended = HasBrokenTable(fd, size);
}

// Returns the text without structure, for files that exceed the bounds of
// layout: their words can be found, but no heading or table is recognised.
//   unknown  the pages with unknown letters, whose known ones are in `xml`
Conversion<ConvertedDocument> ReadPlainText(
    const PdfInput& file, std::uint64_t size, const WrittenObjects& objects,
    const std::vector<PageLetters>& unknown = {}, std::string_view xml = {}) {
  const std::array<std::string, 4> options = {"-enc", "UTF-8", "-eol", "unix"};
  auto text = RunPdfProgram("pdftotext", options, file, kMaxTextOutputBytes);
  if (!text) return text.error();
  if (!unknown.empty()) TakeKnownLetters(unknown, xml, *text);
  auto document = DocumentFromPdfText(*std::move(text));
  if (!document) return document;
  if (!document->pages.empty()) {
    document->printed_pages = document->pages.back().number;
  }
  NoteLosses(file.fd, size, objects, unknown, *document);
  document->notes.are_drawings_unread = true;
  document->notes.is_structure_lost = true;
  return document;
}

Conversion<std::string> PrintXml(const PdfInput& file,
                                 std::span<const std::string> added) {
  std::vector<std::string> options = {"-xml", "-i", "-nodrm", "-stdout"};
  options.insert(options.end(), added.begin(), added.end());
  return RunPdfProgram("pdftohtml", options, file, kMaxXmlBytes);
}

// Everything read from a PDF before its layout.
struct Printed {
  Conversion<std::string> xml = std::string();
  // Boxes of words help with tables; without them the text is the same.
  Conversion<std::string> words = std::string();
  Conversion<std::string> drawings = std::string();
  WrittenObjects objects;
};

// The open files that programs read: all are the file itself, or its copy
// without an output intent.
struct PdfFile {
  PdfInput itself;
  std::uint64_t size;
  PdfInput uncolored;  // For programs that print no colours.
  PdfInput colored;    // For those that do.
};

// The markup may be too long, but the text short.
bool IsHopeless(const Conversion<std::string>& xml) {
  return !xml && xml.error().reason != RejectionReason::kTooLarge;
}

Printed PrintSideBySide(const PdfFile& file) {
  Printed printed;
  // The longest runs first, but after the one that no document is read without.
  const std::array<std::function<void()>, 4> works = {
      [&] {
        printed.xml = PrintXml(file.colored, {});
        if (!printed.xml) file.itself.reading->Stop();
      },
      [&] { printed.drawings = ReadDrawings(file.uncolored); },
      [&] {
        const std::array<std::string, 1> boxes = {"-bbox"};
        printed.words =
            RunPdfProgram("pdftotext", boxes, file.uncolored, kMaxXmlBytes);
      },
      [&] { printed.objects = ReadWrittenObjects(file.itself.fd, file.size); }};
  RunSideBySide(works);
  file.itself.reading->GoOnAlone();
  return printed;
}

// Whether pages have no text in `pages`, but words in pdftotext's output, which
// includes hidden ones.
bool HasHiddenPages(const std::vector<PdfPage>& pages, std::string_view words) {
  std::size_t begin = words.find(kWordPageTag);
  for (const PdfPage& page : pages) {
    const std::size_t next = words.find(kWordPageTag, begin + 1);
    const std::string_view shown = words.substr(begin, next - begin);
    if (!page.has_text && shown.find("<word ") != shown.npos) return true;
    if (next == std::string_view::npos) break;
    begin = next;
  }
  return false;
}

// Poppler leaves out hidden text by default. A scan after text recognition has
// only hidden text. Hidden text beside visible text is what its author
// withdrew: drafts, layers, notes. So it counts only if it fills pages that had
// no text.
void TakeHiddenPages(const PdfInput& file, std::string_view words,
                     std::string& xml) {
  const std::vector<PdfPage> pages = ListPages(xml);
  if (!HasHiddenPages(pages, words)) return;
  const std::array<std::string, 1> hidden = {"-hidden"};
  auto all = PrintXml(file, hidden);
  if (all && std::ranges::count_if(ListPages(*all), &PdfPage::has_text) >
                 std::ranges::count_if(pages, &PdfPage::has_text)) {
    xml = *std::move(all);
  }
}

Conversion<ScannedPages> Recognize(
    int fd, const recognition::TextRecognition* recognition,
    std::span<const std::uint32_t> pictures, std::vector<PageLetters>& unknown,
    std::string& xml) {
  if (recognition == nullptr) return ScannedPages{};
  ClearUnknownPages(unknown, xml);
  return ReadScannedPages(fd, xml, pictures, *recognition);
}

Conversion<ConvertedDocument> ReadByLayout(
    const PdfFile& file, const recognition::TextRecognition* recognition) {
  const auto& [itself, size, uncolored, colored] = file;
  auto [xml, words, drawings, objects] = PrintSideBySide(file);
  if (IsHopeless(xml)) return xml.error();
  if (!xml) return ReadPlainText(itself, size, objects);
  if (words) TakeHiddenPages(colored, *words, *xml);
  auto unknown =
      DropUnknownLetters(HasStrangeLetters(*xml) ? MaplessFontsOf(itself)
                                                 : std::vector<std::string>(),
                         *xml);
  const layout::PrintedDrawings drawn{
      .condensed = drawings ? std::string_view(*drawings) : std::string_view(),
      .may_be_transparent = objects.may_be_transparent};
  const layout::UnreadContent unread = layout::ListUnread(drawn.condensed);
  auto read = Recognize(itself.fd, recognition, unread.pictures, unknown, *xml);
  if (!read) return read.error();
  ScannedPages scanned = *std::move(read);
  if (!scanned.recognized.empty()) {
    xml = ReplacePages(*xml, kRunPageTag, scanned.runs);
    if (words) words = ReplacePages(*words, kWordPageTag, scanned.words);
  }
  LayoutDocument layout = ReadLayout(
      *xml, words ? std::string_view(*words) : std::string_view(), drawn);
  if (!layout.is_complete) {
    if (scanned.recognized.empty()) {
      return ReadPlainText(itself, size, objects, unknown, *xml);
    }
    // Plain text would lack the recognised pages.
    return Rejection{RejectionReason::kTooComplex,
                     "more text on its pages than fits: split it into parts"};
  }
  // The tags of a scan, if any, do not belong to the recognised text.
  if (scanned.recognized.empty() && objects.may_be_tagged) {
    UsePdfTags(uncolored, layout);
  }
  auto document = DocumentFromLayout(layout);
  if (!document) return document;
  document->printed_pages = static_cast<std::uint32_t>(ListPages(*xml).size());
  document->notes.left_out = std::move(layout.left_out);
  NoteLosses(itself.fd, size, objects, unknown, *document);
  // The places of words show which words of a line are struck.
  document->notes.are_drawings_unread = layout.are_drawings_unread || !words;
  NoteRecognized(std::move(scanned.recognized), std::move(scanned.kept_in),
                 *document);
  if (words) document->shown = ListShownWords(*words);
  NoteHidden(uncolored, *xml, unread.invisible, *document);
  NotePictures(unread.pictures, scanned.pages, *document);
  return document;
}

}  // namespace

Conversion<ConvertedDocument> ConvertPdf(
    int fd, std::uint64_t size,
    const recognition::TextRecognition* recognition) {
  if (size > kMaxPdfBytes) {
    return Rejection{RejectionReason::kTooLarge,
                     "larger than 512 MiB: split it into parts"};
  }
  if (const auto frame = CheckFrame(fd, size); !frame) return frame.error();
  const auto copy = CopyWithoutIntent(fd, size);
  PdfReading reading;
  const PdfInput itself{fd, &reading};
  const PdfInput uncolored{copy ? copy->file.get() : fd, &reading};
  auto document = ReadByLayout(
      {.itself = itself,
       .size = size,
       .uncolored = uncolored,
       .colored = copy && copy->has_same_colors ? uncolored : itself},
      recognition);
  if (!document && document.error().reason == RejectionReason::kNoText) {
    return NoText(recognition);
  }
  return document;
}

}  // namespace answerbox::client
