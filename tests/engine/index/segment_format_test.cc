// Reads the examples of docs/segment-format.md from the page itself, so that
// the test fails if the page is wrong.
#include <gtest/gtest.h>

#include <cctype>
#include <fstream>
#include <sstream>

#include "engine/index/format/segment_footer.h"
#include "engine/index/postings/posting_list.h"
#include "engine/index/writing/segment_builder.h"
#include "tests/engine/index/listed_terms.h"
#include "tests/engine/index/segment_fixture.h"

namespace answerbox::engine {
namespace {

const TestDocument kExample = {
    "hands.md",
    "Hands\n\nWash your hands with soap. Dry your hands on paper.\n",
    {{0, 1}},
    {{{0, 5}, 1}},
    {{.range = {0, 5}, .kind = TextBlockKind::kHeading, .level = 1},
     {.range = {7, 58}, .kind = TextBlockKind::kParagraph}},
    {{kWordAccountKind, 1,
      std::string_view("\x81\x20\x0b\x01\x01\0\0\0\x01\x81\x20\x0b\x01", 13)}}};
constexpr Chunking kExampleChunking{8, 0};

// Lines of the form "003b  68616e 64  | meaning" below a heading.
SegmentBytes ExampleBytes(const std::string& heading) {
  std::ifstream document(ANSWERBOX_SOURCE_DIR "/docs/segment-format.md");
  SegmentBytes bytes;
  bool is_below = false;
  for (std::string line; std::getline(document, line);) {
    if (line.starts_with('#')) is_below = line == heading;
    if (!is_below) continue;
    const std::size_t bar = line.find(" |");
    if (bar == std::string::npos || line.size() < 8 ||
        line.substr(4, 2) != "  " ||
        !std::isxdigit(static_cast<unsigned char>(line[0]))) {
      continue;
    }
    EXPECT_EQ(std::stoul(line.substr(0, 4), nullptr, 16), bytes.size()) << line;
    std::istringstream fields(line.substr(6, bar - 6));
    for (std::string digits; fields >> digits;) {
      for (std::size_t i = 0; i + 1 < digits.size(); i += 2) {
        bytes.push_back(
            std::byte(std::stoul(digits.substr(i, 2), nullptr, 16)));
      }
    }
  }
  return bytes;
}

TEST(SegmentFormat, IsWhatTheBuilderWrites) {
  const std::vector<TestDocument> documents = {kExample};
  const SegmentBytes expected = ExampleBytes("## Worked example");
  ASSERT_EQ(expected.size(), 786u);
  EXPECT_EQ(BuildSegment(Profile::kDefault, documents, kExampleChunking),
            expected);
}

TEST(SegmentFormat, IsWhatTheReaderReads) {
  const SegmentBytes bytes = ExampleBytes("## Worked example");
  const SegmentReader segment = OpenSegment(bytes);
  EXPECT_TRUE(segment.VerifyChecksums());
  EXPECT_EQ(segment.chunking(), kExampleChunking);
  EXPECT_EQ(segment.Document(0)->name, kExample.name);
  EXPECT_EQ(TextOf(segment, 0), kExample.text);
  EXPECT_EQ(segment.DocumentByName(0).value(), 0u);
  EXPECT_TRUE(segment.MayHoldName(kExample.name).value());
  EXPECT_FALSE(segment.MayHoldName("feet.md").value());
  EXPECT_EQ(segment.PageAt(0, 30).value(), 1u);
  EXPECT_EQ(segment.Heading(0, 0).value(), kExample.headings[0]);
  EXPECT_EQ(segment.Block(0, 1).value(), kExample.blocks[1]);
  EXPECT_EQ(segment.FindAttachment(0, kWordAccountKind).value(),
            kExample.attachments[0]);
  EXPECT_EQ(segment.CollectionFrequency(1).value(), 3u);
  EXPECT_EQ(segment.Chunk(1)->range, (ByteRange{34, 58}));
  EXPECT_TRUE(segment.Sentence(0)->is_heading);
  PostingCursor hands(
      segment.Postings(*segment.terms().Find("hand").value()).value());
  ASSERT_TRUE(hands.Next().value());
  EXPECT_EQ(hands.posting(), (Posting{0, 2}));
  ASSERT_TRUE(hands.Next().value());
  EXPECT_EQ(hands.posting(), (Posting{1, 2}));
}

TEST(SegmentFormat, IsThatOfAListWithAPackedBlock) {
  constexpr std::uint32_t kPostings = 130;
  std::vector<std::uint16_t> lengths(2 * kPostings, 10);
  lengths[4] = 25;
  ListedTerm term{"term", {}};
  for (std::uint32_t i = 0; i < kPostings; ++i) {
    term.postings.push_back({2 * i, i == 2 ? 3u : 1u});
  }
  const SegmentBytes bytes = WriteTerms({term}, lengths);
  const TermEntry entry = OpenSegment(bytes).terms().At(0).value();
  const auto list =
      bytes.begin() + static_cast<std::ptrdiff_t>(entry.postings_offset);
  EXPECT_EQ(SegmentBytes(
                list, list + static_cast<std::ptrdiff_t>(entry.postings_bytes)),
            ExampleBytes("### Example of a list"));
}

TEST(SegmentFormat, IsThatOfAbbreviations) {
  const std::vector<TestDocument> documents = {
      {"a.md", "Ask the village health team (VHT).", {}, {}}};
  const SegmentBytes bytes = BuildSegment(Profile::kDefault, documents);
  const SectionPlace section =
      DecodeFooter(bytes).value()[Section::kAbbreviations];
  const auto begin = bytes.begin() + static_cast<std::ptrdiff_t>(section.begin);
  EXPECT_EQ(
      SegmentBytes(begin, begin + static_cast<std::ptrdiff_t>(section.bytes)),
      ExampleBytes("### Example of abbreviations"));
}

}  // namespace
}  // namespace answerbox::engine
