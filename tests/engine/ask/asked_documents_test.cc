// Questions of some documents of a collection.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "engine/ask/ask.h"
#include "tests/engine/index_in_memory.h"

namespace answerbox::engine {
namespace {

const std::vector<NamedText> kLibrary = {
    {"guides/fridge.md", "Vaccines are kept between 2 and 8 degrees."},
    {"guides/freezer.md", "Vaccines are kept at -20 degrees in the freezer."},
    {"notes.md", "Vaccines are kept in the cellar. Degrees are not known."},
};

class AskedDocuments : public testing::TestWithParam<Profile> {
 protected:
  Result<Answer> Ask(std::span<const std::string_view> documents,
                     const IndexInMemory& index) {
    const LiveSegment segments[] = {index.live()};
    Question question{.text = "At how many degrees are vaccines kept?"};
    question.documents = documents;
    question.runners_up = kMaxRunnersUp;
    return engine::Ask(segments, question, workspace_);
  }
  // The documents that the answer and its runners-up are from.
  std::vector<std::string> Cited(std::span<const std::string_view> documents) {
    const IndexInMemory index(kLibrary, GetParam());
    const auto answer = Ask(documents, index);
    EXPECT_TRUE(answer);
    std::vector<std::string> cited;
    for (const Citation& citation : answer->citations) {
      cited.emplace_back(citation.document);
    }
    std::ranges::sort(cited);
    cited.erase(std::unique(cited.begin(), cited.end()), cited.end());
    return cited;
  }

  Workspace workspace_;
};

using Names = std::vector<std::string>;

TEST_P(AskedDocuments, AnswerAlone) {
  EXPECT_EQ(Cited({}).size(), 3u);
  for (const auto& [name, text] : kLibrary) {
    const std::string_view pattern[] = {name};
    EXPECT_EQ(Cited(pattern), Names{name});
  }
}

TEST_P(AskedDocuments, AreThoseOfAnyPattern) {
  const std::string_view folder[] = {"guides/*"};
  EXPECT_EQ(Cited(folder), (Names{"guides/freezer.md", "guides/fridge.md"}));
  const std::string_view two[] = {"*freez*", "note?.md"};
  EXPECT_EQ(Cited(two), (Names{"guides/freezer.md", "notes.md"}));
}

TEST_P(AskedDocuments, ThatDoNotExistAreAnErrorThatTellsWhich) {
  const IndexInMemory index(kLibrary, GetParam());
  const std::string_view patterns[] = {"notes.md", "guides/*.pdf"};
  const auto answer = Ask(patterns, index);
  ASSERT_FALSE(answer);
  EXPECT_EQ(answer.error(),
            (Error{ErrorCode::kNoSuchDocument, "documents", 1}));
}

TEST_P(AskedDocuments, ThatWereRemovedDoNotExist) {
  IndexInMemory index(kLibrary, GetParam());
  index.Remove(2);
  const std::string_view removed[] = {"notes.md"};
  EXPECT_EQ(Ask(removed, index).error().code, ErrorCode::kNoSuchDocument);
  if (GetParam() == Profile::kPaper) return;  // Needs norms to answer.
  const std::string_view rest[] = {"*"};
  EXPECT_EQ(Ask(rest, index)->citations.front().document.substr(0, 7),
            "guides/");
}

// Words weigh the same, so scores do too.
TEST_P(AskedDocuments, LeaveTheStatisticsOfWordsAlone) {
  const IndexInMemory index(kLibrary, GetParam());
  const std::string_view all[] = {"*"};
  const auto everywhere = Ask({}, index);
  ASSERT_TRUE(everywhere);
  const std::uint64_t score = everywhere->citations.front().score_bits;
  const std::string best(everywhere->citations.front().document);
  const double confidence = everywhere->confidence;
  const auto same = Ask(all, index);
  EXPECT_EQ(same->confidence, confidence);
  EXPECT_EQ(same->citations.front().score_bits, score);
  if (GetParam() == Profile::kPaper) {
    const std::string_view alone[] = {best};
    EXPECT_EQ(Ask(alone, index)->citations.front().score_bits, score);
  }
}

TEST_P(AskedDocuments, OfAnEmptyCollectionAreARefusal) {
  const std::string_view any[] = {"*"};
  Question question{.text = "vaccines"};
  question.documents = any;
  EXPECT_EQ(engine::Ask({}, question, workspace_)->refusal,
            RefusalReason::kNoDocuments);
}

INSTANTIATE_TEST_SUITE_P(Profiles, AskedDocuments,
                         testing::Values(Profile::kDefault, Profile::kPaper));

}  // namespace
}  // namespace answerbox::engine
