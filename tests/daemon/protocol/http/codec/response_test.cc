#include "daemon/protocol/http/codec/response.h"

#include <gtest/gtest.h>

namespace answerbox::daemon::http {
namespace {

constexpr std::chrono::sys_seconds kDate{std::chrono::seconds(784111777)};

TEST(ResponseTest, HasTheDateOfTheStandard) {
  // The example of RFC 9110, section 5.6.7.
  EXPECT_NE(HeadOf({}, {false, kDate})
                .find("\r\nDate: Sun, 06 Nov 1994 08:49:37 GMT\r\n"),
            std::string::npos);
}

TEST(ResponseTest, HasDatesThatDoNotFitInNanoseconds) {
  constexpr std::chrono::sys_seconds kLast{std::chrono::seconds(253402300799)};
  EXPECT_NE(HeadOf({}, {false, kLast})
                .find("\r\nDate: Fri, 31 Dec 9999 23:59:59 GMT\r\n"),
            std::string::npos);
}

TEST(ResponseTest, SaysItsLengthUnlessItHasNone) {
  const std::string head = HeadOf({.body = "four"}, {true, kDate});
  EXPECT_TRUE(head.starts_with("HTTP/1.1 200 OK\r\n"));
  EXPECT_TRUE(head.ends_with("\r\nConnection: close\r\n\r\n"));
  EXPECT_NE(head.find("\r\nContent-Length: 4\r\n"), std::string::npos);
  for (const status code : {status::no_content, status::not_modified}) {
    EXPECT_EQ(
        HeadOf({.code = code}, {false, kDate}).find("Content-"),
        HeadOf({.code = code}, {false, kDate}).find("Content-Security-Policy"));
  }
}

TEST(ResponseTest, ARefusalOfJsonIsAnErrorOfTheProtocol) {
  const Response response =
      RefusalOf({status::payload_too_large, "The body is too long."}, true);
  EXPECT_EQ(response.content_type, kJson);
  EXPECT_NE(response.body.find("\"id\":null"), std::string::npos);
  EXPECT_NE(response.body.find("line_too_long"), std::string::npos);
  EXPECT_EQ(RefusalOf({status::not_found, "No."}, false).body, "No.\n");
}

}  // namespace
}  // namespace answerbox::daemon::http
