#include "daemon/protocol/http/codec/same_host.h"

#include <gtest/gtest.h>

namespace answerbox::daemon::http {
namespace {

const HostNames kNames("Box.lan.example", "clinic.example,Other");

RequestHead Head(verb method) {
  RequestHead head;
  head.method = method;
  head.path = "/";
  head.host = "box.local:8080";
  return head;
}

bool MayAct(const RequestHead& head, bool is_tls = false) {
  return !CheckSource(head, kNames, is_tls);
}

TEST(HostNamesTest, AreThoseOfThisBox) {
  for (const char* host :
       {"localhost", "box.lan.example", "BOX.local", "clinic.example:80",
        "other", "10.0.0.1", "10.0.0.1:8080", "[::1]", "[fe80::1]:1"}) {
    EXPECT_TRUE(kNames.Has(host)) << host;
  }
  for (const char* host :
       {"", ":80", "evil.example", "box", "localhost.evil.example", "::1",
        "[::1", "10.0.0.1:", "10.0.0.1:123456", "10.0.0.1:x", "10.0.0.1.",
        "010.0.0.1.evil", "localhost:80:80", "a@localhost"}) {
    EXPECT_FALSE(kNames.Has(host)) << host;
  }
}

TEST(CheckSourceTest, JsonNeedsNoFieldThatOnlyBrowsersSend) {
  RequestHead head = Head(verb::post);
  head.content_type = "application/json";
  EXPECT_TRUE(MayAct(head));
  head.content_type = "application/x-www-form-urlencoded";
  EXPECT_FALSE(MayAct(head));
  head.fetch_site = "same-origin";
  EXPECT_TRUE(MayAct(head));
}

TEST(CheckSourceTest, TheOriginIsTheHostThatWasAsked) {
  RequestHead head = Head(verb::post);
  head.content_type = "application/json";
  for (const char* origin : {"http://box.local:8080", "http://BOX.local:8080",
                             "https://box.local:8080"}) {
    head.origin = origin;
    EXPECT_TRUE(MayAct(head)) << origin;
  }
  for (const char* origin :
       {"", "null", "http://box.local", "http://evil.example:8080",
        "ftp://box.local:8080", "box.local:8080"}) {
    head.origin = origin;
    EXPECT_FALSE(MayAct(head)) << origin;
  }
}

TEST(CheckSourceTest, APlainPageDoesNotSpeakForOneOfTls) {
  RequestHead head = Head(verb::post);
  head.content_type = "application/json";
  head.origin = "http://box.local:8080";
  EXPECT_FALSE(MayAct(head, true));
  head.origin = "https://box.local:8080";
  EXPECT_TRUE(MayAct(head, true));
}

// A page that sends no Referer has the origin "null" in its forms.
TEST(CheckSourceTest, ANullOriginIsOursIfTheBrowserSaysSo) {
  RequestHead head = Head(verb::post);
  head.content_type = "application/x-www-form-urlencoded";
  head.origin = "null";
  EXPECT_FALSE(MayAct(head));
  head.fetch_site = "same-origin";
  EXPECT_TRUE(MayAct(head));
  head.fetch_site = "same-site";
  EXPECT_FALSE(MayAct(head));
}

TEST(CheckSourceTest, OnlyALinkLeadsHereFromElsewhere) {
  RequestHead head = Head(verb::get);
  EXPECT_TRUE(MayAct(head));
  head.fetch_site = "none";
  EXPECT_TRUE(MayAct(head));
  head.fetch_site = "cross-site";
  EXPECT_FALSE(MayAct(head));
  head.is_navigation = true;
  EXPECT_TRUE(MayAct(head));
  head.origin = "http://evil.example";
  EXPECT_FALSE(MayAct(head));
}

TEST(CheckSourceTest, AWebSocketIsCheckedByWhoTakesIt) {
  RequestHead head = Head(verb::get);
  head.origin = "http://wall.example";
  head.wants_web_socket = true;
  EXPECT_FALSE(MayAct(head));
  head.path = kWebSocketPath;
  EXPECT_TRUE(MayAct(head));
  head.host = "evil.example";
  EXPECT_FALSE(MayAct(head));
}

}  // namespace
}  // namespace answerbox::daemon::http
