#include "protocol/json/params.h"

#include <gtest/gtest.h>

#include <array>
#include <boost/json/parse.hpp>
#include <string>

namespace answerbox::protocol {
namespace {

constexpr TextParam kText{.name = "x", .is_required = true};
constexpr TextParam kTextOr{.name = "x", .fallback = "f"};
constexpr IntegerParam kInteger{
    .name = "x", .least = 1, .most = 10, .fallback = 5};
constexpr RealParam kReal{.name = "x", .is_required = true};
constexpr RealParam kRealOr{.name = "x", .fallback = 0.5};
constexpr FlagParam kFlag{.name = "x", .fallback = true};
constexpr std::array<std::string_view, 3> kNames = {"a", "b", "c"};
constexpr ChoiceParam kChoice{.name = "x", .names = kNames};
constexpr ChoiceParam kRepeated{
    .name = "x", .names = kNames, .is_repeated = true};

constexpr Param kParams[] = {&kText};
constexpr calls::Call kCall{
    .name = "call", .params = kParams, .reply = {}, .right = {}};

boost::json::object Object(std::string_view text) {
  return boost::json::parse(text).as_object();
}

// Decodes the parameter "x". Returns "" or the error's message.
template <typename Read>
std::string Fault(std::string_view text, Read read) {
  const boost::json::object object = Object(text);
  Params params(object, kCall);
  read(params);
  if (!params.error()) return "";
  EXPECT_EQ(params.error()->kind, ErrorKind::kInvalidParams);
  return params.error()->message;
}

TEST(ParamsTest, AnUnknownParameterIsAnErrorThatNamesIt) {
  const boost::json::object object = Object(R"({"x":1,"why\"":2})");
  const Params of_call(object, kCall);
  const Params of_object(object, {"x"});
  for (const Params& params : {of_call, of_object}) {
    ASSERT_TRUE(params.error());
    EXPECT_EQ(params.error()->subject, "why\"");
    EXPECT_EQ(params.error()->message,
              R"("why\"" is not a parameter of this method.)");
  }
}

TEST(ParamsTest, AMissingParameterIsAnErrorUnlessItHasAFallback) {
  EXPECT_EQ(Fault("{}", [](Params& p) { (void)p.Text(kText); }),
            "\"x\" is missing.");
  EXPECT_EQ(Fault(R"({"x":null})", [](Params& p) { (void)p.Real(kReal); }),
            "\"x\" is missing.");
  EXPECT_EQ(Fault("{}", [](Params& p) { EXPECT_EQ(p.Text(kTextOr), "f"); }),
            "");
  EXPECT_EQ(Fault("{}",
                  [](Params& p) {
                    EXPECT_EQ(p.Integer(kInteger), 5u);
                    EXPECT_EQ(p.Integer(kInteger, 7), 7u);
                    EXPECT_EQ(p.Choice(kChoice), 0u);
                    EXPECT_TRUE(p.Flag(kFlag));
                  }),
            "");
}

TEST(ParamsTest, AParameterOfAnotherTypeIsAnError) {
  EXPECT_EQ(Fault(R"({"x":1})", [](Params& p) { (void)p.Text(kText); }),
            "\"x\" must be a string.");
  EXPECT_EQ(Fault(R"({"x":1})", [](Params& p) { (void)p.Flag(kFlag); }),
            "\"x\" must be true or false.");
  EXPECT_EQ(Fault(R"({"x":{}})", [](Params& p) { (void)p.Array("x"); }),
            "\"x\" must be an array.");
  EXPECT_EQ(Fault(R"({"x":[]})", [](Params& p) { (void)p.Object("x"); }),
            "\"x\" must be an object.");
}

TEST(ParamsTest, IntegersAreWholeAndWithinTheirRange) {
  const auto read = [](Params& p) { (void)p.Integer(kInteger); };
  for (const char* good : {R"({"x":1})", R"({"x":10})", R"({"x":3.0})", "{}"}) {
    EXPECT_EQ(Fault(good, read), "") << good;
  }
  for (const char* bad :
       {R"({"x":0})", R"({"x":11})", R"({"x":-1})", R"({"x":1.5})",
        R"({"x":"1"})", R"({"x":1e300})", R"({"x":18446744073709551615})"}) {
    EXPECT_EQ(Fault(bad, read), "\"x\" must be an integer from 1 to 10.")
        << bad;
  }
}

TEST(ParamsTest, RealsAreWithinTheirRange) {
  const auto read = [](Params& p) { (void)p.Real(kRealOr); };
  for (const char* good : {R"({"x":0})", R"({"x":1})", R"({"x":0.25})", "{}"}) {
    EXPECT_EQ(Fault(good, read), "") << good;
  }
  for (const char* bad :
       {R"({"x":-0.001})", R"({"x":1.001})", R"({"x":"0"})", R"({"x":[]})"}) {
    EXPECT_EQ(Fault(bad, read), "\"x\" must be a number from 0 to 1.") << bad;
  }
}

TEST(ParamsTest, AChoiceIsAmongItsNames) {
  EXPECT_EQ(Fault(R"({"x":"c"})",
                  [](Params& p) { EXPECT_EQ(p.Choice(kChoice), 2u); }),
            "");
  EXPECT_EQ(Fault(R"({"x":"d"})", [](Params& p) { (void)p.Choice(kChoice); }),
            R"("x" must be "a", "b" or "c".)");
  EXPECT_EQ(Fault(R"({"x":"d"})", [](Params& p) { (void)p.Choice(kRepeated); }),
            R"("x" must be "a", "b" or "c", not "d".)");
  EXPECT_EQ(Fault(R"({"x":1})", [](Params& p) { (void)p.Choice(kChoice); }),
            "\"x\" must be a string.");
}

TEST(ParamsTest, TheFirstFaultIsKept) {
  const boost::json::object object = Object(R"({"x":1})");
  Params params(object, {"x", "y"});
  (void)params.Text(kText);
  (void)params.Text({.name = "y", .is_required = true});
  EXPECT_EQ(params.error()->subject, "x");
}

}  // namespace
}  // namespace answerbox::protocol
