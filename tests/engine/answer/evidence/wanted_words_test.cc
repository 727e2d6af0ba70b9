#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "engine/answer/evidence/soft_matches.h"
#include "engine/index/format/short_bytes.h"
#include "tests/engine/answer/opened_related_words.h"
#include "tests/engine/answer/written_thesaurus.h"
#include "tests/engine/index_in_memory.h"

namespace answerbox::engine {
namespace {

using testing::AllOf;
using testing::Field;
using testing::IsEmpty;
using testing::UnorderedElementsAre;

auto Wanted(std::string_view text, std::uint64_t question_terms, MatchKind kind,
            Similarity similarity) {
  return AllOf(Field("text", &WantedWord::text, text),
               Field("prefix", &WantedWord::prefix, PrefixOf(text)),
               Field("terms", &WantedWord::question_terms, question_terms),
               Field("kind", &WantedWord::kind, kind),
               Field("similarity", &WantedWord::similarity, similarity));
}

class WantedWordsTest : public testing::Test {
 protected:
  std::span<const WantedWord> Find(std::string_view question,
                                   const RelatedSources& sources) {
    TermNormalizer normalizer(Profile::kDefault);
    return FindWantedWords(AnalyzeQuestion(question, normalizer, *arena_),
                           sources, *arena_);
  }

  TestArena arena_;
};

TEST_F(WantedWordsTest, AreThoseOfEachSource) {
  const OpenedRelatedWords pairs{
      {"pump", "motor", 128}, {"pump", "valv", 200}, {"sink", "belt", 90}};
  const OpenedThesaurus thesaurus(
      {{"pump", {{"motor", 1}}}, {"sink", {{"belt", 0}}}});
  EXPECT_THAT(
      Find("spring pump", {&pairs.get(), &thesaurus.get()}),
      UnorderedElementsAre(
          Wanted("autumn", 1, MatchKind::kOpposite, 0),
          Wanted("motor", 2, MatchKind::kRelated, kSame / 2),
          Wanted("valv", 2, MatchKind::kRelated, kSame / 256 * 200),
          Wanted("motor", 2, MatchKind::kNeighbour, kSame / 256 * 230)));
}

TEST_F(WantedWordsTest, StandForAllTermsOfAPhrase) {
  const OpenedThesaurus thesaurus({{"blood sugar", {{"glucos", 1}}}});
  EXPECT_THAT(Find("high blood sugar", {nullptr, &thesaurus.get()}),
              testing::Contains(Wanted("glucos", 0b110, MatchKind::kNeighbour,
                                       kSame / 256 * 230)));
  EXPECT_THAT(Find("pump sugar", {nullptr, &thesaurus.get()}), IsEmpty());
}

TEST_F(WantedWordsTest, AreNoneWithoutSources) {
  EXPECT_THAT(Find("pump", {}), IsEmpty());
}

TEST_F(WantedWordsTest, AreNotEmpty) {
  const OpenedRelatedWords pairs{{"pump", "", 255}};
  EXPECT_THAT(Find("pump", {&pairs.get(), nullptr}), IsEmpty());
}

}  // namespace
}  // namespace answerbox::engine
