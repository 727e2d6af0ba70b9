// Any bytes as what pdftotext, pdffonts and pdftohtml print of a
// PDF, as a PDF with notes, as an RTF file, and as two texts of one file that
// are compared: the pages are within their bounds, and no word is lost that
// both texts have.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "client/convert/converters.h"
#include "client/convert/document/shown_words.h"
#include "client/convert/pdf/poppler.h"
#include "client/convert/pdf/unknown_letters.h"
#include "client/convert/pdf/written_objects.h"

namespace {

using namespace answerbox;

void Check(bool condition) {
  if (!condition) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  std::uint32_t number = 0;
  for (const client::ShownPart& part : client::ListShownWords(bytes)) {
    // A byte that is no text becomes U+FFFD, which has three.
    Check(part.page == ++number && part.text.size() <= 3 * size);
  }
  static_cast<void>(client::CountNoteWords(bytes));
  static_cast<void>(client::SetsTransparency(bytes));
  std::string xml(bytes);
  for (const client::PageLetters& page :
       client::DropUnknownLetters(client::ListMaplessFonts(bytes), xml)) {
    Check(page.unknown > 0);
  }
  Check(xml.size() <= size);
  // What is left is known.
  Check(client::DropUnknownLetters({}, xml).empty());
  // A control word of six bytes is a letter of three, and ends a line.
  const client::RtfWords rtf = client::ReadRtfWords(bytes);
  Check(rtf.shown.size() + rtf.hidden.size() + rtf.deleted.size() +
            rtf.comments.size() <=
        4 * size + 4);
  const std::size_t end = std::min(bytes.find('\0'), size);
  client::Words read;
  read.Add(bytes.substr(0, end), 1);
  client::Words shown;
  shown.Add(bytes.substr(std::min(end + 1, size)), 2);
  Check(client::MissingFrom(read, shown).size() == shown.words.size());
  for (const bool is_missing : client::MissingFrom(shown, shown)) {
    Check(!is_missing);
  }
  return 0;
}
