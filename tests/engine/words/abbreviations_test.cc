#include "engine/words/abbreviations.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "engine/retrieval/asked_documents.h"
#include "tests/engine/index_in_memory.h"

namespace answerbox::engine {
namespace {

class AbbreviationsOf : public testing::Test {
 protected:
  std::span<const AbbreviationMatch> Find(std::span<const LiveSegment> segments,
                                          std::string_view question) {
    const QuestionTerms terms = AnalyzeQuestion(question, normalizer_, *arena_);
    const auto lookup = TermLookup::Find(segments, terms, *arena_);
    EXPECT_TRUE(lookup);
    const auto found = FindAbbreviationsOf(question, segments, terms, *lookup,
                                           normalizer_, *arena_);
    EXPECT_TRUE(found);
    return *found;
  }
  // "words=also" for each, with a "|" between them.
  std::string Shown(std::span<const LiveSegment> segments,
                    std::string_view question) {
    std::string text;
    for (const AbbreviationMatch& match : Find(segments, question)) {
      if (match.shown.also.empty()) continue;
      if (!text.empty()) text += '|';
      text +=
          std::string(match.shown.words) + "=" + std::string(match.shown.also);
    }
    return text;
  }
  std::string Shown(const IndexInMemory& index, std::string_view question) {
    const LiveSegment segments[] = {index.live()};
    return Shown(segments, question);
  }

  TermNormalizer normalizer_{Profile::kDefault};
  TestArena arena_;
};

TEST_F(AbbreviationsOf, AreFoundByBothForms) {
  const IndexInMemory index({"Ask the village\nhealth team (VHT)."});
  EXPECT_EQ(Shown(index, "Who is in the VHT?"), "VHT=village health team");
  EXPECT_EQ(Shown(index, "who pays village health teams"),
            "village health teams=VHT");
  EXPECT_EQ(Shown(index, "the health team of the village"), "");
}

TEST_F(AbbreviationsOf, StandForTheirRunOfTerms) {
  const IndexInMemory index({"Ask the village health team (VHT)."});
  const LiveSegment segments[] = {index.live()};
  const auto by_long = Find(segments, "pay village health team");
  ASSERT_EQ(by_long.size(), 2u);
  EXPECT_EQ(by_long[1].synonym.terms[0], "vhts");
  EXPECT_TRUE(by_long[1].shown.also.empty());
  EXPECT_FALSE(by_long[0].is_short);
  EXPECT_TRUE(by_long[0].synonym.is_capital);
  EXPECT_EQ(by_long[0].synonym.terms.size(), 1u);
  const auto run = by_long[0].synonym.run;
  EXPECT_EQ(std::vector<int>(run.begin(), run.end()), std::vector({1, 2, 3}));
  const auto by_short = Find(segments, "VHT");
  ASSERT_EQ(by_short.size(), 2u);
  EXPECT_EQ(by_short[1].synonym.terms[0], "vhts");
  EXPECT_TRUE(by_short[1].synonym.is_capital);
  EXPECT_TRUE(by_short[0].is_short);
  EXPECT_FALSE(by_short[0].synonym.is_capital);
  EXPECT_EQ(by_short[0].synonym.terms.size(), 3u);
  EXPECT_EQ(by_short[0].synonym.terms[0], "villag");
}

TEST_F(AbbreviationsOf, MayBePluralsInTheQuestion) {
  const IndexInMemory index({"Ask the village health teams (VHTs).",
                             "All non-steroidal drugs (NSD) help.",
                             "A bus (BUS) stops."});
  EXPECT_EQ(Shown(index, "What do VHTs do?"), "VHTs=village health teams");
  EXPECT_EQ(Shown(index, "What does a VHT do?"), "VHT=village health teams");
  EXPECT_EQ(Shown(index, "NSDs"), "NSDs=non-steroidal drugs");
  const LiveSegment segments[] = {index.live()};
  const auto plural = Find(segments, "VHTs");
  ASSERT_EQ(plural.size(), 2u);
  EXPECT_EQ(plural[1].synonym.terms[0], "vht");
}

TEST_F(AbbreviationsOf, OfSeveralDefinitionsAllCount) {
  const IndexInMemory index({"multiple sclerosis (MS)", "mitral stenosis (MS)",
                             "Multiple sclerosis (MS)"});
  const std::string shown = Shown(index, "What is MS?");
  EXPECT_NE(shown.find("MS=mitral stenosis"), std::string::npos) << shown;
  EXPECT_EQ(std::ranges::count(shown, '='), 2) << shown;
}

TEST_F(AbbreviationsOf, OfRemovedDocumentsVanish) {
  IndexInMemory index({"multiple sclerosis (MS)", "mitral stenosis (MS)"});
  index.Remove(0);
  EXPECT_EQ(Shown(index, "What is MS?"), "MS=mitral stenosis");
  index.Remove(1);
  EXPECT_EQ(Shown(index, "What is MS?"), "");
}

TEST_F(AbbreviationsOf, AreThoseOfTheDocumentsThatAreAsked) {
  const IndexInMemory index(
      {"multiple sclerosis (MS)", "mitral stenosis (MS)"});
  const LiveSegment segments[] = {index.live()};
  const std::string_view patterns[] = {"document-1"};
  const auto asked = WithinDocuments(segments, patterns, *arena_);
  ASSERT_TRUE(asked);
  EXPECT_EQ(Shown(*asked, "What is MS?"), "MS=mitral stenosis");
}

TEST_F(AbbreviationsOf, DoNotDependOnTheSegments) {
  const IndexInMemory whole({"big ark (BA)", "big apple (BA)", "bad air (BA)",
                             "blue ant (BA)", "best aim (BA)", "bent arm (BA)",
                             "bare act (BA)", "bold age (BA)", "buy ale (BA)",
                             "bin ash (BA)"});
  const IndexInMemory first({"bin ash (BA)", "bad air (BA)", "bent arm (BA)",
                             "best aim (BA)", "big apple (BA)"});
  const IndexInMemory second({"bold age (BA)", "buy ale (BA)", "big ark (BA)",
                              "bare act (BA)", "blue ant (BA)"});
  const LiveSegment together[] = {whole.live()};
  const LiveSegment apart[] = {first.live(), second.live()};
  const LiveSegment turned[] = {second.live(), first.live()};
  const std::string shown = Shown(together, "the BA");
  EXPECT_EQ(std::ranges::count(shown, '='), kMaxAbbreviationMeanings);
  EXPECT_EQ(Shown(apart, "the BA"), shown);
  EXPECT_EQ(Shown(turned, "the BA"), shown);
}

TEST_F(AbbreviationsOf, AreNeitherInProfilePaperNorWithoutDefinitions) {
  EXPECT_EQ(Shown(IndexInMemory({"the VHT is a village health team"}), "VHT"),
            "");
  const IndexInMemory paper({"village health team (VHT)"}, Profile::kPaper);
  EXPECT_EQ(paper.reader().abbreviation_count(), 0u);
}

}  // namespace
}  // namespace answerbox::engine
