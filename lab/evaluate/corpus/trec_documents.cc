#include "lab/evaluate/corpus/trec_documents.h"

#include <set>
#include <utility>

#include "client/input/file_contents.h"
#include "lab/client.h"
#include "lab/evaluate/corpus/markup_scanner.h"
#include "lab/evaluate/corpus/trec_groups.h"

namespace answerbox::lab {
namespace {

std::string_view WithoutBlanksAround(std::string_view text) {
  constexpr std::string_view kWhite = " \t\r\n\v\f";
  const std::size_t begin = text.find_first_not_of(kWhite);
  if (begin == text.npos) return {};
  return text.substr(begin, text.find_last_not_of(kWhite) - begin + 1);
}

class DocumentReader {
 public:
  DocumentReader(const std::string& file, std::string_view contents)
      : file_(file), contents_(contents), markup_(contents) {}

  Outcome<std::vector<TrecDocument>> Read() {
    while (markup_.Next()) {
      if (!markup_.Is(MarkupKind::kOpen, "doc")) continue;
      const auto read = ReadDocument();
      if (!read) return read.error();
    }
    if (documents_.empty()) return Rejected(file_ + " has no <doc> element");
    return std::move(documents_);
  }

 private:
  enum class Element : std::uint8_t { kOther, kNumber, kText };

  Outcome<void> ReadDocument() {
    const std::size_t begin = markup_.offset();
    std::string id;
    std::string text;
    Element element = Element::kOther;
    for (;;) {
      if (!markup_.Next() || markup_.Is(MarkupKind::kOpen, "doc")) {
        return Fault(begin, "the document has no </doc>");
      }
      if (markup_.Is(MarkupKind::kClose, "doc")) break;
      if (markup_.kind() == MarkupKind::kText) {
        if (element == Element::kNumber) AppendMarkupText(markup_.text(), id);
        if (element == Element::kText) AppendMarkupText(markup_.text(), text);
      } else {
        element = After(element, text);
      }
    }
    return Add(begin, std::string(WithoutBlanksAround(id)), std::move(text));
  }

  // The element in which the scanner is after its tag. Within a text, other
  // tags part words.
  Element After(Element element, std::string& text) const {
    if (markup_.Is(MarkupKind::kOpen, "docno")) return Element::kNumber;
    if (markup_.Is(MarkupKind::kOpen, "text")) {
      if (!text.empty()) text += "\n\n";
      return Element::kText;
    }
    if (element != Element::kText || markup_.Is(MarkupKind::kClose, "text")) {
      return Element::kOther;
    }
    text += ' ';
    return element;
  }

  Outcome<void> Add(std::size_t begin, std::string id, std::string text) {
    if (id.empty()) return Fault(begin, "the document has no <docno>");
    if (id.find_first_of(" \t\r\n\v\f") != id.npos) {
      return Fault(begin, "the <docno> \"" + id + "\" has blanks in it");
    }
    if (!ids_.insert(id).second) {
      return Fault(begin, "another document has the <docno> " + id);
    }
    documents_.push_back({std::move(id), std::move(text)});
    return {};
  }

  Failure Fault(std::size_t offset, const std::string& what) const {
    return Rejected(file_ + ", " + PlaceInFile(contents_, offset) + ": " +
                    what);
  }

  const std::string& file_;
  std::string_view contents_;
  MarkupScanner markup_;
  std::set<std::string> ids_;
  std::vector<TrecDocument> documents_;
};

}  // namespace

Outcome<std::vector<TrecDocument>> ParseTrecDocuments(
    const std::string& file, std::string_view contents) {
  return DocumentReader(file, contents).Read();
}

Outcome<std::vector<TrecDocument>> ReadTrecDocuments(
    const std::filesystem::path& path) {
  const auto contents = ReadFileContents(path, kMaxTrecFileBytes);
  if (!contents) return contents.error();
  return ParseTrecDocuments(path.string(), *contents);
}

}  // namespace answerbox::lab
