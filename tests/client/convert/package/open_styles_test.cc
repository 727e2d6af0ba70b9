#include <gtest/gtest.h>

#include <string>

#include "client/convert/package/open_parts.h"
#include "tests/client/convert/package/written_archive.h"

namespace answerbox::client::package {
namespace {

std::string Style(std::string_view name, std::string_view parent,
                  std::string_view text) {
  return "<style:style style:family='text' style:name='" + std::string(name) +
         "' style:parent-style-name='" + std::string(parent) +
         "'><style:text-properties " + std::string(text) + "/></style:style>";
}

TEST(OpenStyles, InheritAndOverride) {
  const auto tree = XmlTree::Parse(
      Xml("office:document-styles",
          "<office:styles>" +
              Style("Base", "", "fo:font-weight='bold' fo:color='#fefefe'") +
              Style("Near", "Base",
                    "fo:font-weight='normal' style:text-position='-33% 58%'") +
              "</office:styles>"));
  OpenStyles styles;
  styles.Add(tree->root());
  const RunLook look = styles.Of("text", "Near").look;
  EXPECT_EQ(look.bold, false);
  EXPECT_EQ(look.white, true);
  EXPECT_EQ(look.raised, -1);
  EXPECT_EQ(look.struck, std::nullopt);
  EXPECT_EQ(styles.Of("text", "None_20_Such").name, "none such");
}

TEST(OpenStyles, StylesInACircleEnd) {
  const auto tree = XmlTree::Parse(
      Xml("office:document-styles",
          "<office:styles>" + Style("A", "B", "text:display='none'") +
              Style("B", "A", "fo:font-weight='700'") + "</office:styles>"));
  OpenStyles styles;
  styles.Add(tree->root());
  EXPECT_EQ(styles.Of("text", "A").look.hidden, true);
  EXPECT_EQ(styles.Of("text", "A").look.bold, true);
}

TEST(OpenStyles, LabelsShowTheirLevels) {
  OpenLevels levels;
  levels[0] = {.is_bullet = false, .numerals = Numerals::kUpper};
  levels[1] = {.is_bullet = false,
               .numerals = Numerals::kDecimal,
               .suffix = ")",
               .shown_levels = 99};
  OpenCounter counter;
  counter.Count(0, {}, 2);
  counter.Count(1, {}, 1);
  counter.Count(1, {}, 1);
  EXPECT_EQ(LabelOf(levels, counter, 1).text, "B.2)");
  EXPECT_EQ(LabelOf(levels, counter, 1).number, std::nullopt);
  EXPECT_EQ(LabelOf(levels, counter, 2).text, "");
  counter.Count(0, 7, 1);
  EXPECT_EQ(LabelOf(levels, counter, 0).text, "G");
}

}  // namespace
}  // namespace answerbox::client::package
