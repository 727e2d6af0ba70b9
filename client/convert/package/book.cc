// Reads the pages of an e-book (EPUB 2 and 3) in the order of its spine, as web
// pages with the style sheets of the book.
#include <algorithm>
#include <map>
#include <string>
#include <string_view>
#include <utility>

#include "client/convert/document/block_writer.h"
#include "client/convert/document/shown_words.h"
#include "client/convert/document/written_structure.h"
#include "client/convert/markup/markup.h"
#include "client/convert/package/archive.h"
#include "client/convert/package/office_parts.h"
#include "client/convert/package/package.h"
#include "client/convert/package/xml.h"
#include "engine/text/ascii.h"

namespace answerbox::client::package {
namespace {

int HexDigit(char c) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  const std::size_t at = kDigits.find(engine::ToLowerAscii(c));
  return at == std::string_view::npos ? -1 : static_cast<int>(at);
}

// References are percent-encoded (RFC 3986), and may name a place within a
// page.
std::string DecodedTarget(std::string_view target) {
  target = target.substr(0, target.find('#'));
  std::string decoded;
  for (std::size_t i = 0; i < target.size(); ++i) {
    const int high = i + 2 < target.size() ? HexDigit(target[i + 1]) : -1;
    const int low = i + 2 < target.size() ? HexDigit(target[i + 2]) : -1;
    const bool is_coded = target[i] == '%' && high >= 0 && low >= 0;
    decoded += is_coded ? static_cast<char>(16 * high + low) : target[i];
    if (is_coded) i += 2;
  }
  return decoded;
}

// A title is searched in this much of its page.
constexpr std::size_t kMaxTitlePageBytes = 64u << 10;

// Returns the beginning of a page's body, roughly, with tags as blanks.
std::string WithoutTags(std::string_view page) {
  page.remove_prefix(std::min(page.find("<body"), page.size()));
  page = page.substr(0, kMaxTitlePageBytes);
  std::string text;
  bool in_tag = false;
  for (const char c : page) {
    in_tag = c == '<' || (in_tag && c != '>');
    text += in_tag || c == '>' ? ' ' : c;
  }
  return text;
}

// Returns the letters of a text as word accounts compare them: without case and
// blanks.
std::string LettersOf(std::string_view text) {
  Words words;
  words.Add(text, 0);
  return words.letters;
}

class BookReader {
 public:
  explicit BookReader(Archive& archive) : archive_(archive) {}

  Conversion<ConvertedDocument> Read();

 private:
  Conversion<void> CheckEncryption();
  void ReadManifest(XmlNode manifest);
  Conversion<void> ReadPage(const std::string& part, XmlNode metadata);

  void WriteTitle(XmlNode metadata, std::string_view first_page);

  struct Item {
    std::string part;
    bool is_page;
    bool is_read = false;
  };

  Archive& archive_;
  std::string folder_;  // Of the package document.
  std::map<std::string, Item, std::less<>> items_;
  std::string sheets_;
  ParserBudget budget_;
  BlockWriter writer_;
  ReadingNotes notes_;
  bool has_pages_ = false;
};

// Books often encrypt their fonts; the text is then still readable.
Conversion<void> BookReader::CheckEncryption() {
  const auto tree = ReadOptionalXml(archive_, "META-INF/encryption.xml");
  if (!tree) return tree.error();
  for (const XmlNode data : tree->root()) {
    const std::string_view part =
        data.Child("CipherData").Child("CipherReference")["URI"];
    if (part.ends_with("html") || part.ends_with(".htm") ||
        part.ends_with(".opf")) {
      return Rejection{RejectionReason::kEncrypted,
                       "the book is encrypted: get a copy without copy "
                       "protection"};
    }
  }
  return {};
}

void BookReader::ReadManifest(XmlNode manifest) {
  constexpr std::size_t kMaxSheetBytes = 1u << 20;
  for (const XmlNode item : manifest) {
    const std::string part =
        ResolveTarget(folder_, DecodedTarget(item["href"]));
    const std::string_view type = item["media-type"];
    if (type == "text/css" && archive_.Has(part)) {
      const auto sheet = archive_.Read(part);
      if (sheet && sheets_.size() + sheet->size() <= kMaxSheetBytes) {
        sheets_ += *sheet + "\n";
      } else {
        notes_.are_drawings_unread = true;
      }
    }
    const bool is_page = type.find("html") != std::string_view::npos;
    items_.emplace(item["id"], Item{part, is_page});
  }
}

// Writes the title of the book unless its first page begins with it.
void BookReader::WriteTitle(XmlNode metadata, std::string_view first_page) {
  const std::string title = metadata.Child("dc:title").AllText();
  if (title.size() <= kMaxTitlePageBytes &&
      LettersOf(WithoutTags(first_page)).starts_with(LettersOf(title))) {
    return;
  }
  writer_.BeginTitle();
  writer_.Flowing(title);
  writer_.EndTitle();
  writer_.Block();
  for (const XmlNode node : metadata) {
    if (!node.Is("dc:creator")) continue;
    writer_.Flowing(node.AllText());
    writer_.Block();
  }
}

Conversion<void> BookReader::ReadPage(const std::string& part,
                                      XmlNode metadata) {
  Conversion<std::string> bytes = archive_.Read(part);
  if (!bytes) return bytes.error();
  if (!std::exchange(has_pages_, true)) WriteTitle(metadata, *bytes);
  return WriteXhtmlPage(*std::move(bytes), sheets_, budget_, writer_, notes_);
}

Conversion<ConvertedDocument> BookReader::Read() {
  if (const auto checked = CheckEncryption(); !checked) return checked.error();
  const auto container = ReadXml(archive_, "META-INF/container.xml");
  if (!container) return container.error();
  const std::string package(
      container->root().Child("rootfiles").Child("rootfile")["full-path"]);
  folder_ = package.substr(0, package.rfind('/') + 1);
  const auto tree = ReadXml(archive_, package);
  if (!tree) return tree.error();
  const XmlNode metadata = tree->root().Child("metadata");
  ReadManifest(tree->root().Child("manifest"));
  for (const XmlNode reference : tree->root().Child("spine")) {
    if (!reference.Is("itemref")) continue;
    const auto item = items_.find(reference["idref"]);
    if (item == items_.end()) {
      notes_.is_mended = true;
      continue;
    }
    if (std::exchange(item->second.is_read, true)) continue;
    if (!item->second.is_page) {
      notes_.left_out.push_back({.why = LeftOut::kPicture});
      continue;
    }
    const auto read = ReadPage(item->second.part, metadata);
    if (!read) return read.error();
  }
  ConvertedDocument document = std::move(writer_).Take();
  MakeTypedLists(document.text, document.blocks);
  document.notes = std::move(notes_);
  return Finish(std::move(document));
}

}  // namespace

Conversion<ConvertedDocument> ConvertBook(int fd, std::uint64_t size) {
  Conversion<Archive> archive = Archive::Open(fd, size, "an EPUB book");
  if (!archive) return archive.error();
  return BookReader(*archive).Read();
}

}  // namespace answerbox::client::package
