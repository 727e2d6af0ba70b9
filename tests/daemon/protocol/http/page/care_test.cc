#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "daemon/protocol/http/page/page.h"

namespace answerbox::daemon::page {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

TEST(RenderCare, TellsTheScriptWhatTheUserMayDo) {
  const std::vector<CollectionRights> rights = {{"guides", true, false, true}};
  const std::string page = RenderCare({.language = "fr",
                                       .user = "<b>eve",
                                       .collections = rights,
                                       .piece_bytes = 3});
  EXPECT_THAT(page,
              HasSubstr("{&quot;manage&quot;:false,&quot;piece&quot;:3,"
                        "&quot;collections&quot;:[{&quot;name&quot;:"
                        "&quot;guides&quot;,&quot;read&quot;:true,"
                        "&quot;add&quot;:false,&quot;manage&quot;:true}]}"));
  EXPECT_THAT(page, HasSubstr("lang=\"fr\""));
  EXPECT_THAT(page, HasSubstr("Collections"));
  EXPECT_THAT(page, HasSubstr("&lt;b&gt;eve"));
  EXPECT_THAT(page, Not(HasSubstr("<b>eve")));
  EXPECT_THAT(page, Not(HasSubstr("{{")));
}

TEST(RenderCare, HasNothingForWhoMayDoNothing) {
  const std::string page = RenderCare({.language = "en", .user = "eve"});
  EXPECT_THAT(page, HasSubstr("nothing here that you may look after"));
  EXPECT_THAT(page, Not(HasSubstr("data-")));
}

}  // namespace
}  // namespace answerbox::daemon::page
