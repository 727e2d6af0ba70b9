#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "client/setup/file_changes.h"

namespace answerbox::client {
namespace {

using testing::HasSubstr;

std::string Edited(std::string_view text, const OptionChanges& changes) {
  const auto edited = WithOptions(text, changes, "/etc/options");
  return edited ? *edited : "refused: " + edited.error().message;
}

TEST(OptionEdit, AValueIsReplacedAndItsCommentStays) {
  EXPECT_EQ(Edited("# mine\ntheta = 0.5\nmqtt  =  'old:1'  # why\n",
                   {{"mqtt", "127.0.0.1:1883"}}),
            "# mine\ntheta = 0.5\nmqtt  =  \"127.0.0.1:1883\"  # why\n");
}

TEST(OptionEdit, ALineThatIsCommentedOutGivesWay) {
  EXPECT_EQ(Edited("# Where clients connect.\n#mqtt = \"\"\n#mqtt_tls = \"\"\n",
                   {{"mqtt_tls", "0.0.0.0:8883"}}),
            "# Where clients connect.\n#mqtt = \"\"\n"
            "mqtt_tls = \"0.0.0.0:8883\"\n");
}

TEST(OptionEdit, TheCommentOfALineThatIsCommentedOutStays) {
  EXPECT_EQ(Edited("#mqtt = \"\" # keep me\n", {{"mqtt", "127.0.0.1:1883"}}),
            "mqtt = \"127.0.0.1:1883\" # keep me\n");
  EXPECT_EQ(Edited("#mqtt = as you wish\n", {{"mqtt", "127.0.0.1:1883"}}),
            "mqtt = \"127.0.0.1:1883\"\n");
}

TEST(OptionEdit, WhatIsNowhereIsAdded) {
  EXPECT_EQ(Edited("", {{"audit_questions", "plain"}}),
            "audit_questions = \"plain\"\n");
  EXPECT_EQ(Edited("theta = 0.5", {{"audit_questions", "plain"}}),
            "theta = 0.5\naudit_questions = \"plain\"\n");
}

TEST(OptionEdit, SeveralAreSetAtOnce) {
  EXPECT_EQ(Edited("mqtt = \"a:1\"\n#mqtt_key = \"\"\n",
                   {{"mqtt", ""}, {"mqtt_key", "/k\"\\"}}),
            "mqtt = \"\"\nmqtt_key = \"/k\\\"\\\\\"\n");
}

TEST(OptionEdit, AFormThatItCanNotEditIsRefusedAndNotSpoilt) {
  // Columns count characters, and this comment is not ASCII: the place is right
  // all the same, as it stands after the value.
  EXPECT_EQ(Edited("mqtt = \"a:1\" # \u00e4\n", {{"mqtt", "b:2"}}),
            "mqtt = \"b:2\" # \u00e4\n");
  EXPECT_THAT(Edited("mqtt = \"\u00e4\u00e4:1\"\n", {{"mqtt", "b:2"}}),
              HasSubstr("set by hand: mqtt = \"b:2\""));
  EXPECT_EQ(
      Edited("mqtt = \"\"\"\na:1\"\"\"\ntheta = 0.5\n", {{"mqtt", "b:2"}}),
      "mqtt = \"b:2\"\ntheta = 0.5\n");
}

TEST(OptionEdit, AKeyInAStringIsNoOption) {
  EXPECT_EQ(Edited("model_name = \"mqtt = 1\"\n", {{"mqtt", "b:2"}}),
            "model_name = \"mqtt = 1\"\nmqtt = \"b:2\"\n");
  EXPECT_THAT(
      Edited("model_name = \"\"\"\n#mqtt = \n\"\"\"\n", {{"mqtt", "b:2"}}),
      HasSubstr("set by hand"));
}

TEST(OptionEdit, AMistakeOfBeforeIsNamedWithItsPlace) {
  EXPECT_THAT(Edited("teta = 1\n", {{"mqtt", "b:2"}}),
              HasSubstr("/etc/options:1:1: there is no option \"teta\""));
  EXPECT_THAT(Edited("mqtt = \n", {{"mqtt", "b:2"}}),
              HasSubstr("/etc/options:1:"));
}

TEST(OptionEdit, AValueThatTheOptionDoesNotTakeIsRefused) {
  EXPECT_THAT(Edited("", {{"audit_questions", "loud"}}),
              HasSubstr("plain or hash or omit"));
}

}  // namespace
}  // namespace answerbox::client
