#include "client/convert/package/xml.h"

#include <gtest/gtest.h>

#include <string>

namespace answerbox::client::package {
namespace {

RejectionReason ReasonOf(const std::string& xml) {
  const auto tree = XmlTree::Parse(xml);
  return tree ? RejectionReason::kStopped : tree.error().reason;
}

TEST(Xml, NamesHaveTheUsualPrefix) {
  const auto tree = XmlTree::Parse(
      "<q:p xmlns:q='http://purl.oclc.org/ooxml/wordprocessingml/main' "
      "xmlns='urn:unknown' q:val='1' val=''><t>a&amp;b</t>c<t>d</t></q:p>");
  ASSERT_TRUE(tree) << tree.error().message;
  const XmlNode root = tree->root();
  EXPECT_EQ(root.name(), "w:p");
  EXPECT_EQ(root["w:val"], "1");
  EXPECT_TRUE(root.Has("val"));
  EXPECT_FALSE(root.Has("w:none"));
  EXPECT_EQ(root.Child("t").AllText(), "a&b");
  EXPECT_EQ(root.AllText(), "a&bcd");
  EXPECT_EQ(root.Child("t").next().text(), "c");
  EXPECT_FALSE(root.Child("t").next().next().next());
}

TEST(Xml, NoneHasNothing) {
  const XmlNode none;
  EXPECT_FALSE(none.Child("a").Child("b"));
  EXPECT_EQ(none["a"], "");
  EXPECT_EQ(none.AllText(), "");
  for (const XmlNode child : none) FAIL() << child.name();
}

TEST(Xml, DocumentTypesAreRefused) {
  EXPECT_EQ(ReasonOf("<!DOCTYPE d [<!ENTITY e SYSTEM 'file:///etc/passwd'>]>"
                     "<d>&e;</d>"),
            RejectionReason::kDamaged);
}

TEST(Xml, DamagedOnesAreRefused) {
  for (const char* xml : {"", "plain", "<a>", "<a></b>", "<a/><b/>", "<a>\x01",
                          "<x:a/>", "<a>&e;</a>"}) {
    EXPECT_EQ(ReasonOf(xml), RejectionReason::kDamaged) << xml;
  }
}

TEST(Xml, DepthIsBounded) {
  std::string open;
  std::string close;
  for (std::size_t i = 0; i < kMaxXmlDepth; ++i) {
    open += "<a>";
    close += "</a>";
  }
  EXPECT_EQ(ReasonOf(open + close), RejectionReason::kStopped);
  EXPECT_EQ(ReasonOf("<a>" + open + close + "</a>"),
            RejectionReason::kTooComplex);
}

}  // namespace
}  // namespace answerbox::client::package
