#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "engine/answer/evidence/thesaurus.h"
#include "tests/engine/answer/written_thesaurus.h"
#include "tests/engine/index_in_memory.h"

namespace answerbox::engine {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

class QuestionPhrasesTest : public testing::Test {
 protected:
  // The phrases that are found: their first neighbours, and what these stand
  // for.
  std::vector<std::string> Find(std::string_view question) {
    const QuestionTerms terms = AnalyzeQuestion(question, normalizer_, *arena_);
    std::vector<std::string> found;
    for (const QuestionPhrase& phrase :
         FindPhrases(terms, thesaurus_.get(), *arena_)) {
      std::string text(thesaurus_.get().At(phrase.neighbours.begin).term);
      for (std::size_t t = 0; t < terms.distinct.size(); ++t) {
        if ((phrase.terms >> t & 1) == 0) continue;
        text += ' ';
        text += terms.distinct[t].term;
      }
      found.push_back(text);
    }
    return found;
  }

  std::string KeyWords(std::string_view question) {
    const QuestionTerms terms = AnalyzeQuestion(question, normalizer_, *arena_);
    std::string text;
    for (const QuestionWord& word : terms.words) {
      const std::string_view key_word = KeyWordOf(terms, word);
      if (key_word.empty()) continue;
      if (!text.empty()) text += ' ';
      text += key_word;
    }
    return text;
  }

 private:
  TestArena arena_;
  TermNormalizer normalizer_{Profile::kDefault};
  OpenedThesaurus thesaurus_{{"blood sugar", {{"glucos", 1}}},
                             {"high blood sugar", {{"hyperglycaemia", 1}}},
                             {"how often", {{"daili", 0}}},
                             {"not sleep", {{"insomnia", 1}}},
                             {"sugar", {{"sucros", 1}}},
                             {"throw up", {{"vomit", 1}}},
                             {"up to", {{"maximum", 1}}}};
};

TEST_F(QuestionPhrasesTest, AreRunsOfWordsThatTheThesaurusKnows) {
  EXPECT_THAT(Find("When do babies throw up milk?"),
              ElementsAre("vomit throw"));
  EXPECT_THAT(Find("What is a blood sugar?"),
              ElementsAre("glucos blood sugar", "sucros sugar"));
  EXPECT_THAT(Find("Sugar, and blood?"), ElementsAre("sucros sugar"));
  EXPECT_THAT(Find("Throw it far up?"), IsEmpty());
}

TEST_F(QuestionPhrasesTest, MayBePartsOfEachOther) {
  EXPECT_THAT(Find("Is high blood sugar bad?"),
              ElementsAre("hyperglycaemia high blood sugar",
                          "glucos blood sugar", "sucros sugar"));
}

TEST_F(QuestionPhrasesTest, HaveNeitherArticlesNorPronouns) {
  EXPECT_EQ(KeyWords("Does the doctor look after your old people?"),
            "does doctor look after old peopl");
  EXPECT_THAT(Find("Does she throw it up?"), ElementsAre("vomit throw"));
}

TEST_F(QuestionPhrasesTest, TakeContractionsForNot) {
  EXPECT_THAT(Find("Why can't he sleep?"), ElementsAre("insomnia sleep"));
  EXPECT_THAT(Find("Why does he not sleep?"), ElementsAre("insomnia sleep"));
}

TEST_F(QuestionPhrasesTest, HaveATerm) {
  EXPECT_THAT(Find("Is this up to the nurse?"), IsEmpty());
}

TEST_F(QuestionPhrasesTest, MayBeOneTerm) {
  EXPECT_THAT(Find("Sugar?"), ElementsAre("sucros sugar"));
}

}  // namespace
}  // namespace answerbox::engine
