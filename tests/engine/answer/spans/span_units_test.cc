#include "engine/answer/spans/span_units.h"

#include <gtest/gtest.h>

#include "tests/engine/answer/read_sentence.h"

namespace answerbox::engine {
namespace {

struct JoinedExample {
  const char* sentence;
  const char* joined;
};

class SpanUnitsTest : public testing::TestWithParam<JoinedExample> {};

TEST_P(SpanUnitsTest, StayTogether) {
  EXPECT_EQ(ReadSentence(GetParam().sentence).Joined(), GetParam().joined);
}

INSTANTIATE_TEST_SUITE_P(
    Doses, SpanUnitsTest,
    testing::Values(JoinedExample{"Take 500 mg now", "Take|500 mg|now"},
                    JoinedExample{"Take 500mg now", "Take|500mg|now"},
                    JoinedExample{"Take 2.5 ml twice a day please",
                                  "Take|2.5 ml twice a day|please"},
                    JoinedExample{"Take two tablets three times a day please",
                                  "Take|two tablets three times a day|please"},
                    JoinedExample{"Give 400 mg every 6 hours if needed",
                                  "Give|400 mg every 6 hours|if|needed"},
                    JoinedExample{"Give 5 mg daily, then stop",
                                  "Give|5 mg daily|then|stop"},
                    JoinedExample{"The mg is a unit", "The|mg|is|a|unit"}));

INSTANTIATE_TEST_SUITE_P(
    Times, SpanUnitsTest,
    testing::Values(
        JoinedExample{"Open 9 am to 5 pm today", "Open|9 am to 5 pm|today"},
        JoinedExample{"Open 9 to 5 pm today", "Open|9 to 5 pm|today"},
        JoinedExample{"Open 9 a.m. to 5 p.m. today",
                      "Open|9 a.m. to 5 p.m|today"},
        JoinedExample{"Mon\u2013"
                      "Fri 08:30\u2013"
                      "17:00 only",
                      "Mon\u2013"
                      "Fri|08:30\u2013"
                      "17:00|only"},
        JoinedExample{"Monday to Friday from 8:30 to 17:00",
                      "Monday to Friday|from|8:30 to 17:00"},
        JoinedExample{"It closes at 17:00 and opens",
                      "It|closes|at|17:00|and|opens"},
        JoinedExample{"It is read at 8:00 and 17:00 daily",
                      "It|is|read|at|8:00 and 17:00|daily"},
        JoinedExample{"From Rome to Paris", "From|Rome|to|Paris"}));

INSTANTIATE_TEST_SUITE_P(
    Numbers, SpanUnitsTest,
    testing::Values(
        JoinedExample{"Call +44 20 7946 0958 now", "Call|+44 20 7946 0958|now"},
        JoinedExample{"Call 555-0100 now", "Call|555-0100|now"},
        JoinedExample{"Call (020) 7946 0958 now", "Call|020) 7946 0958|now"},
        JoinedExample{"Keep at 2 \u00b0"
                      "C now",
                      "Keep|at|2 \u00b0"
                      "C|now"},
        JoinedExample{"Two of 3, 4 and 5", "Two|of|3|4|and|5"},
        JoinedExample{"A well-known and/or rule", "A|well-known|and/or|rule"}));

struct TypedExample {
  const char* sentence;
  SpanType type;
};

class SpanTypeTest : public testing::TestWithParam<TypedExample> {};

TEST_P(SpanTypeTest, IsThatOfTheWholeSpan) {
  const ReadSentence read(GetParam().sentence);
  EXPECT_EQ(TypeOfSpan(read.sentence(), read.words()), GetParam().type)
      << GetParam().sentence;
}

INSTANTIATE_TEST_SUITE_P(
    Spans, SpanTypeTest,
    testing::Values(TypedExample{"the reserve fridge", SpanType::kPhrase},
                    TypedExample{"Maria of Alder Lane", SpanType::kName},
                    TypedExample{"twelve", SpanType::kNumber},
                    TypedExample{"1,500", SpanType::kNumber},
                    TypedExample{"15 minutes", SpanType::kQuantity},
                    TypedExample{"30%", SpanType::kQuantity},
                    TypedExample{"3 May 1998", SpanType::kDate},
                    TypedExample{"on Mondays", SpanType::kDate},
                    TypedExample{"9 am to 5 pm", SpanType::kTime},
                    TypedExample{"Monday 08:30", SpanType::kTime},
                    TypedExample{"\u00a3"
                                 "15 a week",
                                 SpanType::kMoney},
                    TypedExample{"555-0100", SpanType::kPhone},
                    TypedExample{"+44 20 7946 0958", SpanType::kPhone},
                    TypedExample{"500 mg twice a day", SpanType::kDose}));

TEST(SpanType, HasAName) {
  EXPECT_EQ(ToString(SpanType::kPhrase), "phrase");
  EXPECT_EQ(ToString(SpanType::kTime), "time");
  EXPECT_EQ(ToString(SpanType::kDose), "dose");
}

}  // namespace
}  // namespace answerbox::engine
