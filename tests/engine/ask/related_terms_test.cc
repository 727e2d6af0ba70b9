// Whether retrieval looks for the words of the thesaurus.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string_view>
#include <vector>

#include "engine/ask/ask.h"
#include "engine/ask/inquiry.h"
#include "engine/ask/search.h"
#include "tests/engine/answer/written_thesaurus.h"
#include "tests/engine/index_in_memory.h"

namespace answerbox::engine {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

// Documents of a chunk each, all of about the same length.
class RelatedTerms : public testing::Test {
 protected:
  // The best sentences of the passages that are found.
  std::vector<std::string_view> Find(std::string_view words,
                                     const Thesaurus& thesaurus,
                                     bool with_thesaurus = true) {
    const LiveSegment segments[] = {index_.live()};
    PassageQuery query{.words = words};
    query.thesaurus = &thesaurus;
    query.with_thesaurus = with_thesaurus;
    const auto list = Search(segments, query, workspace_);
    EXPECT_TRUE(list);
    std::vector<std::string_view> found;
    for (const Passage& passage : list->passages) {
      found.push_back(passage.best.sentence);
    }
    return found;
  }

 private:
  const IndexInMemory index_{
      {"Myocardial infarction kills quickly.",
       "Heart murmurs seldom need care.", "Physicians visit the ward daily.",
       "Hospitalisation is seldom needed.", "A doctor came by yesterday."}};
  Workspace workspace_;
};

TEST_F(RelatedTerms, AreFoundAfterTheWordItself) {
  const OpenedThesaurus thesaurus{{"doctor", {{"physician", 1}}}};
  EXPECT_THAT(Find("doctor", thesaurus.get()),
              ElementsAre("A doctor came by yesterday.",
                          "Physicians visit the ward daily."));
  EXPECT_THAT(Find("doctor", thesaurus.get(), false),
              ElementsAre("A doctor came by yesterday."));
}

TEST_F(RelatedTerms, AreFoundWhereNoDocumentHasTheWord) {
  const OpenedThesaurus thesaurus{{"medic", {{"physician", 1}}}};
  EXPECT_THAT(Find("medic", thesaurus.get()),
              ElementsAre("Physicians visit the ward daily."));
}

TEST_F(RelatedTerms, CountLessIfTheLexiconHasThemTheOtherWayRound) {
  const OpenedThesaurus thesaurus{
      {"medic", {{"doctor", 1 | kFlagBackward}, {"physician", 1}}}};
  EXPECT_THAT(Find("medic", thesaurus.get()),
              ElementsAre("Physicians visit the ward daily.",
                          "A doctor came by yesterday."));
}

TEST_F(RelatedTerms, MayBeOtherFormsOfTheWord) {
  const OpenedThesaurus thesaurus{{"hospit", {{"hospitalis", 1 | kFlagAlike}}}};
  EXPECT_THAT(Find("hospital", thesaurus.get()),
              ElementsAre("Hospitalisation is seldom needed."));
}

TEST_F(RelatedTerms, StandForAPhraseAndMayBeOne) {
  const OpenedThesaurus thesaurus{{"heart attack", {{"myocardi infarct", 1}}},
                                  {"heart", {{"physician", 1}}}};
  // The neighbours of the phrase's words are not looked for.
  EXPECT_THAT(Find("heart attack", thesaurus.get()),
              ElementsAre("Heart murmurs seldom need care.",
                          "Myocardial infarction kills quickly."));
}

TEST_F(RelatedTerms, AreNotLookedForInProfilePaper) {
  const IndexInMemory index({"Physicians visit."}, Profile::kPaper);
  const LiveSegment segments[] = {index.live()};
  Workspace workspace;
  const OpenedThesaurus thesaurus{{"doctor", {{"physician", 1}}}};
  PassageQuery query{.words = "doctor"};
  query.thesaurus = &thesaurus.get();
  const auto list = Search(segments, query, workspace);
  ASSERT_TRUE(list);
  EXPECT_THAT(list->passages, IsEmpty());
}

TEST_F(RelatedTerms, CountAsWork) {
  const IndexInMemory index({"A doctor came.", "Physicians visit."});
  const LiveSegment segments[] = {index.live()};
  Workspace workspace;
  const OpenedThesaurus thesaurus{{"doctor", {{"physician", 1}}}};
  Question question{.text = "doctor", .max_work = 100};
  question.thesaurus = &thesaurus.get();
  // Two postings, and the sentences of two chunks.
  EXPECT_EQ(Ask(segments, question, workspace)->work, 4u);
  question.with_thesaurus = false;
  EXPECT_EQ(Ask(segments, question, workspace)->work, 2u);
}

// However many neighbours there are, each concept keeps its first ones.
TEST_F(RelatedTerms, AreBoundedInNumber) {
  std::map<std::string, WrittenNeighbours> words;
  std::string question;
  for (char head = 'a'; head <= 'z'; ++head) {
    const std::string word = std::string("head") + head;
    question += word + ' ';
    words[word] = {{"physician", 1}};
    for (int i = 1; i < 40; ++i) {
      words[word].emplace_back(
          word + static_cast<char>('a' + i % 26) + std::to_string(i), 1);
    }
  }
  const auto bytes = WriteThesaurus(words);
  const Thesaurus thesaurus = *Thesaurus::Open(bytes);
  EXPECT_THAT(Find(question, thesaurus),
              ElementsAre("Physicians visit the ward daily."));
}

}  // namespace
}  // namespace answerbox::engine
