#include <gtest/gtest.h>

#include <string>

#include "daemon/protocol/http/codec/request_reader.h"

namespace answerbox::daemon::http {
namespace {

TEST(FormTest, DecodesFields) {
  const auto form = Form::Read("q=How+long%3F&lang=fr&&empty&e%71=a%3Db");
  ASSERT_TRUE(form);
  EXPECT_EQ(form->Get("q"), "How long?");
  EXPECT_EQ(form->Get("lang"), "fr");
  EXPECT_TRUE(form->Has("empty"));
  EXPECT_EQ(form->Get("empty"), "");
  EXPECT_EQ(form->Get("eq"), "a=b");
  EXPECT_FALSE(form->Has("none"));
  EXPECT_EQ(form->Get("none"), "");
}

TEST(FormTest, TheFirstOfANameCounts) {
  EXPECT_EQ(Form::Read("a=1&a=2")->Get("a"), "1");
}

TEST(FormTest, RefusesWhatIsNoText) {
  for (const char* text : {"a=%", "a=%4", "a=%zz", "a=%00", "%00=b", "a=%ff",
                           "a=%c3", "a=%ed%a0%80", "a=%+1"}) {
    EXPECT_FALSE(Form::Read(text)) << text;
  }
}

TEST(FormTest, HasSoManyFields) {
  std::string text;
  for (std::size_t i = 0; i < Form::kMaxFields; ++i) text += "a=b&";
  EXPECT_TRUE(Form::Read(text));
  EXPECT_FALSE(Form::Read(text + "a=b"));
}

TEST(TargetTest, IsAPlainPath) {
  EXPECT_EQ(ReadTarget("/")->path, "/");
  EXPECT_EQ(ReadTarget("/page-1_2.css?v=/../")->path, "/page-1_2.css");
  EXPECT_EQ(ReadTarget("/?q=a")->query.Get("q"), "a");
  for (const char* text :
       {"",       "*",    "health", "http://h/", "//",
        "/a//b",  "/.",   "/..",    "/../a",     "/a/./b",
        "/.git",  "/%2e", "/a%2fb", "/a\\b",     "/a b",
        "/a;b",   "/a#b", "/a:b",   "/a@b",      "/caf\xc3\xa9",
        "/?q=%00"}) {
    EXPECT_FALSE(ReadTarget(text)) << text;
  }
}

}  // namespace
}  // namespace answerbox::daemon::http
