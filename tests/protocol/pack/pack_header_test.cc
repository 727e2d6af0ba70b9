#include "protocol/pack/pack_header.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>

#include "tests/protocol/pack/sample_pack.h"

namespace answerbox::protocol {
namespace {

TEST(PackHeader, IsWrittenAsTheDocumentSays) {
  EXPECT_EQ(EncodePackHeader(SampleHeader()) + SignatureLine({}) + "abc",
            DocumentedPack());
}

TEST(PackHeader, ReadsBackWhatItWrites) {
  const auto seal = ParsePackSeal(DocumentedPack());
  ASSERT_TRUE(seal) << seal.error().message;
  EXPECT_EQ(seal->header.name, "guidelines");
  EXPECT_EQ(seal->header.version, "2026.3");
  EXPECT_EQ(seal->header.theta, 0.3);
  EXPECT_EQ(seal->header.parts.size(), 1U);
  EXPECT_TRUE(seal->signature.empty());
  EXPECT_EQ(seal->bytes() + 3, DocumentedPack().size());
}

TEST(PackHeader, NoProperPrefixIsOne) {
  const std::string pack = DocumentedPack();
  for (std::size_t size = 0; size < pack.size() - 3; ++size) {
    EXPECT_EQ(FindPackSealEnd(pack.substr(0, size)), 0U) << size;
    EXPECT_FALSE(ParsePackSeal(pack.substr(0, size))) << size;
  }
}

std::string With(const std::string& from, const std::string& to) {
  std::string pack = DocumentedPack();
  return pack.replace(pack.find(from), from.size(), to);
}

TEST(PackHeader, EachFieldHasItsBounds) {
  const std::pair<const char*, const char*> faults[] = {
      {"pack 1", "pack 2"},
      {"name guidelines", "name ../guidelines"},
      {"version 2026.3", "version a b"},
      {"version 2026.3\n", ""},
      {"made 1795219200", "made 01795219200"},
      {"made 1795219200", "made -1"},
      {"program 0.1.0", "program "},
      {"format 2", "format two"},
      {"profile default", "profile best"},
      {"window 200", "window 70000"},
      {"theta 0.3", "theta 0.30"},
      {"theta 0.3", "theta 1.5"},
      {"theta 0.3", "theta nan"},
      {"segment 3", "segment 0"},
      {"segment 3", "segment 99999999999999999"},
      {"segment 3", "synonyms 3"},
      {"part segment 3 ba78", "part segment 3 BA78"},
      {"part", "\npart"},
      {"unsigned", "signature \nunsigned"},
      {"unsigned", "signature 3G"},
      {"unsigned", "signature 304"}};
  for (const auto& [from, to] : faults) {
    const auto seal = ParsePackSeal(With(from, to));
    EXPECT_FALSE(seal) << to;
    EXPECT_TRUE(seal || seal.error().subject == "damaged_pack") << to;
  }
}

TEST(PackHeader, HasSegmentsFirstAndOneOfEachText) {
  using enum PackPartKind;
  const std::pair<std::vector<PackPartKind>, bool> orders[] = {
      {{kSegment, kSegment, kSynonyms, kExam}, true},
      {{kSegment, kExam}, true},
      {{kSegment, kExam, kSynonyms}, false},
      {{kSegment, kExam, kExam}, false},
      {{kSynonyms}, false},
      {{kSegment, kSynonyms, kSegment}, false},
      {std::vector<PackPartKind>(kMaxPackSegments, kSegment), true},
      {std::vector<PackPartKind>(kMaxPackSegments + 1, kSegment), false},
      {{}, false}};
  for (const auto& [kinds, is_right] : orders) {
    PackHeader header = SampleHeader();
    header.parts.clear();
    for (const PackPartKind kind : kinds) header.parts.push_back({kind, 1, {}});
    const auto seal =
        ParsePackSeal(EncodePackHeader(header) + SignatureLine({}));
    EXPECT_EQ(seal.has_value(), is_right) << kinds.size();
  }
}

TEST(PackHeader, VersionsAreOrderedByTheirNumbers) {
  EXPECT_TRUE(IsLowerVersion("1.9", "1.10"));
  EXPECT_TRUE(IsLowerVersion("2026.09", "2026.10"));
  EXPECT_TRUE(IsLowerVersion("1.09", "1.010"));
  EXPECT_FALSE(IsLowerVersion("1.010", "1.09"));
  EXPECT_TRUE(IsLowerVersion("1.0", "1.1"));
  EXPECT_FALSE(IsLowerVersion("1.00", "1.0"));
  EXPECT_TRUE(IsLowerVersion("2026.3", "2026.3a"));
  EXPECT_FALSE(IsLowerVersion("2026.3", "2026.3"));
  EXPECT_FALSE(IsLowerVersion("10", "9"));
}

}  // namespace
}  // namespace answerbox::protocol
