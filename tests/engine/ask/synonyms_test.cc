// What synonyms of a collection change.
#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <vector>

#include "engine/ask/ask.h"
#include "engine/ask/inquiry.h"
#include "engine/ask/search.h"
#include "tests/engine/ask/owned_answer.h"
#include "tests/engine/index_in_memory.h"

namespace answerbox::engine {
namespace {

constexpr std::string_view kSynonymPage =
    "Dipyrone is given every six hours. The key hangs in the office. "
    "A myocardial infarction is treated at once. Bandages lie in the drawer.";

class AskingWithSynonyms : public testing::Test {
 protected:
  OwnedAnswer Ask(std::string_view text, const Synonyms* synonyms,
                  double theta = 0.0) {
    return Ask({.text = text,
                .theta = theta,
                .with_spelling = true,
                .synonyms = synonyms,
                .with_thesaurus = false});
  }
  OwnedAnswer Ask(const Question& question) {
    const LiveSegment segments[] = {index_.live()};
    const auto answer = engine::Ask(segments, question, workspace_);
    EXPECT_TRUE(answer);
    return OwnedAnswer(*answer);
  }

  PassageList Search(std::string_view words, const Synonyms* synonyms) {
    const LiveSegment segments[] = {index_.live()};
    const auto list = engine::Search(
        segments,
        {.words = words, .synonyms = synonyms, .with_thesaurus = false},
        workspace_);
    EXPECT_TRUE(list);
    return *list;
  }

  static inline TermNormalizer normalizer_{Profile::kDefault};
  const Synonyms synonyms_{
      std::get<0>(ReadSynonymFile("metamizole, dipyrone\n"
                                  "heart attack => myocardial infarction\n")),
      normalizer_};

 private:
  IndexInMemory index_{{kSynonymPage}};
  Workspace workspace_;
};

TEST_F(AskingWithSynonyms, ASynonymFindsAndAnswersAsTheWordItself) {
  EXPECT_EQ(Ask("metamizole", nullptr).answer().refusal,
            RefusalReason::kNoEvidence);
  const auto meant = Ask("When is dipyrone given?", &synonyms_);
  const auto asked = Ask("When is metamizole given?", &synonyms_);
  ASSERT_FALSE(asked.answer().refusal);
  EXPECT_EQ(asked.answer().citations[0].sentence,
            "Dipyrone is given every six hours.");
  EXPECT_GT(asked.answer().confidence,
            Ask("When is metamizole given?", nullptr).answer().confidence);
  EXPECT_NEAR(asked.answer().confidence, meant.answer().confidence, 0.1);
}

TEST_F(AskingWithSynonyms, ARefusalForItsWorkShowsWhatASynonymFound) {
  Question question{.text = "metamizole", .synonyms = &synonyms_};
  question.max_work = 2;
  const OwnedAnswer owned = Ask(question);
  const Answer& refused = owned.answer();
  EXPECT_EQ(refused.refusal, RefusalReason::kBudget);
  ASSERT_EQ(refused.citations.size(), 1u);
  EXPECT_EQ(refused.citations[0].sentence,
            "Dipyrone is given every six hours.");
}

TEST(Synonyms, ARareOneWeighsNoMoreThanItsWord) {
  // A chunk for each document.
  const IndexInMemory index(
      {"The lung.", "Lung cancer.", "A lung.", "Pulmonary cancer."});
  const LiveSegment segments[] = {index.live()};
  TermNormalizer normalizer(Profile::kDefault);
  const Synonyms synonyms(
      std::get<0>(ReadSynonymFile("lung => pulmonary, lunger")), normalizer);
  Workspace workspace;
  const auto inquiry = Analyze(
      segments,
      {.text = "lung cancer", .synonyms = &synonyms, .with_thesaurus = false},
      workspace);
  ASSERT_TRUE(inquiry);
  const TermLookup& retrieval = inquiry->retrieval;
  ASSERT_EQ(retrieval.term_count(), 4u);  // lung, cancer, pulmonary, lunger
  EXPECT_EQ(retrieval.chunk_frequency(2), 1u);
  const auto weighed = [&](std::size_t term) {
    const auto frequencies = retrieval.weighed_frequencies(term);
    return std::vector(frequencies.begin(), frequencies.end());
  };
  using Frequencies = std::vector<std::uint64_t>;
  EXPECT_EQ(weighed(2), Frequencies({4}));  // With those of "lung".
  EXPECT_EQ(weighed(0), Frequencies({3}));
  EXPECT_EQ(weighed(1), Frequencies({2}));
}

// Documents of a chunk each, asked with one rule.
class AskingForAPhrase : public testing::Test {
 protected:
  OwnedAnswer Ask(std::string_view rule, std::string_view text) {
    const LiveSegment segments[] = {index_.live()};
    const Synonyms synonyms(std::get<0>(ReadSynonymFile(rule)), normalizer_);
    const auto answer = engine::Ask(
        segments, {.text = text, .synonyms = &synonyms}, workspace_);
    EXPECT_TRUE(answer);
    return OwnedAnswer(*answer);
  }
  PassageList Search(std::string_view rule, std::string_view words) {
    const LiveSegment segments[] = {index_.live()};
    synonyms_.emplace(std::get<0>(ReadSynonymFile(rule)), normalizer_);
    const auto list = engine::Search(
        segments,
        {.words = words, .synonyms = &*synonyms_, .with_thesaurus = false},
        workspace_);
    EXPECT_TRUE(list);
    return *list;
  }

