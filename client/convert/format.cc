// The table of formats, and the converter of plain text.
#include "client/convert/format.h"

#include <cassert>
#include <utility>

#include "client/convert/converters.h"
#include "client/convert/document/conversion_clock.h"
#include "client/convert/document/text_charset.h"
#include "client/convert/markup/markup.h"
#include "client/convert/package/package.h"
#include "client/convert/pdf/pdf.h"
#include "engine/text/ascii.h"

namespace answerbox::client {
namespace {

// Works in place, in one pass. A lone carriage return stays, as it may be
// intended.
void JoinCarriageReturns(std::string& text) {
  std::size_t out = text.find("\r\n");
  if (out == std::string::npos) return;
  for (std::size_t in = out; in < text.size(); ++in) {
    if (text[in] == '\r' && in + 1 < text.size() && text[in + 1] == '\n') {
      continue;
    }
    text[out++] = text[in];
  }
  text.resize(out);
}

void MarkPagesAtFormFeeds(ConvertedDocument& document) {
  const std::string& text = document.text;
  std::size_t feed = text.find('\f');
  if (feed == std::string::npos) return;
  document.pages.push_back({0, 1});
  // A form feed at the very end closes the last page; it does not open another.
  for (std::uint32_t number = 2;
       feed != std::string::npos && feed + 1 < text.size() &&
       number <=
           engine::kMaxPageMarks + 1;  // One too many, which Finish refuses.
       ++number) {
    document.pages.push_back({static_cast<std::uint32_t>(feed + 1), number});
    feed = text.find('\f', feed + 1);
  }
}

}  // namespace

Conversion<ConvertedDocument> ConvertPlainText(std::string bytes) {
  Conversion<DecodedText> decoded = DecodeText(std::move(bytes));
  if (!decoded) return decoded.error();
  ConvertedDocument document{.text = std::move(decoded->text)};
  document.notes.guessed_charset = std::move(decoded->guessed_charset);
  JoinCarriageReturns(document.text);
  MarkPagesAtFormFeeds(document);
  return Finish(std::move(document));
}

namespace {

struct Extension {
  std::string_view name;
  Format format;
};
constexpr Extension kExtensions[] = {
    {".txt", Format::kPlainText},     {".md", Format::kMarkdown},
    {".markdown", Format::kMarkdown}, {".html", Format::kHtml},
    {".htm", Format::kHtml},          {".csv", Format::kCommaSeparated},
    {".tsv", Format::kTabSeparated},  {".pdf", Format::kPdf},
    {".docx", Format::kDocx},         {".odt", Format::kOpenDocument},
    {".epub", Format::kEpub},         {".rtf", Format::kRtf},
    {".xlsx", Format::kExcel},        {".ods", Format::kOpenSpreadsheet},
    {".png", Format::kPicture},       {".jpg", Format::kPicture},
    {".jpeg", Format::kPicture},      {".tif", Format::kPicture},
    {".tiff", Format::kPicture}};

// Returns the extension with its dot. Empty if the name has no dot, or only one
// at its beginning. The name decides, not the content: a text that begins like
// HTML may be a text about HTML. The converter then checks that the content is
// what the name says.
std::string ExtensionOf(std::string_view file_name) {
  const std::size_t dot = file_name.rfind('.');
  if (dot == std::string_view::npos || dot == 0) return {};
  std::string extension(file_name.substr(dot));
  for (char& c : extension) c = engine::ToLowerAscii(c);
  return extension;
}

}  // namespace

std::optional<Format> FormatOf(std::string_view file_name) {
  const std::string extension = ExtensionOf(file_name);
  for (const Extension& known : kExtensions) {
    if (extension == known.name) return known.format;
  }
  return std::nullopt;
}

std::string DescribeUnknownFormat(std::string_view file_name) {
  const std::string extension = ExtensionOf(file_name);
  if (FormatOf(file_name) == Format::kPicture) {
    return "a picture: add it with --ocr and its language, as in answerbox "
           "add --ocr eng";
  }
  return (extension.empty() ? std::string("no extension")
                            : "unknown format " + extension) +
         " (known: .txt .md .html .pdf .docx .odt .epub .rtf .xlsx .ods .csv "
         ".tsv, and with --ocr .png .jpg .tiff)";
}

bool IsReadFromFile(Format format) {
  switch (format) {
    case Format::kPlainText:
    case Format::kMarkdown:
    case Format::kHtml:
    case Format::kCommaSeparated:
    case Format::kTabSeparated:
      return false;
    default:
      return true;
  }
}

namespace {

Conversion<ConvertedDocument> ConvertOf(Format format, std::string bytes) {
  switch (format) {
    case Format::kPlainText:
      return ConvertPlainText(std::move(bytes));
    case Format::kMarkdown:
      return ConvertMarkdown(std::move(bytes));
    case Format::kHtml:
      return ConvertHtml(std::move(bytes));
    case Format::kCommaSeparated:
      return ConvertCommaSeparated(std::move(bytes));
    case Format::kTabSeparated:
      return ConvertTabSeparated(std::move(bytes));
    default:
      break;
  }
  assert(false && "the format is read from a file");
  return Rejection{RejectionReason::kNoConverter, "not a format of bytes"};
}

Conversion<ConvertedDocument> WithWordsOfPackage(
    Conversion<ConvertedDocument> document, int fd, std::uint64_t size) {
  if (document) document->shown = package::ListOfficeWords(fd, size);
  return document;
}

Conversion<ConvertedDocument> WithBookWords(
    Conversion<ConvertedDocument> document, int fd, std::uint64_t size) {
  if (document) document->shown = package::ListBookWords(fd, size);
  return document;
}

Conversion<ConvertedDocument> ConvertOf(
    Format format, int fd, std::uint64_t size,
    const recognition::TextRecognition* recognition) {
  switch (format) {
    case Format::kPdf:
      return ConvertPdf(fd, size, recognition);
    case Format::kDocx:
      return WithWordsOfPackage(package::ConvertWord(fd, size), fd, size);
    case Format::kOpenDocument:
      return WithWordsOfPackage(package::ConvertOpenDocument(fd, size), fd,
                                size);
    case Format::kExcel:
      return WithWordsOfPackage(package::ConvertExcel(fd, size), fd, size);
    case Format::kOpenSpreadsheet:
      return WithWordsOfPackage(package::ConvertOpenSpreadsheet(fd, size), fd,
                                size);
    case Format::kEpub:
      return WithBookWords(package::ConvertBook(fd, size), fd, size);
    case Format::kRtf:
      return ConvertRtf(fd, size);
    case Format::kPicture:
      return ConvertPicture(fd, size, recognition);
    default:
      break;
  }
  assert(false && "the format is read from bytes");
  return Rejection{RejectionReason::kNoConverter, "not a format of files"};
}

}  // namespace

Conversion<ConvertedDocument> ConvertBytes(Format format, std::string bytes) {
  return WithinTime([&] { return ConvertOf(format, std::move(bytes)); });
}

Conversion<ConvertedDocument> ConvertFile(
    Format format, int fd, std::uint64_t size,
    const recognition::TextRecognition* recognition) {
  return WithinTime([&] { return ConvertOf(format, fd, size, recognition); });
}

}  // namespace answerbox::client
