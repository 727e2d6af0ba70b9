#include <gtest/gtest.h>

#include <boost/json/value.hpp>
#include <string>

#include "daemon/methods/question_params.h"

namespace answerbox::daemon {
namespace {

namespace json = boost::json;

Result<SearchParams> Decoded(const json::value& params) {
  return DecodeSearch(params.as_object(), engine::Arithmetic::kFixed);
}
// The parameter that is wrong.
std::string Wrong(const json::value& params) {
  const auto search = Decoded(params);
  return search ? "none" : search.error().subject;
}

TEST(SearchParamsTest, OnlyTheWordsAreNeeded) {
  const json::value params = {{"words", " cold fridge\n"}};
  const auto search = Decoded(params);
  ASSERT_TRUE(search);
  EXPECT_EQ(search->words, "cold fridge");
  EXPECT_EQ(search->collection, "default");
  EXPECT_TRUE(search->documents.patterns().empty());
  EXPECT_EQ(search->from, 1u);
  EXPECT_EQ(search->count, 10u);
  EXPECT_EQ(search->arithmetic, engine::Arithmetic::kFixed);
  EXPECT_TRUE(search->wants_abbreviations);
  EXPECT_TRUE(search->wants_thesaurus);
}

TEST(SearchParamsTest, ReadsEveryParameter) {
  const json::value params = {{"words", "w"},
                              {"collection", "c"},
                              {"from", 11},
                              {"count", 100},
                              {"documents", {"a*", "b.md"}},
                              {"arithmetic", "float"},
                              {"abbreviations", false},
                              {"thesaurus", false}};
  const auto search = Decoded(params);
  ASSERT_TRUE(search);
  EXPECT_EQ(search->collection, "c");
  ASSERT_EQ(search->documents.patterns().size(), 2u);
  EXPECT_EQ(search->documents.patterns()[1], "b.md");
  EXPECT_EQ(search->from, 11u);
  EXPECT_EQ(search->count, 100u);
  EXPECT_EQ(search->arithmetic, engine::Arithmetic::kFloat);
  EXPECT_FALSE(search->wants_abbreviations);
  EXPECT_FALSE(search->wants_thesaurus);
}

TEST(SearchParamsTest, ListsNothingPastTheLastPassage) {
  const json::value params = {{"words", "w"}, {"from", 995}, {"count", 100}};
  EXPECT_EQ(Decoded(params)->count, 6u);
}

TEST(SearchParamsTest, RefusesWhatIsOutOfRange) {
  EXPECT_EQ(Wrong({{"words", "  "}}), "words");
  EXPECT_EQ(Wrong({{"words", std::string(4097, 'w')}}), "words");
  EXPECT_EQ(Wrong({{"words", "w"}, {"from", 0}}), "from");
  EXPECT_EQ(Wrong({{"words", "w"}, {"from", 1001}}), "from");
  EXPECT_EQ(Wrong({{"words", "w"}, {"count", 0}}), "count");
  EXPECT_EQ(Wrong({{"words", "w"}, {"count", 101}}), "count");
  EXPECT_EQ(Wrong({{"words", "w"}, {"theta", 0.5}}), "theta");
}

TEST(SearchParamsTest, RefusesDocumentsThatAreNoNames) {
  const std::string longest(calls::kDocuments.most_bytes, 'n');
  for (const json::value& documents :
       {json::value("a.md"), json::value(json::array()),
        json::value(json::array{7}), json::value(json::array{""}),
        json::value(json::array{longest + "n"}),
        json::value(
            json::array(calls::kDocuments.most + 1, json::value("a.md")))}) {
    EXPECT_EQ(Wrong({{"words", "w"}, {"documents", documents}}), "documents")
        << documents;
  }
}

TEST(SearchParamsTest, RefusesDocumentsWhoseNamesAreTooLongInAll) {
  constexpr std::size_t kEach =
      calls::kDocuments.most_bytes_in_all / calls::kDocuments.most;
  json::array documents(calls::kDocuments.most,
                        json::value(std::string(kEach, 'n')));
  EXPECT_EQ(Wrong({{"words", "w"}, {"documents", documents}}), "none");
  documents.back().as_string() += "n";
  EXPECT_EQ(Wrong({{"words", "w"}, {"documents", documents}}), "documents");
}

}  // namespace
}  // namespace answerbox::daemon
