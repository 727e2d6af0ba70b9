#include "daemon/methods/documents/document_params.h"

#include <gtest/gtest.h>

#include <boost/json/parse.hpp>
#include <string>

namespace answerbox::daemon {
namespace {

boost::json::object Object(std::string_view text) {
  return boost::json::parse(text).as_object();
}

TEST(DocumentParamsTest, ReadsADocumentWithItsMarks) {
  const boost::json::object params =
      Object(R"({"collection":"c","name":"a/b.md","text":"Hello.",)"
             R"("pages":[[0,1],[4,2]],"headings":[[0,5,1]]})");
  const auto add = DecodeAdd(params);
  ASSERT_TRUE(add) << add.error().message;
  EXPECT_EQ(add->document.collection, "c");
  EXPECT_EQ(add->document.name, "a/b.md");
  EXPECT_EQ(add->text, "Hello.");
  ASSERT_EQ(add->marks.pages.size(), 2u);
  EXPECT_EQ(add->marks.pages[1], (engine::PageMark{4, 2}));
  ASSERT_EQ(add->marks.headings.size(), 1u);
  EXPECT_EQ(add->marks.headings[0], (engine::HeadingMark{{0, 5}, 1}));
}

TEST(DocumentParamsTest, APageMayTellHowSureItsTextIs) {
  const auto add = DecodeAdd(
      Object(R"({"name":"n","text":"Hello.","pages":[[0,1,0],[4,2,100]]})"));
  ASSERT_TRUE(add) << add.error().message;
  EXPECT_EQ(add->marks.pages[0], (engine::PageMark{0, 1, 1}));
  EXPECT_EQ(add->marks.pages[1],
            (engine::PageMark{4, 2, engine::kMaxRecognition}));
}

TEST(DocumentParamsTest, RefusesMarksOfAnotherShape) {
  for (const char* marks :
       {R"("pages":{})", R"("pages":[1])", R"("pages":[[1]])",
        R"("pages":[[1,2,101]])", R"("pages":[[1,2,3,4]])",
        R"("pages":[[1,2,-1]])", R"("pages":[[-1,2]])", R"("pages":[["0",1]])",
        R"("pages":[[4294967296,1]])", R"("headings":[[0,1]])",
        R"("headings":[[0,1,256]])", R"("headings":[[0,1.5,1]])"}) {
    const boost::json::object params =
        Object(R"({"name":"n","text":"t",)" + std::string(marks) + "}");
    const auto add = DecodeAdd(params);
    ASSERT_FALSE(add) << marks;
    EXPECT_EQ(add.error().kind, ErrorKind::kInvalidParams);
  }
}

TEST(DocumentParamsTest, ReadsAnAccountOfWords) {
  const auto add =
      DecodeAdd(Object(R"({"name":"n","text":"t","account":{"usable":3}})"));
  ASSERT_TRUE(add) << add.error().message;
  EXPECT_EQ(add->account->total.Shown(), 3u);
  const auto commit = DecodeCommit(Object(R"({"upload":1,"account":{}})"));
  ASSERT_TRUE(commit) << commit.error().message;
  EXPECT_EQ(commit->account, protocol::WordAccount());
  EXPECT_FALSE(DecodeCommit(Object(R"({"upload":1})"))->account);
}

TEST(DocumentParamsTest, RefusesAnAccountThatIsWrong) {
  for (const char* account : {"7", "[]", R"({"usable":-1})", R"({"no":1})"}) {
    const auto add = DecodeAdd(Object(R"({"name":"n","text":"t","account":)" +
                                      std::string(account) + "}"));
    ASSERT_FALSE(add) << account;
    EXPECT_EQ(add.error().kind, ErrorKind::kInvalidParams);
    EXPECT_EQ(add.error().subject, "account");
  }
}

TEST(DocumentParamsTest, ReadsBlocksAsTheyAreWritten) {
  const std::string blocks =
      R"([{"kind":"table","begin":0,"end":9},)"
      R"({"kind":"row","begin":0,"end":9,"parent":0,"row":70000},)"
      R"({"kind":"cell","begin":0,"end":4,"parent":1,"row":70000,)"
      R"("column":3,"rows":2,"columns":4095,"header":"both"},)"
      R"({"kind":"item","begin":9,"end":10,"level":15,"number":0,)"
      R"("continued":true},{"kind":"licence","begin":10,"end":11}])";
  const boost::json::object params =
      Object(R"({"name":"n","text":"t","blocks":)" + blocks + "}");
  const auto add = DecodeAdd(params);
  ASSERT_TRUE(add) << add.error().message;
  JsonWriter json;
  json.BeginArray();
  std::uint32_t number = 0;
  for (const NumberedBlock& read : add->marks.blocks) {
    engine::TextBlock block = read.block;
    if (read.parent) block.parent_distance = number - *read.parent;
    WriteBlock(json, block, number++);
  }
  EXPECT_EQ(json.EndArray().Take(), blocks);
}

TEST(DocumentParamsTest, RefusesBlocksOfAnotherShape) {
  for (const char* block :
       {"1", "{}", R"({"kind":"paragraph","begin":0})",
        R"({"kind":"paragraf","begin":0,"end":1})",
        R"({"kind":"paragraph","begin":2,"end":1})",
        R"({"kind":"paragraph","begin":0,"end":16777217})",
        R"({"kind":"paragraph","begin":0,"end":1,"page":1})",
        R"({"kind":"item","begin":0,"end":1,"level":16})",
        R"({"kind":"cell","begin":0,"end":1,"rows":0})",
        R"({"kind":"cell","begin":0,"end":1,"columns":4096})",
        R"({"kind":"cell","begin":0,"end":1,"header":"table"})"}) {
    const boost::json::object params = Object(
        R"({"name":"n","text":"t","blocks":[)" + std::string(block) + "]}");
    const auto add = DecodeAdd(params);
    ASSERT_FALSE(add) << block;
    EXPECT_EQ(add.error().subject, "blocks");
  }
}

TEST(DocumentParamsTest, APartNeedsItsUpload) {
  EXPECT_TRUE(DecodePart(Object(R"({"upload":1,"text":"x"})")));
  EXPECT_TRUE(DecodePart(Object(R"({"upload":9223372036854775807})")));
  for (const char* bad : {"{}", R"({"upload":0})", R"({"upload":-1})",
                          R"({"upload":"1"})", R"({"upload":1,"name":"n"})"}) {
    EXPECT_FALSE(DecodePart(Object(bad))) << bad;
  }
}

TEST(DocumentParamsTest, ARemovalWaitsToBeErasedWhereItSaysSo) {
  const boost::json::object plain = Object(R"({"name":"n"})");
  const auto remove = DecodeRemove(plain);
  ASSERT_TRUE(remove);
  EXPECT_EQ(remove->document.collection, "default");
  EXPECT_FALSE(remove->erase);
  const boost::json::object waiting =
      Object(R"({"collection":"c","name":"n","erase":true,"progress":true})");
  const auto erase = DecodeRemove(waiting);
  ASSERT_TRUE(erase);
  EXPECT_EQ(erase->document.collection, "c");
  EXPECT_TRUE(erase->erase);
  EXPECT_TRUE(erase->wants_progress);
  EXPECT_FALSE(DecodeRemove(Object(R"({"name":"n","erase":1})")));
  EXPECT_FALSE(DecodeRemove(Object(R"({"erase":true})")));
}

TEST(DocumentParamsTest, AHashIs64HexDigitsOfEitherCase) {
  const auto commit = DecodeCommit(
      Object(R"({"upload":1,"sha256":")" + std::string(62, '0') + R"(aF"})"));
  ASSERT_TRUE(commit);
  EXPECT_EQ((*commit->sha256)[31], std::byte{0xaf});
  for (const std::string& bad :
       {std::string(), std::string(63, '0'), std::string(65, '0'),
        std::string(62, '0') + "0g", std::string(62, '0') + "-1"}) {
    EXPECT_FALSE(
        DecodeCommit(Object(R"({"upload":1,"sha256":")" + bad + "\"}")))
        << bad;
  }
}

TEST(DocumentParamsTest, APageOfAListHasItsBounds) {
  EXPECT_EQ(DecodeList(Object("{}"))->limit, 1000u);
  EXPECT_EQ(DecodeList(Object(R"({"limit":1})"))->limit, 1u);
  EXPECT_FALSE(DecodeList(Object(R"({"limit":0})")));
  EXPECT_FALSE(DecodeList(Object(R"({"limit":1001})")));
}

TEST(DocumentParamsTest, APartOfATextIsCutToItsBound) {
  const boost::json::object params =
      Object(R"({"name":"n","begin":10,"end":4294967295})");
  const auto text = DecodeText(params);
  ASSERT_TRUE(text);
  EXPECT_EQ(text->begin, 10u);
  EXPECT_EQ(text->end, 10 + kMaxTextPartBytes);
  EXPECT_EQ(DecodeText(Object(R"({"name":"n","begin":3,"end":5})"))->end, 5u);
  EXPECT_FALSE(DecodeText(Object(R"({"name":"n","begin":5,"end":4})")));
}

}  // namespace
}  // namespace answerbox::daemon
