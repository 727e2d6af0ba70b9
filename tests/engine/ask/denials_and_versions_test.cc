// Small documents and what is answered of them: denials are not dropped, copies
// count once, versions that differ are told. The cases stand in
// denials_and_versions.tsv.
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

#include "engine/ask/ask.h"
#include "engine/index/reading/document_copies.h"
#include "tests/engine/index_in_memory.h"

namespace answerbox::engine {
namespace {

std::vector<std::string> Split(std::string_view text, std::string_view at) {
  std::vector<std::string> parts;
  for (std::size_t end = text.find(at); end != std::string_view::npos;
       end = text.find(at)) {
    parts.emplace_back(text.substr(0, end));
    text.remove_prefix(end + at.size());
  }
  parts.emplace_back(text);
  return parts;
}

struct AskedCase {
  std::vector<NamedText> documents;
  std::string question;
  std::vector<std::string> checks;
};

std::vector<AskedCase> ReadCases() {
  std::ifstream file(ANSWERBOX_SOURCE_DIR
                     "/tests/engine/ask/denials_and_versions.tsv");
  std::vector<AskedCase> cases;
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with('#')) continue;
    const auto fields = Split(line, "\t");
    AskedCase& read = cases.emplace_back();
    for (const std::string& document : Split(fields.at(0), " ## ")) {
      const auto parts = Split(document, " :: ");
      read.documents.push_back({parts.at(0), parts.at(1)});
    }
    read.question = fields.at(1);
    read.checks = Split(fields.at(2), "; ");
  }
  return cases;
}

// Whether the answer is what one check wants.
bool Passes(const Answer& answer, const std::string& check) {
  const std::size_t blank = std::min(check.find(' '), check.size());
  const std::string name = check.substr(0, blank);
  const std::string wanted = check.substr(std::min(blank + 1, check.size()));
  const FormedAnswer& best = answer.formed.front();
  const std::string found(answer.short_answer
                              ? answer.short_answer->In(best.decided.sentence)
                              : std::string_view());
  const auto holds = [](std::string_view text, std::string_view part) {
    return text.find(part) != std::string_view::npos;
  };
  if (name == "short") return found == wanted;
  if (name == "short-has") return holds(found, wanted);
  if (name == "short-lacks") return !holds(found, wanted);
  if (name == "short-lacks-unless") {
    const auto words = Split(wanted, " ~ ");
    return !holds(found, words.at(0)) || holds(found, words.at(1));
  }
  if (name == "no-short") return !answer.short_answer;
  if (name == "first") return holds(best.decided.sentence, wanted);
  if (name == "agree") return answer.differ.empty();
  if (name == "answers") return answer.formed.size() == std::stoul(wanted);
  if (name == "also") {
    return std::ranges::any_of(
        best.decided.also_in,
        [&](const CitedPlace& place) { return place.document == wanted; });
  }
  EXPECT_EQ(name, "differ");
  std::vector<std::string> values;
  for (const DifferentValue& value : answer.differ) {
    values.emplace_back(
        Slice(answer.formed[value.answer].decided.sentence, value.words));
  }
  return values == Split(wanted, " | ");
}

TEST(DenialsAndVersionsTest, EveryCaseIsAnsweredAsItsLineSays) {
  const auto cases = ReadCases();
  ASSERT_EQ(cases.size(), 59u);
  Workspace workspace;
  for (const AskedCase& one : cases) {
    const IndexInMemory index{std::span<const NamedText>(one.documents)};
    const LiveSegment segments[] = {index.live()};
    const DocumentCopies copies(segments);
    Question question{.text = one.question, .form = std::nullopt};
    question.answers = std::nullopt;
    question.copies = &copies;
    question.with_short = true;
    const auto answer = Ask(segments, question, workspace);
    ASSERT_TRUE(answer && !answer->formed.empty()) << one.question;
    for (const std::string& check : one.checks) {
      EXPECT_TRUE(Passes(*answer, check))
          << one.question << ": " << check << "\n"
          << answer->formed.front().text;
    }
  }
}

// The same bytes of confidence, whatever the number of copies.
TEST(DenialsAndVersionsTest, CopiesChangeNoConfidence) {
  const std::vector<NamedText> originals = {
      {"a.txt", "The fridge is set to 5 degrees. It hums."},
      {"b.txt", "The freezer is emptied each year. Fridges are cleaned."}};
  std::vector<double> confidences;
  for (const int times : {1, 2, 9}) {
    std::vector<NamedText> documents = originals;
    for (int i = 1; i < times; ++i) {
      for (const auto& [name, text] : originals) {
        documents.push_back({std::to_string(i) + name, text});
      }
    }
    const IndexInMemory index{std::span<const NamedText>(documents)};
    const LiveSegment segments[] = {index.live()};
    const DocumentCopies copies(segments);
    Workspace workspace;
    const auto answer = Ask(segments,
                            {.text = "To what is the fridge set?",
                             .form = std::nullopt,
                             .copies = &copies},
                            workspace);
    ASSERT_TRUE(answer && !answer->formed.empty());
    EXPECT_EQ(answer->formed.front().decided.also_in.size(),
              static_cast<std::size_t>(times - 1));
    confidences.push_back(answer->confidence);
  }
  EXPECT_EQ(confidences[0], confidences[1]);
  EXPECT_EQ(confidences[0], confidences[2]);
}

// A copy is asked where only it is wanted.
TEST(DenialsAndVersionsTest, ACopyIsAskedByItsName) {
  const std::vector<NamedText> documents = {
      {"a.txt", "The bell rings at noon."},
      {"b.txt", "The bell rings at noon."}};
  const IndexInMemory index{std::span<const NamedText>(documents)};
  const LiveSegment segments[] = {index.live()};
  const DocumentCopies copies(segments);
  const std::string_view only[] = {"b.txt"};
  Workspace workspace;
  const auto answer = Ask(segments,
                          {.text = "When does the bell ring?",
                           .documents = only,
                           .copies = &copies},
                          workspace);
  ASSERT_TRUE(answer && !answer->formed.empty());
  EXPECT_EQ(answer->formed.front().decided.document, "b.txt");
  EXPECT_TRUE(answer->formed.front().decided.also_in.empty());
}

}  // namespace
}  // namespace answerbox::engine
