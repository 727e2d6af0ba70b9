// The abbreviations that a segment's documents define.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <string>
#include <tuple>
#include <vector>

#include "engine/index/format/segment_footer.h"
#include "engine/index/merging/segment_merger.h"
#include "engine/index/writing/abbreviation_reader.h"
#include "engine/text/phrase_terms.h"
#include "tests/engine/index/segment_fixture.h"
#include "tests/engine/index/segment_seal.h"

namespace answerbox::engine {
namespace {

std::vector<TestDocument> Documents(const std::vector<std::string>& texts) {
  std::vector<TestDocument> documents;
  for (const std::string& text : texts) {
    documents.push_back(
        {"document " + std::to_string(documents.size()), text, {}, {}});
  }
  return documents;
}

std::string Slice(const SegmentReader& segment, DocumentNumber document,
                  ByteRange range) {
  return std::string(
      TextOf(segment, document).substr(range.begin, range.end - range.begin));
}

// "0: VHT=village health team" for each record, by document and key.
std::vector<std::string> Listed(const SegmentReader& segment) {
  std::vector<std::string> listed;
  for (std::uint32_t i = 0; i < segment.abbreviation_count(); ++i) {
    const auto record = segment.Abbreviation(i);
    EXPECT_TRUE(record);
    if (!record) continue;
    const std::string short_form =
        Slice(segment, record->document, record->short_form);
    const std::string long_form =
        Slice(segment, record->document, record->long_form);
    const bool is_short = record->key == AbbreviationKey::kShortForm;
    listed.push_back(std::to_string(record->document) + ": " +
                     (is_short ? short_form + "=" + long_form
                               : long_form + "=" + short_form));
  }
  std::ranges::sort(listed);
  return listed;
}

using Strings = std::vector<std::string>;

TEST(SegmentAbbreviations, AreKeptByBothForms) {
  const SegmentBytes bytes =
      BuildSegment(Profile::kDefault,
                   Documents({"Soap.", "The village health team (VHT)."}));
  const SegmentReader segment = OpenSegment(bytes);
  EXPECT_EQ(Listed(segment), Strings({"1: VHT=village health team",
                                      "1: village health team=VHT"}));
  TermNormalizer normalizer(Profile::kDefault);
  const auto hash = [&](std::string_view text) {
    return HashOfPhrase(ReadPhrase(text, normalizer).text());
  };
  for (const std::string_view key : {"vht", "villages health teams"}) {
    EXPECT_TRUE(segment.MayAbbreviate(hash(key)).value());
    bool has_key = false;
    for (std::uint32_t i = 0; i < segment.abbreviation_count(); ++i) {
      has_key |= segment.AbbreviationHashes(i).value() >> 32 == hash(key);
    }
    EXPECT_TRUE(has_key);
  }
}

TEST(SegmentAbbreviations, AreSortedByTheirHashes) {
  std::vector<std::string> texts;
  for (char c = 'a'; c <= 'z'; ++c) {
    const std::string letter(1, c);
    texts.push_back("the " + letter + "nt " + letter + "rk (" +
                    static_cast<char>(c - 32) + static_cast<char>(c - 32) +
                    ")");
  }
  const SegmentBytes bytes = BuildSegment(Profile::kDefault, Documents(texts));
  const SegmentReader segment = OpenSegment(bytes);
  EXPECT_GE(segment.abbreviation_count(), 40u);
  for (std::uint32_t i = 1; i < segment.abbreviation_count(); ++i) {
    EXPECT_LE(segment.AbbreviationHashes(i - 1).value(),
              segment.AbbreviationHashes(i).value());
  }
  int wrong = 0;
  for (std::uint32_t i = 0; i < 1000; ++i) {
    wrong += segment.MayAbbreviate(i * 4294967u).value() ? 1 : 0;
  }
  EXPECT_LT(wrong, 250);  // About an eighth.
}

TEST(SegmentAbbreviations, DoNotGoAcrossSentencesOrBlocks) {
  TestDocument blocks{"blocks", "the village health\nteam (VHT)", {}, {}};
  TextBlock first;
  first.kind = TextBlockKind::kParagraph;
  first.range = {0, 18};
  TextBlock second = first;
  second.range = {19, 29};
  blocks.blocks = {first, second};
  const SegmentBytes bytes = BuildSegment(
      Profile::kDefault,
      std::vector<TestDocument>{
          blocks, {"sentences", "A village. Health team (VHT).", {}, {}}});
  EXPECT_EQ(OpenSegment(bytes).abbreviation_count(), 0u);
  EXPECT_EQ(DecodeFooter(bytes).value()[Section::kAbbreviations].bytes, 0u);
}

TEST(SegmentAbbreviations, OfADocumentCountOnceAndHaveABound) {
  std::string same;
  std::string different;
  for (int i = 0; i < 400; ++i) {
    same += "The blood pressure (BP). ";
    const std::string number = std::to_string(i);
    different += "The blood " + number + " (B" + number + "). ";
  }
  const SegmentBytes once = BuildSegment(Profile::kDefault, Documents({same}));
  EXPECT_EQ(OpenSegment(once).abbreviation_count(), kAbbreviationRecords);
  const SegmentBytes many =
      BuildSegment(Profile::kDefault, Documents({different, same}));
  EXPECT_EQ(OpenSegment(many).abbreviation_count(),
            kAbbreviationRecords * (kMaxDocumentAbbreviations + 1));
}

TEST(SegmentAbbreviations, AreNotInProfilePaper) {
  const auto documents = Documents({"The village health team (VHT)."});
  const SegmentBytes bytes = BuildSegment(Profile::kPaper, documents);
  EXPECT_EQ(OpenSegment(bytes).abbreviation_count(), 0u);
  EXPECT_EQ(LoadLittle32(bytes.data() + bytes.size() - 24), kRequiredSections);
}

TEST(SegmentAbbreviations, OfRemovedDocumentsAreNotMerged) {
  const auto documents = Documents(
      {"The village health team (VHT).", "The blood pressure (BP).", "Soap."});
  const SegmentBytes bytes = BuildSegment(Profile::kDefault, documents);
  const SegmentReader segment = OpenSegment(bytes);
  DocumentSet removed(3);
  removed.Insert(0);
  const MergeInput input{&segment, &removed};
  MemorySink sink;
  ASSERT_TRUE(MergeSegments({&input, 1}, sink));
  EXPECT_EQ(Listed(OpenSegment(sink.bytes())),
            Strings({"0: BP=blood pressure", "0: blood pressure=BP"}));
  removed.Insert(1);
  MemorySink without;
  ASSERT_TRUE(MergeSegments({&input, 1}, without));
  EXPECT_EQ(OpenSegment(without.bytes()).abbreviation_count(), 0u);
}

class DamagedAbbreviations : public testing::Test {
 protected:
  // Opens the segment with a byte of the section changed, under right
  // checksums if it is sealed.
  SegmentReader With(std::size_t at, std::byte value, bool sealed = true) {
    const SegmentBytes good =
        BuildSegment(Profile::kDefault,
                     Documents({"Soap.", "The village health team (VHT)."}));
    const auto begin = static_cast<std::size_t>(
        DecodeFooter(good).value()[Section::kAbbreviations].begin);
    bytes_ = good;
    bytes_[begin + at] = value;
    if (sealed) bytes_ = Sealed(std::move(bytes_));
    begin_ = begin;
    checks_.emplace(bytes_);
    return SegmentReader::Open(bytes_, &*checks_).value();
  }

