#include "daemon/methods/gathering/gathering_params.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <boost/json/array.hpp>
#include <boost/json/value.hpp>
#include <string>

namespace answerbox::daemon {
namespace {

namespace json = boost::json;
using engine::GatheringPurpose;
using engine::Q16;
using engine::SelectionStrategy;
using testing::HasSubstr;

// Decoded selections keep views into the parameters.
Result<SelectParams> Selected(const json::value& params) {
  return DecodeSelect(params.as_object());
}
// The parameter of `select` that is wrong.
std::string WrongInSelect(const json::value& params) {
  const auto select = Selected(params);
  return select ? "none" : select.error().subject;
}
std::string MessageOfSelect(const json::value& params) {
  const auto select = Selected(params);
  return select ? "none" : select.error().message;
}
std::string WrongInSummarize(const json::value& params) {
  const auto summarize = DecodeSummarize(params.as_object());
  return summarize ? "none" : summarize.error().subject;
}

TEST(GatheringParamsTest, OnlyTheQuestionIsNeeded) {
  const json::value params = {{"question", " cold fridge\n"}};
  const auto select = Selected(params);
  ASSERT_TRUE(select);
  EXPECT_EQ(select->query.text, "cold fridge");
  EXPECT_EQ(select->query.purpose, GatheringPurpose::kContext);
  EXPECT_EQ(select->query.tokens, 2000u);
  EXPECT_EQ(select->query.words, engine::kMaxGatheredTokens);
  EXPECT_FALSE(select->query.strategy);
  EXPECT_TRUE(select->query.order.is_by_place);
  EXPECT_EQ(select->collection, "default");
  EXPECT_EQ(select->order, "document");
  EXPECT_FALSE(select->has_texts);
}

TEST(GatheringParamsTest, ReadsEveryParameterOfASelection) {
  const json::value params = {{"question", "q"},     {"collection", "c"},
                              {"documents", {"a*"}}, {"tokens", 100000},
                              {"words", 1},          {"sentences", 8192},
                              {"share", 0.25},       {"tokens_per_word", 1.5},
                              {"order", "1:1"},      {"strategy", "mmr"},
                              {"alpha", 0.5},        {"window", 7},
                              {"vectors", "latent"}};
  const auto select = Selected(params);
  ASSERT_TRUE(select) << select.error().message;
  const engine::GatheringQuery& query = select->query;
  EXPECT_EQ(select->collection, "c");
  EXPECT_EQ(select->documents.patterns().size(), 1u);
  EXPECT_EQ(query.tokens, 100000u);
  EXPECT_EQ(query.words, 1u);
  EXPECT_EQ(query.sentences, 8192u);
  EXPECT_EQ(query.share, Q16::FromRatio(1, 4));
  EXPECT_EQ(query.tokens_per_word, Q16::FromRatio(3, 2));
  EXPECT_FALSE(query.order.is_by_place);
  EXPECT_EQ(query.order.first, 1u);
  EXPECT_EQ(query.order.last, 1u);
  EXPECT_EQ(query.strategy, SelectionStrategy::kMmr);
  EXPECT_EQ(query.alpha, Q16::FromRatio(1, 2));
  EXPECT_EQ(query.window, 7u);
  EXPECT_EQ(query.vectors, engine::UnitVectorKind::kLatent);
}

TEST(GatheringParamsTest, AnotherBudgetTakesThePlaceOfTheDefault) {
  for (const char* name : {"words", "sentences"}) {
    const json::value params = {{"question", "q"}, {name, 5}};
    EXPECT_EQ(Selected(params)->query.tokens, engine::kMaxGatheredTokens);
  }
  const json::value tokens = {{"tokens", 9}};
  EXPECT_EQ(DecodeSummarize(tokens.as_object())->query.words,
            engine::kMaxGatheredTokens);
}

TEST(GatheringParamsTest, OrdersAreByPlaceByScoreOrAlternating) {
  const json::value by_score = {{"question", "q"}, {"order", "score"}};
  const auto score = Selected(by_score);
  EXPECT_FALSE(score->query.order.is_by_place);
  EXPECT_EQ(score->query.order.first, 1u);
  EXPECT_EQ(score->query.order.last, 0u);
  for (const char* order :
       {"", "place", "1", ":", "1:", ":1", "0:1", "1:-1", "1001:1", "1:1001",
        "1:1:1", " 1:1", "99999999999:1"}) {
    EXPECT_EQ(WrongInSelect({{"question", "q"}, {"order", order}}), "order")
        << order;
  }
  EXPECT_EQ(WrongInSelect({{"question", "q"}, {"order", "1000:1000"}}), "none");
}

TEST(GatheringParamsTest, RefusesBudgetsOfNothingAndOfTooMuch) {
  for (const char* name : {"tokens", "words"}) {
    EXPECT_EQ(WrongInSelect({{"question", "q"}, {name, 0}}), name);
    EXPECT_EQ(WrongInSelect({{"question", "q"}, {name, 100001}}), name);
    EXPECT_EQ(WrongInSummarize({{name, 0}}), name);
    EXPECT_EQ(WrongInSummarize({{name, 100001}}), name);
  }
  EXPECT_EQ(WrongInSelect({{"question", "q"}, {"sentences", 0}}), "sentences");
  EXPECT_EQ(WrongInSelect({{"question", "q"}, {"share", 0}}), "share");
  EXPECT_EQ(WrongInSelect({{"question", "q"}, {"share", 1.01}}), "share");
  EXPECT_EQ(WrongInSelect({{"question", "q"}, {"tokens_per_word", 0}}),
            "tokens_per_word");
  EXPECT_EQ(WrongInSelect({{"question", "q"}, {"tokens_per_word", 101}}),
            "tokens_per_word");
}

TEST(GatheringParamsTest, WhatAStrategyNeedsIsNoParameterWithoutIt) {
  EXPECT_EQ(WrongInSelect({{"question", "q"}, {"strategy", "best"}}),
            "strategy");
  EXPECT_EQ(WrongInSelect({{"question", "q"}, {"alpha", 0.5}}), "alpha");
  EXPECT_EQ(WrongInSelect({{"question", "q"}, {"window", 5}}), "window");
  EXPECT_EQ(WrongInSelect({{"question", "q"}, {"vectors", "terms"}}),
            "vectors");
  EXPECT_EQ(WrongInSelect(
                {{"question", "q"}, {"strategy", "relevance"}, {"alpha", 0.5}}),
            "alpha");
  EXPECT_EQ(
      WrongInSelect({{"question", "q"}, {"strategy", "fps"}, {"alpha", 1.5}}),
      "alpha");
  for (const char* strategy : {"relevance", "mmr", "fps", "gated"}) {
    EXPECT_EQ(WrongInSelect({{"question", "q"}, {"strategy", strategy}}),
              "none");
  }
}

TEST(GatheringParamsTest, TextsComeWithOrWithoutScores) {
  const json::value bare = {{"texts", {"one", {{"text", "two"}}}}};
  const auto texts = Selected(bare);
  ASSERT_TRUE(texts) << texts.error().message;
  EXPECT_TRUE(texts->has_texts);
  ASSERT_EQ(texts->texts.size(), 2u);
  EXPECT_EQ(texts->texts[1].text, "two");
  EXPECT_FALSE(texts->texts[1].score);
  EXPECT_EQ(texts->query.text, "");
  const json::value scored = {
      {"question", "q"},
      {"texts",
       {{{"text", "one"}, {"score", 0}}, {{"text", "one"}, {"score", 1e308}}}}};
  const auto with_scores = Selected(scored);
  ASSERT_TRUE(with_scores) << with_scores.error().message;
  EXPECT_EQ(with_scores->texts[1].score, 1e308);
}

TEST(GatheringParamsTest, NamesTheTextThatIsWrong) {
  EXPECT_THAT(MessageOfSelect({{"texts", {"a", "b", " \n"}}}),
              HasSubstr("empty text at index 2"));
  EXPECT_THAT(MessageOfSelect({{"texts", {"a", 7}}}),
              HasSubstr("at index 1 is neither"));
  EXPECT_THAT(MessageOfSelect({{"texts", {"a", {{"txt", "b"}}}}}),
              HasSubstr("at index 1 is neither"));
  EXPECT_THAT(MessageOfSelect({{"texts", {{{"text", "a"}, {"score", -0.5}}}}}),
              HasSubstr("\"score\" at index 0"));
  EXPECT_THAT(
      MessageOfSelect({{"texts", {{{"text", "a"}, {"score", "high"}}}}}),
      HasSubstr("\"score\" at index 0"));
  EXPECT_THAT(
      MessageOfSelect({{"texts", {{{"text", "a"}, {"score", 1}}, "b"}}}),
      HasSubstr("at index 1 is unlike the others"));
}

TEST(GatheringParamsTest, TakesAsManyTextsAsCanBeCompared) {
  const json::array most(engine::kMaxSelectionUnits, json::value("a"));
  EXPECT_EQ(WrongInSelect({{"texts", most}}), "none");
  json::array more = most;
  more.push_back("a");
  EXPECT_THAT(MessageOfSelect({{"texts", more}}),
              HasSubstr("1 to 8192 texts, not 8193"));
  EXPECT_EQ(WrongInSelect({{"texts", json::array()}}), "texts");
}

TEST(GatheringParamsTest, WordsAreReadUnlessTheyShallNotBe) {
  const json::value params = {{"question", "q"}};
  EXPECT_TRUE(Selected(params)->query.with_spelling);
  EXPECT_TRUE(Selected(params)->query.with_abbreviations);
  const json::value as_spelt = {{"question", "q"}, {"spelling", false}};
  EXPECT_FALSE(Selected(as_spelt)->query.with_spelling);
  EXPECT_TRUE(Selected(as_spelt)->query.with_abbreviations);
  const json::value one_form = {{"about", "q"}, {"abbreviations", false}};
  const auto summarize = DecodeSummarize(one_form.as_object());
  EXPECT_TRUE(summarize->query.with_spelling);
  EXPECT_FALSE(summarize->query.with_abbreviations);
}

TEST(GatheringParamsTest, CandidatesAreRetrievedInSteps) {
  const json::value unset = {{"question", "q"}};
  const auto by_itself = Selected(unset)->query.retrieval;
  EXPECT_FALSE(by_itself.is_dense || by_itself.has_feedback ||
               by_itself.likelihood);
  const json::value published = {{"question", "q"},
                                 {"retrieval", "dense+likelihood"}};
  const auto steps = Selected(published)->query.retrieval;
  EXPECT_TRUE(steps.is_dense && steps.likelihood);
  EXPECT_FALSE(steps.has_feedback);
  EXPECT_EQ(
      WrongInSelect({{"question", "q"}, {"retrieval", "likelihood+bm25"}}),
      "retrieval");
  EXPECT_EQ(
      WrongInSelect({{"question", "q"}, {"retrieval", "bm25"}, {"share", 0.5}}),
      "retrieval");
}

TEST(GatheringParamsTest, TextsHaveNoCollection) {
  for (const char* name :
       {"collection", "documents", "vectors", "spelling", "abbreviations"}) {
    EXPECT_EQ(
        WrongInSelect(
            {{"texts", {"a"}}, {"strategy", "mmr"}, {name, json::array{"a"}}}),
        name);
  }
  EXPECT_EQ(WrongInSelect({{"texts", {"a"}}, {"question", " "}}), "question");
}

TEST(GatheringParamsTest, ASummaryNeedsNothing) {
  const json::value params = json::object();
  const auto summarize = DecodeSummarize(params.as_object());
  ASSERT_TRUE(summarize);
  EXPECT_EQ(summarize->collection, "default");
  EXPECT_EQ(summarize->query.purpose, GatheringPurpose::kSummary);
  EXPECT_EQ(summarize->query.text, "");
  EXPECT_EQ(summarize->query.words, 200u);
  EXPECT_EQ(WrongInSummarize({{"about", " "}}), "about");
  EXPECT_EQ(WrongInSummarize({{"about", std::string(4097, 'w')}}), "about");
  EXPECT_EQ(WrongInSummarize({{"order", "score"}}), "order");
}

}  // namespace
}  // namespace answerbox::daemon
