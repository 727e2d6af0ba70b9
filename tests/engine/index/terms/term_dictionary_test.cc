#include "engine/index/terms/term_dictionary.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <random>
#include <set>

#include "engine/index/format/little_endian.h"
#include "engine/index/format/segment_footer.h"
#include "tests/engine/index/listed_terms.h"

namespace answerbox::engine {
namespace {

using ::testing::ElementsAre;

constexpr std::uint32_t kChunks = 4;

// Each term is in one chunk or two, so that both kinds of entries occur.
SegmentBytes Dictionary(const std::vector<std::string>& terms) {
  std::vector<ListedTerm> listed;
  for (const std::string& term : terms) {
    listed.push_back({term, {{1, 3}}});
    if (listed.size() % 3 == 0) listed.back().postings.push_back({3, 1});
  }
  return WriteTerms(std::move(listed), kChunks);
}

// Sorted terms without repetitions, from few letters, so that they share
// prefixes. The last letter sorts after ASCII.
std::vector<std::string> RandomTerms(std::mt19937& random, std::size_t count) {
  std::set<std::string> terms;
  while (terms.size() < count) {
    std::string term;
    for (std::size_t i = 0; i <= random() % 9; ++i) {
      term += "abc\xC3"[random() % 4];
    }
    terms.insert(term);
  }
  return {terms.begin(), terms.end()};
}

// By Next(), and by NextTerm() with a Next() in between.
std::vector<std::string> Walk(TermCursor cursor) {
  TermCursor faster = cursor;
  std::vector<std::string> terms;
  while (cursor.Next().value()) {
    terms.emplace_back(cursor.term());
    const bool is_whole = terms.size() % 3 == 0;
    EXPECT_TRUE(is_whole ? faster.Next().value() : faster.NextTerm().value());
    EXPECT_EQ(faster.term(), cursor.term());
    EXPECT_EQ(faster.entry().number, cursor.entry().number);
    if (!is_whole) continue;
    EXPECT_EQ(faster.entry().chunk_frequency, cursor.entry().chunk_frequency);
    EXPECT_EQ(faster.entry().postings_offset, cursor.entry().postings_offset);
    EXPECT_EQ(faster.entry().postings_bytes, cursor.entry().postings_bytes);
  }
  EXPECT_FALSE(faster.NextTerm().value());
  return terms;
}

TEST(TermDictionary, FindsNothingWhenEmpty) {
  const SegmentBytes bytes = Dictionary({});
  const SegmentReader segment = OpenSegment(bytes);
  EXPECT_EQ(segment.terms().size(), 0u);
  EXPECT_FALSE(segment.terms().Find("a").value().has_value());
  EXPECT_FALSE(segment.terms().LowerBound("").value().Next().value());
}

TEST(TermDictionary, FindsEveryTermAroundEachSizeOfABlock) {
  std::mt19937 random(1);
  for (const std::size_t count : {1u, 2u, 15u, 16u, 17u, 31u, 32u, 33u, 500u}) {
    const auto terms = RandomTerms(random, count);
    const SegmentBytes bytes = Dictionary(terms);
    const SegmentReader segment = OpenSegment(bytes);
    ASSERT_EQ(segment.terms().size(), count);
    ASSERT_EQ(Walk(segment.terms().Begin()), terms);
    for (TermNumber i = 0; i < count; ++i) {
      const auto found = segment.terms().Find(terms[i]).value();
      ASSERT_TRUE(found.has_value()) << terms[i];
      EXPECT_EQ(found->number, i);
      EXPECT_EQ(found->chunk_frequency, i % 3 == 2 ? 2u : 1u);
      EXPECT_EQ(segment.terms().At(i)->postings_offset, found->postings_offset);
      std::array<char, kMaxTermBytes> text;
      EXPECT_EQ(segment.terms().Text(i, text).value(), terms[i]);
    }
  }
}

TEST(TermDictionary, FindsNoTermThatIsNotThere) {
  std::mt19937 random(2);
  const auto terms = RandomTerms(random, 100);
  const SegmentBytes bytes = Dictionary(terms);
  const SegmentReader segment = OpenSegment(bytes);
  for (const std::string& other : RandomTerms(random, 500)) {
    const bool there = std::ranges::binary_search(terms, other);
    EXPECT_EQ(segment.terms().Find(other)->has_value(), there) << other;
  }
  EXPECT_FALSE(segment.terms().Find("")->has_value());
  EXPECT_FALSE(segment.terms().Find(std::string(1000, 'b'))->has_value());
}

TEST(TermDictionary, HoldsTermsOfTheGreatestLength) {
  const std::vector<std::string> terms = {std::string(kMaxTermBytes - 1, 'a'),
                                          std::string(kMaxTermBytes, 'a'),
                                          std::string(kMaxTermBytes, 'b')};
  const SegmentBytes bytes = Dictionary(terms);
  const SegmentReader segment = OpenSegment(bytes);
  EXPECT_EQ(Walk(segment.terms().Begin()), terms);
  EXPECT_EQ(segment.terms().Find(terms[1]).value()->number, 1u);
}

TEST(TermDictionary, BeginsAtTheFirstTermThatIsNotBeforeAPrefix) {
  std::mt19937 random(3);
  const auto terms = RandomTerms(random, 200);
  const SegmentBytes bytes = Dictionary(terms);
  const SegmentReader segment = OpenSegment(bytes);
  for (const std::string& prefix : RandomTerms(random, 300)) {
    const auto first = std::ranges::lower_bound(terms, prefix);
    EXPECT_EQ(Walk(segment.terms().LowerBound(prefix).value()),
              std::vector(first, terms.end()));
  }
}

TEST(TermDictionary, VisitsThePrefixOfTermsAcrossBlocks) {
  std::vector<std::string> terms;
  for (int i = 100; i < 150; ++i) terms.push_back("v" + std::to_string(i));
  const SegmentBytes bytes = Dictionary(terms);
  TermCursor cursor = OpenSegment(bytes).terms().LowerBound("v11").value();
  std::vector<std::string> found;
  while (cursor.Next().value() && cursor.term().starts_with("v11")) {
    found.emplace_back(cursor.term());
  }
  EXPECT_THAT(found, ElementsAre("v110", "v111", "v112", "v113", "v114", "v115",
                                 "v116", "v117", "v118", "v119"));
}

// Changes the first entry's bytes. Before the dictionary are only chunks, and
// the lists that `Dictionary` makes for every third term.
//   move  Next or NextTerm
Error FirstError(const std::vector<std::string>& terms, std::size_t at,
                 unsigned value,
                 Result<bool> (TermCursor::*move)() = &TermCursor::Next) {
  SegmentBytes bytes = Dictionary(terms);
  bytes[PostingsBegin(kChunks) + at] = std::byte(value);
  TermCursor cursor = OpenSegment(bytes).terms().Begin();
  while (true) {
    const auto moved = (cursor.*move)();
    if (!moved) {
      EXPECT_FALSE((cursor.*move)().value());
      return moved.error();
    }
    if (!*moved) return {ErrorCode::kInvalidArgument, "no error"};
  }
}

TEST(TermDictionary, NamesTheFieldThatIsDamaged) {
  // First entry: 0 shared, 2 bytes "aa", frequency 1, posting (2 bytes).
  // Second: 1 shared, "b".
  const std::vector<std::string> terms = {"aa", "ab"};
  EXPECT_STREQ(FirstError(terms, 0, 1).field, "term.length");
  EXPECT_STREQ(FirstError(terms, 1, 0).field, "term.length");
  EXPECT_STREQ(FirstError(terms, 1, 65).field, "term.length");
  EXPECT_STREQ(FirstError(terms, 1, 64).field, "term");
  EXPECT_STREQ(FirstError(terms, 3, 'c').field, "term.order");
  EXPECT_STREQ(FirstError(terms, 4, 0).field, "term.chunk_frequency");
  EXPECT_STREQ(FirstError(terms, 4, kChunks + 1).field, "term.chunk_frequency");
  EXPECT_STREQ(FirstError(terms, 4, 2).field, "term.postings_bytes");
  EXPECT_STREQ(FirstError(terms, 7, 3).field, "term.length");
}

TEST(TermDictionary, NamesTheDamageWhenItSkipsThePostings) {
  const std::vector<std::string> terms = {"aa", "ab"};
  const auto error = [&terms](std::size_t at, unsigned value) {
    return FirstError(terms, at, value, &TermCursor::NextTerm);
  };
  EXPECT_STREQ(error(1, 64).field, "term");
  EXPECT_STREQ(error(3, 'c').field, "term.order");
  // More bytes of postings than there are, and no end of a number.
  EXPECT_STREQ(error(4, 2).field, "term.postings");
  EXPECT_STREQ(error(4, 0x80).field, "term.postings");
}

TEST(TermDictionary, RejectsBlocksOutOfTheirSections) {
  std::mt19937 random(4);
  const SegmentBytes good = Dictionary(RandomTerms(random, 40));
  const auto table = static_cast<std::size_t>(
      DecodeFooter(good).value()[Section::kTermBlocks].begin);
  for (const std::size_t at : {table, table + 4}) {
    SegmentBytes bytes = good;
    StoreLittle32(bytes.data() + at, 0xFFFFFFFFu);
    const auto moved = OpenSegment(bytes).terms().Begin().Next();
    ASSERT_FALSE(moved.has_value());
    EXPECT_EQ(moved.error().code, ErrorCode::kCorrupt);
    EXPECT_EQ(moved.error().offset, at);
  }
}

}  // namespace
}  // namespace answerbox::engine
