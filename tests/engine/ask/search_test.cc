#include "engine/ask/search.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/engine/index_in_memory.h"

namespace answerbox::engine {
namespace {

constexpr std::string_view kFridgeInHall =
    "The fridge is in the hall. Vaccines are kept between 2 and 8 degrees.";
constexpr std::string_view kRubbing =
    "Hands are rubbed for 30 seconds. Gloves are no replacement for it.";

class SearchTest : public testing::TestWithParam<Arithmetic> {
 protected:
  PassageList Found(const IndexInMemory& index, PassageQuery query) {
    const LiveSegment segments[] = {index.live()};
    query.arithmetic = GetParam();
    const auto list = Search(segments, query, workspace_);
    EXPECT_TRUE(list);
    return *list;
  }
  // Offsets of all passages, page by page.
  std::vector<std::string> AllPages(const IndexInMemory& index,
                                    std::string_view words, std::size_t count) {
    std::vector<std::string> shown;
    for (std::size_t from = 1;;) {
      const PassageList page =
          Found(index, {.words = words, .from = from, .count = count});
      for (const Passage& passage : page.passages) {
        shown.push_back(std::string(passage.best.document) + " " +
                        std::to_string(passage.offsets.begin));
      }
      EXPECT_TRUE(page.has_more || page.total == shown.size());
      if (!page.has_more) return shown;
      EXPECT_FALSE(page.passages.empty());
      from += page.passages.size();
    }
  }

  Workspace workspace_;
};

TEST_P(SearchTest, ListsThePassageWithItsPlaceAndItsWords) {
  const IndexInMemory index({kRubbing, kFridgeInHall});
  const PassageList list = Found(index, {.words = "vaccine degrees"});
  ASSERT_EQ(list.passages.size(), 1u);
  const Passage& passage = list.passages.front();
  EXPECT_EQ(passage.text, kFridgeInHall);
  EXPECT_EQ(passage.offsets, (ByteRange{0, 69}));
  EXPECT_EQ(passage.best.document, "document-1");
  EXPECT_EQ(passage.best.offsets, (ByteRange{27, 69}));
  ASSERT_EQ(passage.matches.size(), 2u);
  EXPECT_EQ(passage.matches[0], (ByteRange{27, 35}));
  EXPECT_EQ(passage.matches[1], (ByteRange{61, 68}));
  EXPECT_EQ(list.total, 1u);
  EXPECT_FALSE(list.has_more);
}

TEST_P(SearchTest, ListsThePassageWithMoreOfTheWordsFirst) {
  const IndexInMemory index(
      {"Gloves are in the hall.", "Gloves are worn with masks."});
  const PassageList list = Found(index, {.words = "gloves masks"});
  ASSERT_EQ(list.passages.size(), 2u);
  EXPECT_EQ(list.passages[0].best.document, "document-1");
  EXPECT_GT(list.passages[0].score, list.passages[1].score);
}

TEST_P(SearchTest, SaysWhyThereIsNothing) {
  const IndexInMemory index({kFridgeInHall});
  EXPECT_EQ(Found(index, {.words = "the of"}).refusal,
            RefusalReason::kEmptyQuestion);
  const PassageList list = Found(index, {.words = "zebra"});
  EXPECT_EQ(list.refusal, RefusalReason::kNoEvidence);
  EXPECT_EQ(list.total, 0u);
  EXPECT_EQ(Search({}, {.words = "zebra"}, workspace_)->refusal,
            RefusalReason::kNoDocuments);
}

TEST_P(SearchTest, OfSomeDocumentsListsNoOthers) {
  const IndexInMemory index({kFridgeInHall, kFridgeInHall});
  const std::string_view second[] = {"*-1"};
  const PassageList list =
      Found(index, {.words = "vaccines", .documents = second});
  ASSERT_EQ(list.passages.size(), 1u);
  EXPECT_EQ(list.passages[0].best.document, "document-1");
}

// Small chunks that overlap, so that many hold the same best sentence.
TEST_P(SearchTest, PagesFitTogetherAndNoSentenceComesTwice) {
  std::vector<std::string> texts(9);
  for (int i = 0; i < 300; ++i) {
    texts[static_cast<std::size_t>(i % 9)] +=
        "Ward " + std::to_string(i) + (i % 2 == 0 ? " has" : " lacks") +
        " a fridge for its vaccines and its key.\n\n";
  }
  const std::vector<std::string_view> views(texts.begin(), texts.end());
  const IndexInMemory index(views, Profile::kDefault, {24, 12});
  const auto whole = AllPages(index, "fridge has key", 100);
  EXPECT_GT(whole.size(), 40u);  // More than are sorted by word pairs.
  for (const std::size_t count : {1u, 7u, 33u}) {
    EXPECT_EQ(AllPages(index, "fridge has key", count), whole) << count;
  }
  auto sorted = whole;
  std::ranges::sort(sorted);
  EXPECT_EQ(std::ranges::adjacent_find(sorted), sorted.end());
}

TEST_P(SearchTest, CutsALongSentenceBetweenWords) {
  std::string text = "The fridge";
  for (int i = 0; i < 200; ++i) text += " and caf\xC3\xA9s";
  const IndexInMemory index({text + "."});
  const Passage passage = Found(index, {.words = "fridge"}).passages.front();
  EXPECT_LE(passage.text.size(), 400u);
  EXPECT_TRUE(passage.text.ends_with("and") ||
              passage.text.ends_with("caf\xC3\xA9s"));
}

TEST_P(SearchTest, WorksInProfilePaper) {
  const IndexInMemory index({kRubbing, kFridgeInHall}, Profile::kPaper);
  const PassageList list = Found(index, {.words = "vaccines"});
  ASSERT_EQ(list.passages.size(), 1u);
  EXPECT_EQ(list.passages[0].best.document, "document-1");
  EXPECT_EQ(list.total, 1u);
}

INSTANTIATE_TEST_SUITE_P(Arithmetics, SearchTest,
                         testing::Values(Arithmetic::kFixed,
                                         Arithmetic::kFloat));

}  // namespace
}  // namespace answerbox::engine
