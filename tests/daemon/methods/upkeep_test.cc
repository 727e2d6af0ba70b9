#include <gtest/gtest.h>

#include <boost/json/parse.hpp>
#include <string_view>

#include "daemon/methods/documents/collection_params.h"
#include "protocol/calls/collections.h"

namespace answerbox::daemon {
namespace {

Result<UpkeepParams> DecodeVerify(const boost::json::value& params) {
  return DecodeUpkeep(params.as_object(), calls::kCollectionsVerify);
}

TEST(UpkeepTest, IsOfTheDefaultCollectionAndQuietUnlessItIsToldOtherwise) {
  const boost::json::value nothing = boost::json::object();
  EXPECT_EQ(DecodeVerify(nothing)->collection, "default");
  EXPECT_FALSE(DecodeVerify(nothing)->wants_progress);
  const boost::json::value told = {{"progress", true}};
  EXPECT_TRUE(DecodeVerify(told)->wants_progress);
  const boost::json::value wrong = {{"progress", 1}};
  EXPECT_FALSE(DecodeVerify(wrong));
}

}  // namespace
}  // namespace answerbox::daemon
