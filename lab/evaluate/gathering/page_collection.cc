#include "lab/evaluate/gathering/page_collection.h"

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <utility>

#include "client/ingest/input_file.h"
#include "client/input/file_contents.h"
#include "lab/client.h"
#include "lab/evaluate/gathering/section_place.h"

namespace answerbox::lab {
namespace {

// A page that questions are asked about.
struct Page {
  std::size_t document = 0;
  std::string file;  // Its bytes.
};

using Pages = std::map<std::string, Page, std::less<>>;

Outcome<Pages> AddPages(const std::filesystem::path& folder,
                        EvaluatedCollection& collection) {
  const WalkResult found = FindDocuments({&folder, 1});
  if (!found.refused.empty()) {
    const NamedRejection& first = found.refused.front();
    return Rejected(first.name + ": " + first.rejection.message);
  }
  if (found.documents.empty()) {
    return Rejected(folder.string() + ": there is no document");
  }
  Pages pages;
  for (const FoundDocument& document : found.documents) {
    const auto content =
        LoadDocument(document.path, document.format, nullptr, document.within);
    if (!content) {
      return Rejected(document.path.string() + ": " + content.error().message);
    }
    auto file = ReadFileContents(document.path);
    if (!file) return file.error();
    pages[document.name] = {collection.size(), std::move(*file)};
    const auto added = collection.Add(
        document.name,
        {content->text, content->pages, content->headings, content->blocks});
    if (!added) return added.error();
  }
  const auto opened = collection.Open();
  if (!opened) return opened.error();
  return pages;
}

}  // namespace

Outcome<PageTargets> ReadPages(const std::filesystem::path& folder,
                               const std::vector<SectionQuestion>& questions,
                               const std::filesystem::path& questions_file,
                               EvaluatedCollection& collection) {
  const auto pages = AddPages(folder, collection);
  if (!pages) return pages.error();
  PageTargets targets;
  for (const SectionQuestion& question : questions) {
    const std::string name =
        questions_file.string() + ", line " + std::to_string(question.line);
    const auto page = pages->find(question.document);
    if (page == pages->end()) {
      return Rejected(name + ": there is no page " + question.document +
                      " in " + folder.string());
    }
    const auto text = collection.TextOf(page->second.document);
    if (!text) return text.error();
    const auto section =
        PlaceOfSection(page->second.file, question.begin, question.end, *text);
    if (!section) {
      ++targets.left_out;
      continue;
    }
    targets.targets.push_back({.name = name,
                               .question = question.text,
                               .answers = {{page->second.document, *section}}});
  }
  return targets;
}

}  // namespace answerbox::lab
