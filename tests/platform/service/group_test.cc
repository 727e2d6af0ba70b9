#include <gtest/gtest.h>

#include "platform/service/listening_socket.h"

namespace answerbox::platform {
namespace {

TEST(Group, IsFoundByItsName) { EXPECT_EQ(FindGroup("root"), gid_t{0}); }

TEST(Group, IsNotFoundWhereThereIsNone) {
  EXPECT_EQ(FindGroup("no such group"), std::nullopt);
  EXPECT_EQ(FindGroup(""), std::nullopt);
  EXPECT_EQ(FindGroup("roo"), std::nullopt);
}

}  // namespace
}  // namespace answerbox::platform