  SegmentBytes bytes_;
  std::size_t begin_ = 0;
  std::optional<BlockChecks> checks_;
};

TEST_F(DamagedAbbreviations, AreNamed) {
  const std::array<std::tuple<std::size_t, int, const char*>, 5> cases = {{
      {8, 2, "abbreviation.document"},
      {14, 1, "abbreviation.short_form"},
      {18, 0, "abbreviation.short_form"},
      {17, 1, "abbreviation.long_form"},
      {19, 3, "abbreviation.key"},
  }};
  for (const auto& [at, value, field] : cases) {
    const SegmentReader segment = With(at, std::byte(value));
    const auto record = segment.Abbreviation(0);
    ASSERT_FALSE(record) << field;
    EXPECT_STREQ(record.error().field, field);
    EXPECT_EQ(record.error().code, ErrorCode::kCorrupt);
    EXPECT_GT(record.error().offset, begin_);
  }
}

TEST_F(DamagedAbbreviations, AreFoundByTheirChecksums) {
  const SegmentReader segment = With(3, std::byte{0x77}, false);
  EXPECT_STREQ(segment.Abbreviation(0).error().field, "abbreviation");
  EXPECT_STREQ(segment.AbbreviationHashes(1).error().field, "abbreviation");
  EXPECT_STREQ(segment.MayAbbreviate(5).error().field, "abbreviation_filter");
  EXPECT_FALSE(segment.VerifyChecksums());
}

TEST_F(DamagedAbbreviations, OfNoWholeRecordsAreRefused) {
  const SegmentReader segment = With(0, std::byte{0});
  SegmentBytes shifted = bytes_;
  const auto footer = DecodeFooter(shifted).value();
  // The section takes a byte of the one before it.
  const std::size_t entries = shifted.size() - kFooterTailBytes -
                              (kRequiredSections + 1) * kFooterEntryBytes;
  std::byte* const text_blocks = shifted.data() + entries + 18 * 12 + 4;
  StoreLittle64(text_blocks, footer[Section::kTextBlocks].bytes + 16);
  std::byte* const own = shifted.data() + entries + 21 * 12 + 4;
  StoreLittle64(own, footer[Section::kAbbreviations].bytes - 16);
  EXPECT_FALSE(SegmentReader::Open(Sealed(std::move(shifted))));
  EXPECT_EQ(segment.Abbreviation(2).error().code, ErrorCode::kInvalidArgument);
}

}  // namespace
}  // namespace answerbox::engine
