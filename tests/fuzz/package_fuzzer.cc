// Any bytes as a package of a word processor, a spreadsheet or an e-book, or as
// the parts of one in a sound archive: what is read must keep the preconditions
// of the engine, and the second way ends within its bound.
#include <cstdint>
#include <cstdlib>
#include <iterator>
#include <string>
#include <string_view>

#include "client/convert/package/package.h"
#include "engine/text/utf8.h"
#include "tests/client/convert/converted.h"
#include "tests/client/convert/package/written_archive.h"

namespace {

using namespace answerbox;
using client::package::Parts;

using Converter = client::Conversion<client::ConvertedDocument> (*)(
    int fd, std::uint64_t size);

struct Format {
  Converter convert;
  // The parts that the input is cut into, the relations between them aside.
  std::vector<const char*> parts;
  const char* relations_of;
  std::vector<std::string> kinds;
};

const Format kFormats[] = {
    {client::package::ConvertWord,
     {"word/document.xml", "word/styles.xml", "word/numbering.xml",
      "word/footnotes.xml", "word/header.xml"},
     "word/_rels/document.xml.rels",
     {"styles", "numbering", "footnotes", "header"}},
    {client::package::ConvertOpenDocument,
     {"content.xml", "styles.xml", "meta.xml", "META-INF/manifest.xml"},
     "none",
     {}},
    {client::package::ConvertExcel,
     {"xl/worksheet.xml", "xl/sharedStrings.xml", "xl/styles.xml"},
     "xl/_rels/workbook.xml.rels",
     {"worksheet", "sharedStrings", "styles"}},
    {client::package::ConvertOpenSpreadsheet,
     {"content.xml", "styles.xml"},
     "none",
     {}},
    {client::package::ConvertBook,
     {"META-INF/container.xml", "book.opf", "page.xhtml", "book.css"},
     "none",
     {}}};

void Check(bool condition) {
  if (!condition) std::abort();
}

// Parts end at a byte that no XML has.
Parts CutUp(const Format& format, std::string_view bytes) {
  Parts parts = {
      {format.relations_of, client::package::Relations(format.kinds)},
      {"xl/workbook.xml",
       client::package::Xml("x:workbook",
                            "<x:sheets><x:sheet name='A' "
                            "r:id='worksheet'/></x:sheets>")}};
  for (const char* name : format.parts) {
    const std::size_t end = std::min(bytes.find('\xFF'), bytes.size());
    if (end > 0) parts.emplace_back(name, bytes.substr(0, end));
    bytes.remove_prefix(std::min(end + 1, bytes.size()));
  }
  return parts;
}

}  // namespace

// The first byte chooses the format, and whether the rest is a file or parts.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
  if (size == 0) return 0;
  const Format& format = kFormats[data[0] / 2 % std::size(kFormats)];
  std::string bytes(reinterpret_cast<const char*>(data) + 1, size - 1);
  if (data[0] % 2 == 0) {
    bytes = client::package::WrittenArchive(CutUp(format, bytes));
  }
  const auto file = client::package::FileOf(bytes);
  for (const auto list :
       {client::package::ListOfficeWords, client::package::ListBookWords}) {
    std::size_t shown = 0;
    for (const client::ShownPart& part : list(file.get(), bytes.size())) {
      shown += part.text.size();
    }
    Check(shown <= client::package::kMaxShownBytes);
  }
  const auto document = format.convert(file.get(), bytes.size());
  if (!document) return 0;
  Check(engine::ValidateUtf8(document->text).has_value());
  Check(client::BlockFault(*document).empty());
  return 0;
}