  TermNormalizer normalizer_{Profile::kDefault};

 private:
  IndexInMemory index_{{
      "The health of the village. A team of health workers meets on Monday.",
      "The village health team meets on Friday.",
      "A VHT meets on Sunday.",
  }};
  std::optional<Synonyms> synonyms_;
  Workspace workspace_;
};

constexpr std::string_view kTeamRule = "VHT, village health team";

TEST_F(AskingForAPhrase, ItsWordsAloneAreNotFound) {
  const PassageList list = Search(kTeamRule, "VHT");
  ASSERT_EQ(list.passages.size(), 2u);
  for (const Passage& passage : list.passages) {
    EXPECT_NE(passage.best.document, "document-0");
  }
  EXPECT_TRUE(Search("VHT, village health hut", "vht").passages.size() == 1);
}

TEST_F(AskingForAPhrase, IsSetOffWhole) {
  const PassageList list = Search(kTeamRule, "VHT meets");
  for (const Passage& passage : list.passages) {
    const std::size_t words = passage.best.document == "document-1"   ? 4
                              : passage.best.document == "document-2" ? 2
                                                                      : 1;
    EXPECT_EQ(passage.matches.size(), words) << passage.best.document;
  }
  EXPECT_EQ(list.passages.size(), 3u);
}

TEST_F(AskingForAPhrase, AnswersAsTheShortForm) {
  const auto owned = Ask(kTeamRule, "When does the VHT meet?");
  const Answer& answer = owned.answer();
  ASSERT_GE(answer.citations.size(), 2u);
  EXPECT_NE(answer.citations[0].document, "document-0");
  EXPECT_NE(answer.citations[1].document, "document-0");
}

TEST_F(AskingForAPhrase, AWordMeetsAPhraseWhole) {
  const auto met = Ask(kTeamRule, "When does the village health team meet?");
  ASSERT_GE(met.answer().citations.size(), 2u);
  EXPECT_NE(met.answer().citations[0].document, "document-0");
  EXPECT_EQ(met.answer().citations[1].document, "document-2");
}

TEST_F(AskingWithSynonyms, ASearchFindsThemAndSetsThemOff) {
  EXPECT_TRUE(Search("metamizole", nullptr).passages.empty());
  const PassageList list = Search("metamizole", &synonyms_);
  ASSERT_EQ(list.passages.size(), 1u);
  const Passage& passage = list.passages.front();
  EXPECT_EQ(passage.best.sentence, "Dipyrone is given every six hours.");
  ASSERT_EQ(passage.matches.size(), 1u);
  EXPECT_EQ(passage.matches[0], (ByteRange{0, 8}));
}

TEST_F(AskingWithSynonyms, APhraseFindsAPhrase) {
  const auto asked = Ask("How is a heart attack treated?", &synonyms_);
  ASSERT_FALSE(asked.answer().refusal);
  EXPECT_EQ(asked.answer().citations[0].sentence,
            "A myocardial infarction is treated at once.");
}

TEST_F(AskingWithSynonyms, AWordThatASynonymMeetsIsNotMissing) {
  const auto refused = Ask("Who gives metamizole?", &synonyms_, 1.0);
  ASSERT_EQ(refused.answer().refusal, RefusalReason::kWeakEvidence);
  for (const RefusedWord& word : refused.answer().refused_words.words) {
    if (word.text == "metamizole") {
      EXPECT_EQ(word.place, WordPlace::kSentence);
    }
  }
}

TEST_F(AskingWithSynonyms, AWordWithASynonymIsNotMisspelt) {
  const std::string_view question = "Where are the bandagas?";
  EXPECT_EQ(Ask(question, nullptr).answer().respelt.size(), 1u);
  const Synonyms synonyms(std::get<0>(ReadSynonymFile("bandagas => key")),
                          normalizer_);
  const auto asked = Ask(question, &synonyms);
  EXPECT_TRUE(asked.answer().respelt.empty());
  ASSERT_FALSE(asked.answer().refusal);
  EXPECT_EQ(asked.answer().citations[0].sentence,
            "The key hangs in the office.");
}

TEST_F(AskingWithSynonyms, OtherQuestionsGetTheSameBytes) {
  const auto with = Ask("Where is the key?", &synonyms_);
  const auto without = Ask("Where is the key?", nullptr);
  EXPECT_EQ(with.answer().confidence, without.answer().confidence);
  EXPECT_EQ(with.answer().citations[0].score_bits,
            without.answer().citations[0].score_bits);
}

}  // namespace
}  // namespace answerbox::engine
