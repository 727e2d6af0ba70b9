#include "daemon/collections/snapshots/manifest.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cstdio>
#include <span>
#include <string>

#include "engine/index/format/checksum.h"

namespace answerbox::daemon {
namespace {

using engine::ErrorCode;

// The worked example of docs/state-directory.md.
constexpr const char* kExample =
    "answerbox-collection 1\n"
    "profile default\n"
    "window 200\n"
    "overlap 40\n"
    "theta 0.3\n"
    "snapshot 17\n"
    "segment 9 14152494 1716 0-2,7 1795219200\n"
    "segment 12 4711 3 - -\n"
    "crc32c 3c5d7849\n";

constexpr std::chrono::sys_seconds kRemovedSince{
    std::chrono::seconds(1'795'219'200)};

Manifest Example() {
  return {{0.3, engine::Profile::kDefault, {200, 40}},
          17,
          {{9, 14152494, 1716, {{0, 2}, {7, 7}}, kRemovedSince},
           {12, 4711, 3, {}, {}}}};
}

// Appends the right checksum line to `body`.
std::string Sealed(const std::string& body) {
  std::array<char, 17> line{};
  std::snprintf(line.data(), line.size(), "crc32c %08x\n",
                engine::ComputeChecksum(std::as_bytes(std::span(body))));
  return body + line.data();
}

// The example with the first `from` replaced, and with the right checksum.
std::string With(const std::string& from, const std::string& to) {
  std::string body = kExample;
  body.resize(body.size() - 16);
  body.replace(body.find(from), from.size(), to);
  return Sealed(body);
}

TEST(ManifestTest, WritesTheWorkedExample) {
  EXPECT_EQ(EncodeManifest(Example()), kExample);
}

TEST(ManifestTest, ReadsTheWorkedExample) {
  const auto manifest = ParseManifest(kExample);
  ASSERT_TRUE(manifest);
  EXPECT_EQ(manifest->settings.theta, 0.3);
  EXPECT_EQ(manifest->settings.chunking, (engine::Chunking{200, 40}));
  EXPECT_EQ(manifest->snapshot, 17u);
  ASSERT_EQ(manifest->segments.size(), 2u);
  EXPECT_EQ(manifest->segments[0].file_bytes, 14152494u);
  ASSERT_EQ(manifest->segments[0].removed.size(), 2u);
  EXPECT_EQ(manifest->segments[0].removed[0].last, 2u);
  EXPECT_EQ(manifest->segments[1].documents, 3u);
  EXPECT_EQ(manifest->segments[0].removed_since, kRemovedSince);
  EXPECT_FALSE(manifest->segments[1].removed_since);
}

TEST(ManifestTest, NamesSynonymsAndGuard) {
  for (const bool has_synonyms : {false, true}) {
    for (const bool has_guard : {false, true}) {
      Manifest manifest = Example();
      std::string lines = "theta 0.3\n";
      if (has_synonyms) {
        manifest.synonyms = SynonymsEntry{{12, 4711, 0x12345678}};
        lines += "synonyms 12 4711 305419896\n";
      }
      if (has_guard) {
        manifest.guard = GuardEntry{{13, 815, 0x9ABCDEF0}};
        lines += "guard 13 815 2596069104\n";
      }
      const std::string text = EncodeManifest(manifest);
      EXPECT_NE(text.find(lines + "snapshot 17\n"), std::string::npos) << text;
      const auto read = ParseManifest(text);
      ASSERT_TRUE(read);
      EXPECT_EQ(read->synonyms.has_value(), has_synonyms);
      EXPECT_EQ(read->guard.has_value(), has_guard);
      EXPECT_EQ(EncodeManifest(*read), text);
    }
  }
}

constexpr const char* kPackLine =
    "pack guidelines 2026.3 0123456789abcdef "
    "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad\n"
    "before 14 815 2596069104\n";

TEST(ManifestTest, NamesAPackAndWhatWasBefore) {
  Manifest manifest = Example();
  manifest.settings.pack = std::make_shared<const PackMark>(
      PackMark{"guidelines", "2026.3", "0123456789abcdef",
               engine::ComputeSha256("abc")});
  manifest.before = BeforeEntry{{14, 815, 0x9ABCDEF0}};
  const std::string text = EncodeManifest(manifest);
  EXPECT_EQ(text, With("snapshot", kPackLine + std::string("snapshot")));
  const auto read = ParseManifest(text);
  ASSERT_TRUE(read);
  EXPECT_EQ(read->settings.pack->version, "2026.3");
  EXPECT_EQ(read->before->number, 14u);
  EXPECT_EQ(EncodeManifest(*read), text);
}

TEST(ManifestTest, AFaultyPackLineIsDamage) {
  for (const char* line :
       {"pack\n", "pack a 1\n", "pack a 1 0123 0123\n",
        "pack A 1 0123456789abcdef "
        "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad\n",
        "pack a 1 0123456789abcdef "
        "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad x\n",
        "before 1 2\n", "before 1 2 3\nbefore 1 2 3\n"}) {
    EXPECT_FALSE(
        ParseManifest(With("snapshot", line + std::string("snapshot"))))
        << line;
  }
}

constexpr const char* kPagesLine =
    "pages ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad "
    "15 4711 2596069104 12\n";

// The example as version 2, with these lines.
std::string WithPages(const std::string& lines) {
  std::string body = With("snapshot", lines + "snapshot");
  body.resize(body.size() - 16);
  body.replace(body.find('1'), 1, "2");
  return Sealed(body);
}

TEST(ManifestTest, NamesPagePicturesByTheirDocument) {
  Manifest manifest = Example();
  manifest.settings.pages = std::make_shared<const PageFiles>(
      PageFiles{{engine::ComputeSha256("abc"), {{15, 4711, 0x9ABCDEF0}, 12}}});
  const std::string text = EncodeManifest(manifest);
  EXPECT_EQ(text, WithPages(kPagesLine));
  const auto read = ParseManifest(text);
  ASSERT_TRUE(read);
  ASSERT_EQ(read->settings.pages->size(), 1u);
  EXPECT_EQ(read->settings.pages->begin()->second.file_name(), "15.pages");
  EXPECT_EQ(read->settings.pages->begin()->second.pages, 12u);
  EXPECT_EQ(EncodeManifest(*read), text);
}

TEST(ManifestTest, AFaultyPagesLineIsDamage) {
  const std::string line = kPagesLine;
  for (const std::string& lines :
       {std::string("pages\n"), std::string("pages 12 1 2 3 4\n"),
        line.substr(0, line.size() - 4) + "\n", line + line,
        "pages c" + line.substr(7) + line}) {
    EXPECT_FALSE(ParseManifest(WithPages(lines))) << lines;
  }
}

TEST(ManifestTest, VersionTwoIsOfManifestsWithPagePicturesAlone) {
  for (const std::string& text :
       {With("snapshot", kPagesLine + std::string("snapshot")),
        WithPages("")}) {
    const auto manifest = ParseManifest(text);
    ASSERT_FALSE(manifest) << text;
    EXPECT_STREQ(manifest.error().field, "spelling");
  }
}

TEST(ManifestTest, WhatWasBeforeNamesItsFiles) {
  const std::string text =
      WithPages("guard 13 815 1\n" + std::string(kPagesLine));
  const auto before = DescribeBefore({{14, text.size(), 0}}, text);
  ASSERT_TRUE(before);
  std::vector<std::string> names;
  for (const auto& file : (*before)->files) names.push_back(file.name);
  EXPECT_THAT(names, testing::ElementsAre("9.segment", "12.segment", "13.guard",
                                          "15.pages"));
}

TEST(ManifestTest, ThetaComesBackToTheLastBit) {
  for (const double theta : {0.0, 1.0, 1e-300, 0.1 + 0.2, 1.0 / 3.0}) {
    Manifest manifest = Example();
    manifest.settings.theta = theta;
    const auto read = ParseManifest(EncodeManifest(manifest));
    ASSERT_TRUE(read) << theta;
    EXPECT_EQ(read->settings.theta, theta);
  }
}

TEST(ManifestTest, ACollectionMayBeEmpty) {
  Manifest manifest = Example();
  manifest.segments.clear();
  const auto read = ParseManifest(EncodeManifest(manifest));
  ASSERT_TRUE(read);
  EXPECT_TRUE(read->segments.empty());
}

TEST(ManifestTest, TheSmallestAndTheLargestNumbersPass) {
  Manifest manifest = Example();
  manifest.snapshot = ~0ull;
  manifest.segments = {
      {~0ull, ~0ull, ~0u, {{0, ~0u - 2}}, std::chrono::sys_seconds()},
      {0, 0, 1, {}, {}}};
  EXPECT_TRUE(ParseManifest(EncodeManifest(manifest)));
}

struct DamageCase {
  const char* from;
  const char* to;
  const char* field;
};

class ManifestDamageTest : public ::testing::TestWithParam<DamageCase> {};

TEST_P(ManifestDamageTest, NamesTheFieldAndWhereItIs) {
  const auto& [from, to, field] = GetParam();
  const std::string text = With(from, to);
  const auto manifest = ParseManifest(text);
  ASSERT_FALSE(manifest);
  EXPECT_EQ(manifest.error().code, ErrorCode::kCorrupt);
  EXPECT_STREQ(manifest.error().field, field);
  EXPECT_LT(manifest.error().offset, text.size());
}

INSTANTIATE_TEST_SUITE_P(
    Fields, ManifestDamageTest,
    ::testing::Values(
        DamageCase{"answerbox-collection", "anotherbox-collection", "version"},
        DamageCase{"profile default", "profile other", "profile"},
        DamageCase{"window 200", "window 2000", "overlap"},
        DamageCase{"window 200", "window x", "window"},
        DamageCase{"window 200", "window 70000", "window"},
        DamageCase{"overlap 40", "overlap 101", "overlap"},
        DamageCase{"overlap 40", "overlap -1", "overlap"},
        DamageCase{"theta 0.3", "theta 1.5", "theta"},
        DamageCase{"theta 0.3", "theta -0.5", "theta"},
        DamageCase{"theta 0.3", "theta nan", "theta"},
        DamageCase{"theta 0.3", "theta inf", "theta"},
        DamageCase{"theta 0.3", "theta 1e999", "theta"},
        DamageCase{"theta 0.3", "theta 0.30", "spelling"},
        DamageCase{"snapshot 17", "snapshot", "snapshot"},
        DamageCase{"snapshot 17", "snapshot 017", "spelling"},
        DamageCase{"snapshot 17", "snapshot 18446744073709551616", "snapshot"},
        DamageCase{"segment 9", "segment x", "segment"},
        DamageCase{"14152494", "-1", "segment bytes"},
        DamageCase{"1716", "4294967296", "segment documents"},
        DamageCase{"4711 3", "4711 0", "segment documents"},
        DamageCase{"0-2,7", "0-2,2", "removed"},
        DamageCase{"0-2,7", "0-2,3", "removed"},
        DamageCase{"0-2,7", "2-0", "removed"},
        DamageCase{"0-2,7", "1716", "removed"},
        DamageCase{"0-2,7", "0-1715", "removed"},
        DamageCase{"0-2,7", "0-", "removed"},
        DamageCase{"0-2,7", "0,", "removed"},
        DamageCase{"0-2,7", "7-7", "spelling"},
        DamageCase{"0-2,7", "", "removed"},
        DamageCase{"1795219200", "-", "removed since"},
        DamageCase{"1795219200", "-1", "removed since"},
        DamageCase{"1795219200", "253402300800", "removed since"},
        DamageCase{"1795219200", "01795219200", "spelling"},
        DamageCase{"- -", "- 1795219200", "removed since"},
        DamageCase{"theta 0.3\n", "theta 0.3\nsynonyms 1 2\n", "synonyms"},
        DamageCase{"theta 0.3\n", "theta 0.3\nsynonyms x\n", "synonyms"},
        DamageCase{"theta 0.3\n", "theta 0.3\nguard 1 2\n", "guard"},
        DamageCase{"- -\n", "- -\nmore\n", "line"}));

TEST(ManifestTest, OtherVersionsAreNotTakenForDamage) {
  for (const char* version : {"0", "3", "4", "5", "10"}) {
    const auto manifest = ParseManifest(
        With("collection 1\n", std::string("collection ") + version + "\n"));
    ASSERT_FALSE(manifest) << version;
    EXPECT_EQ(manifest.error().code, ErrorCode::kUnsupportedVersion) << version;
  }
}

TEST(ManifestTest, TheUnreleasedFormWithoutTimesIsNotTakenForDamage) {
  for (const auto& [from, to] : {std::pair(" 1795219200", ""), {"- -", "-"}}) {
    const auto manifest = ParseManifest(With(from, to));
    ASSERT_FALSE(manifest);
    EXPECT_EQ(manifest.error().code, ErrorCode::kUnsupportedVersion);
  }
}

TEST(ManifestTest, EveryProperPrefixIsRefused) {
  const std::string text = kExample;
  for (std::size_t size = 0; size < text.size(); ++size) {
    EXPECT_FALSE(ParseManifest(text.substr(0, size))) << size;
  }
}

TEST(ManifestTest, AnythingAfterTheChecksumIsRefused) {
  EXPECT_FALSE(ParseManifest(std::string(kExample) + "\n"));
  EXPECT_FALSE(ParseManifest(std::string(kExample) + kExample));
}

}  // namespace
}  // namespace answerbox::daemon
