#include "daemon/methods/documents/collection_params.h"

#include <gtest/gtest.h>

#include <boost/json/parse.hpp>

namespace answerbox::daemon {
namespace {

boost::json::object Object(std::string_view text) {
  return boost::json::parse(text).as_object();
}

TEST(CollectionParamsTest, WhatIsMissingComesFromTheDefaults) {
  CollectionSettings defaults;
  defaults.theta = 0.25;
  defaults.profile = engine::Profile::kPaper;
  defaults.chunking = {100, 20};
  const boost::json::object params = Object(R"({"name":"c"})");
  const auto create = DecodeCreate(params, defaults);
  ASSERT_TRUE(create);
  EXPECT_EQ(create->name, "c");
  EXPECT_EQ(create->settings.theta, 0.25);
  EXPECT_FALSE(create->threshold);
  EXPECT_EQ(create->settings.profile, engine::Profile::kPaper);
  EXPECT_EQ(create->settings.chunking, defaults.chunking);
}

TEST(CollectionParamsTest, ReadsEverySetting) {
  const boost::json::object params = Object(
      R"({"name":"c","theta":1,"profile":"paper","window":8,"overlap":4})");
  const auto create = DecodeCreate(params, {});
  ASSERT_TRUE(create);
  EXPECT_EQ(create->threshold->kind, ThresholdTarget::Kind::kTheta);
  EXPECT_EQ(create->threshold->value, 1.0);
  EXPECT_EQ(create->settings.profile, engine::Profile::kPaper);
  EXPECT_EQ(create->settings.chunking, (engine::Chunking{8, 4}));
}

TEST(CollectionParamsTest, RefusesSettingsOutOfRange) {
  for (const char* text :
       {"{}", R"({"name":"c","theta":2})",
        R"({"name":"c","theta":0.5,"precision":0.5})",
        R"({"name":"c","answer_rate":0})", R"({"name":"c","profile":"best"})",
        R"({"name":"c","window":7})", R"({"name":"c","window":1001})",
        R"({"name":"c","window":10,"overlap":6})"}) {
    EXPECT_FALSE(DecodeCreate(Object(text), {})) << text;
  }
}

TEST(CollectionParamsTest, SettingNeedsNameAndThresholdOrSynonyms) {
  const auto theta = DecodeSet(Object(R"({"name":"c","theta":0.5})"));
  EXPECT_EQ(theta->threshold->kind, ThresholdTarget::Kind::kTheta);
  EXPECT_EQ(theta->threshold->value, 0.5);
  const auto rate = DecodeSet(Object(R"({"name":"c","answer_rate":0.6})"));
  EXPECT_EQ(rate->threshold->kind, ThresholdTarget::Kind::kAnswerRate);
  EXPECT_EQ(rate->threshold->value, 0.6);
  EXPECT_EQ(DecodeSet(Object(R"({"name":"c"})")).error().subject, "theta");
  EXPECT_EQ(DecodeSet(Object(R"({"name":"c","theta":2})")).error().message,
            "\"theta\" must be a number from 0 to 1.");
  EXPECT_FALSE(DecodeSet(Object(R"({"theta":0.5})")));
  const auto synonyms = DecodeSet(Object(R"({"name":"c","synonyms":""})"));
  ASSERT_TRUE(synonyms);
  EXPECT_EQ(synonyms->synonyms, "");
  EXPECT_FALSE(synonyms->threshold);
  EXPECT_FALSE(DecodeSet(Object(R"({"name":"c","synonyms":7})")));
}

}  // namespace
}  // namespace answerbox::daemon
