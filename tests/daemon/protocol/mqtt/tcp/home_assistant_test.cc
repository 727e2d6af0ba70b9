#include "daemon/protocol/mqtt/tcp/home_assistant.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <boost/json/parse.hpp>

namespace answerbox::daemon::mqtt {
namespace {

namespace json = boost::json;
using testing::HasSubstr;

TEST(HomeAssistantTest, TheIdIsTheSameEachTimeAndFitsIntoATopic) {
  const auto box = ThisBox("homeassistant");
  ASSERT_TRUE(box);
  EXPECT_EQ(box->id, ThisBox("other")->id);
  EXPECT_EQ(box->id.size(), 26u);
  EXPECT_EQ(box->id.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789_"),
            std::string::npos);
  EXPECT_EQ(DiscoveryTopic(*box),
            "homeassistant/device/" + box->id + "/config");
}

TEST(HomeAssistantTest, APrefixThatIsNoTopicOrOfTheProductIsRefused) {
  EXPECT_TRUE(ThisBox("")->prefix.empty());
  EXPECT_TRUE(ThisBox("home/assistant"));
  for (const char* prefix :
       {"home/#", "+", "$SYS", "answerbox", "answerbox/home"}) {
    const auto box = ThisBox(prefix);
    ASSERT_FALSE(box) << prefix;
    EXPECT_EQ(box.error().kind, ErrorKind::kInvalidParams);
    EXPECT_THAT(box.error().message, HasSubstr(prefix));
  }
}

TEST(HomeAssistantTest, EveryEntityReadsAMemberOfTheState) {
  const Box box{.prefix = "home", .id = "box_1", .name = "Answerbox"};
  const json::value message = json::parse(DiscoveryMessage(box));
  const json::value state = json::parse(StateMessage({}));
  const json::object& entities = message.at("components").as_object();
  ASSERT_EQ(entities.size(), state.as_object().size());
  for (const auto& [id, entity] : entities) {
    EXPECT_TRUE(state.as_object().contains(id)) << id;
    EXPECT_EQ(entity.at("value_template"),
              json::value("{{ value_json." + std::string(id) + " }}"));
    EXPECT_EQ(entity.at("unique_id"), json::value("box_1_" + std::string(id)));
  }
}

TEST(HomeAssistantTest, ANameWithQuotesStaysAName) {
  const Box box{.prefix = "home", .id = "b", .name = "the \"box\""};
  EXPECT_EQ(json::parse(DiscoveryMessage(box)).at("device").at("name"),
            json::value("the \"box\""));
}

}  // namespace
}  // namespace answerbox::daemon::mqtt
