#include "lab/evaluate/corpus/corpus.h"

#include <algorithm>
#include <utility>

#include "client/input/file_contents.h"
#include "lab/client.h"

namespace answerbox::lab {

std::size_t CountQuestions(const std::vector<CorpusArticle>& articles) {
  std::size_t count = 0;
  for (const CorpusArticle& article : articles) {
    for (const CorpusParagraph& paragraph : article.paragraphs) {
      count += paragraph.questions.size();
    }
  }
  return count;
}

Outcome<std::vector<std::string>> ReadTitles(
    const std::filesystem::path& path) {
  const auto contents = ReadFileContents(path);
  if (!contents) return contents.error();
  std::vector<std::string> titles;
  std::size_t begin = 0;
  while (begin < contents->size()) {
    const std::size_t end =
        std::min(contents->find('\n', begin), contents->size());
    std::string title = contents->substr(begin, end - begin);
    if (!title.empty() && title.back() == '\r') title.pop_back();
    if (!title.empty()) titles.push_back(std::move(title));
    begin = end + 1;
  }
  return titles;
}

Outcome<void> SelectArticles(const std::filesystem::path& titles_file,
                             Selection selection,
                             std::vector<CorpusArticle>& articles) {
  if (titles_file.empty()) return {};
  const auto titles = ReadTitles(titles_file);
  if (!titles) return titles.error();
  for (const std::string& title : *titles) {
    if (std::ranges::find(articles, title, &CorpusArticle::title) ==
        articles.end()) {
      return Rejected(titles_file.string() + ": no article is called \"" +
                      title + "\"");
    }
  }
  std::erase_if(articles, [&](const CorpusArticle& article) {
    const bool is_named =
        std::ranges::find(*titles, article.title) != titles->end();
    return is_named == (selection == Selection::kDrop);
  });
  return {};
}

}  // namespace answerbox::lab
