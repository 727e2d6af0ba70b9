#include "protocol/json/params.h"

#include <gtest/gtest.h>

#include <boost/json/parse.hpp>
#include <string>

namespace answerbox::protocol {
namespace {

boost::json::object Object(std::string_view text) {
  return boost::json::parse(text).as_object();
}

// Decodes the parameter "x". Returns "" or the error's message.
template <typename Read>
std::string Fault(std::string_view text, Read read) {
  const boost::json::object object = Object(text);
  Params params(object, {"x"});
  read(params);
  if (!params.error()) return "";
  EXPECT_EQ(params.error()->kind, ErrorKind::kInvalidParams);
  return params.error()->message;
}

TEST(ParamsTest, AnUnknownParameterIsAnErrorThatNamesIt) {
  const boost::json::object object = Object(R"({"x":1,"why\"":2})");
  const Params params(object, {"x"});
  ASSERT_TRUE(params.error());
  EXPECT_EQ(params.error()->subject, "why\"");
  EXPECT_EQ(params.error()->message,
            R"("why\"" is not a parameter of this method.)");
}

TEST(ParamsTest, AMissingParameterIsAnErrorUnlessItHasAFallback) {
  EXPECT_EQ(Fault("{}", [](Params& p) { (void)p.Text("x"); }),
            "\"x\" is missing.");
  EXPECT_EQ(Fault(R"({"x":null})", [](Params& p) { (void)p.Real("x", 0, 1); }),
            "\"x\" is missing.");
  EXPECT_EQ(Fault("{}", [](Params& p) { EXPECT_EQ(p.TextOr("x", "f"), "f"); }),
            "");
}

TEST(ParamsTest, AParameterOfAnotherTypeIsAnError) {
  EXPECT_EQ(Fault(R"({"x":1})", [](Params& p) { (void)p.Text("x"); }),
            "\"x\" must be a string.");
  EXPECT_EQ(Fault(R"({"x":1})", [](Params& p) { (void)p.BoolOr("x", true); }),
            "\"x\" must be true or false.");
  EXPECT_EQ(Fault(R"({"x":{}})", [](Params& p) { (void)p.Array("x"); }),
            "\"x\" must be an array.");
}

TEST(ParamsTest, IntegersAreWholeAndWithinTheirRange) {
  const auto read = [](Params& p) { (void)p.IntegerOr("x", 5, 1, 10); };
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
  const auto read = [](Params& p) { (void)p.RealOr("x", 0.5, 0, 1); };
  for (const char* good : {R"({"x":0})", R"({"x":1})", R"({"x":0.25})", "{}"}) {
    EXPECT_EQ(Fault(good, read), "") << good;
  }
  for (const char* bad :
       {R"({"x":-0.001})", R"({"x":1.001})", R"({"x":"0"})", R"({"x":[]})"}) {
    EXPECT_EQ(Fault(bad, read), "\"x\" must be a number from 0 to 1.") << bad;
  }
}

TEST(ParamsTest, TheFirstFaultIsKept) {
  const boost::json::object object = Object(R"({"x":1})");
  Params params(object, {"x", "y"});
  (void)params.Text("x");
  (void)params.Text("y");
  EXPECT_EQ(params.error()->subject, "x");
}

}  // namespace
}  // namespace answerbox::protocol
