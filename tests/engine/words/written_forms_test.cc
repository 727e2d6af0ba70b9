// Other ways to write what a question says. The data has a line for each kind,
// and what only looks like it.
#include "engine/words/written_forms.h"

#include <gtest/gtest.h>

#include <fstream>
#include <string>
#include <string_view>
#include <vector>

#include "engine/words/synonyms.h"
#include "tests/engine/index_in_memory.h"

namespace answerbox::engine {
namespace {

class WrittenForms : public testing::Test {
 protected:
  // The forms of the question that the segments have, one a line.
  std::string FormsIn(std::span<const LiveSegment> segments,
                      std::string_view question, bool with_spelling = true) {
    const QuestionTerms terms = AnalyzeQuestion(question, normalizer_, arena_);
    const auto lookup = TermLookup::Find(segments, terms, arena_);
    FoundSynonyms found(arena_);
    if (!lookup || !AddWrittenForms(question, segments, terms, *lookup, found,
                                    normalizer_, arena_, with_spelling)) {
      ADD_FAILURE() << question;
      return {};
    }
    std::string forms;
    for (const QuestionSynonym& synonym : found.all()) {
      for (const std::string_view term : synonym.terms) {
        forms += std::string(term) + ' ';
      }
      forms += std::string(synonym.written) + '\n';
    }
    return forms;
  }
  std::string FormsIn(std::string_view text, std::string_view question,
                      bool with_spelling = true) {
    const std::string_view texts[] = {text};
    const IndexInMemory index{std::span<const std::string_view>(texts)};
    const LiveSegment segments[] = {index.live()};
    return FormsIn(segments, question, with_spelling);
  }

 private:
  TermNormalizer normalizer_{Profile::kDefault};
  std::vector<std::byte> storage_ =
      std::vector<std::byte>(std::size_t{64} << 20);
  Arena arena_{storage_};
};

TEST_F(WrittenForms, AreFoundAndLookAlikesAreNot) {
  std::ifstream file(ANSWERBOX_SOURCE_DIR
                     "/tests/engine/words/written_forms.tsv");
  std::string line;
  std::size_t cases = 0;
  while (std::getline(file, line)) {
    if (line.empty() || line[0] == '#') continue;
    const std::size_t tab = line.find('\t', 2);
    const std::string text = line.substr(2, tab - 2);
    const std::string forms = FormsIn(text, line.substr(tab + 1));
    EXPECT_EQ(!forms.empty(), line[0] == '+') << line << '\n' << forms;
    ++cases;
  }
  EXPECT_GE(cases, 80u);
}

TEST_F(WrittenForms, OtherSpellingsAreLeftOutWhereSpellingIsOff) {
  EXPECT_EQ(FormsIn("The centre is closed.", "What is the center?", false), "");
}

// Merging segments must not change answers.
TEST_F(WrittenForms, DoNotDependOnSegments) {
  const std::string name = "Dr Škvorecký runs the laboratory.";
  std::string others;
  for (int n = 0; n < 200; ++n) others += "é" + std::to_string(n) + "a ";
  const std::string_view apart[] = {name, others};
  const IndexInMemory both{std::span<const std::string_view>(apart)};
  const IndexInMemory first{std::span(apart).first(1)};
  const IndexInMemory second{std::span(apart).last(1)};
  const LiveSegment one[] = {both.live()};
  const LiveSegment two[] = {first.live(), second.live()};
  const LiveSegment turned[] = {second.live(), first.live()};
  const std::string_view question = "What does Dr Skvorecky run?";
  const std::string forms = FormsIn(one, question);
  EXPECT_NE(forms, "");
  EXPECT_EQ(FormsIn(two, question), forms);
  EXPECT_EQ(FormsIn(turned, question), forms);
}

}  // namespace
}  // namespace answerbox::engine
