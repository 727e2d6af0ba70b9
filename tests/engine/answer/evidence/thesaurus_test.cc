#include "engine/answer/evidence/thesaurus.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "engine/answer/evidence/soft_matches.h"
#include "tests/engine/answer/written_thesaurus.h"

namespace answerbox::engine {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::Key;
using testing::Pair;

std::vector<std::byte> SaltAndFever() {
  return WriteThesaurus({{"salt", {{"sodium", 1}, {"pepper", 0}}},
                         {"fever", {{"pyrexia", 0}, {"flu", 1}}}});
}

TEST(Thesaurus, GivesTheNeighboursOfATermInTheirOrder) {
  const auto bytes = SaltAndFever();
  const auto thesaurus = Thesaurus::Open(bytes);
  ASSERT_TRUE(thesaurus);
  EXPECT_THAT(NeighboursOf(*thesaurus, "salt"),
              ElementsAre(Pair("sodium", 230), Pair("pepper", 179)));
  EXPECT_THAT(NeighboursOf(*thesaurus, "fever"),
              ElementsAre(Pair("pyrexia", 179), Pair("flu", 230)));
}

TEST(Thesaurus, TellsWhatRetrievalAloneLooksFor) {
  const auto bytes = WriteThesaurus({{"hospit",
                                      {{"ward", 1 | kFlagBackward},
                                       {"hospitalis", 1 | kFlagAlike},
                                       {"sick bay", 0}}}});
  const auto thesaurus = Thesaurus::Open(bytes);
  ASSERT_TRUE(thesaurus);
  const std::size_t first = thesaurus->Of("hospit").begin;
  const Neighbour ward = thesaurus->At(first);
  EXPECT_TRUE(ward.is_backward);
  EXPECT_TRUE(ward.is_other_word());
  const Neighbour other_form = thesaurus->At(first + 1);
  EXPECT_FALSE(other_form.is_backward);
  EXPECT_FALSE(other_form.is_other_word());
  EXPECT_TRUE(thesaurus->At(first + 2).is_phrase());
  EXPECT_FALSE(thesaurus->At(first + 2).is_other_word());
}

TEST(Thesaurus, KnowsWhichPhrasesGoOn) {
  const auto bytes = WriteThesaurus({{"a", {{"one", 1}}},
                                     {"a b", {{"two", 1}}},
                                     {"a b c", {{"three", 1}}},
                                     {"a d", {{"four", 1}}},
                                     {"a-b", {{"five", 1}}},
                                     {"ab", {{"six", 1}}},
                                     {"ab c", {{"seven", 1}}}});
  const auto thesaurus = Thesaurus::Open(bytes);
  ASSERT_TRUE(thesaurus);
  const auto count = [&](std::string_view term, Thesaurus::Range among) {
    const auto longer = thesaurus->Find(term, among).longer;
    return longer.end - longer.begin;
  };
  const auto all = thesaurus->all_terms();
  EXPECT_EQ(count("a", all), 3u);
  EXPECT_EQ(count("ab", all), 1u);
  EXPECT_EQ(count("a b", all), 1u);
  for (const char* term : {"", "b", "a b c", "a c", "aa", "ab c", "zz"}) {
    EXPECT_EQ(count(term, all), 0u) << term;
  }
  // Among those that go on with the first word.
  const auto longer = thesaurus->Find("a", all).longer;
  EXPECT_EQ(count("a b", longer), 1u);
  EXPECT_EQ(thesaurus->At(thesaurus->Find("a d", longer).neighbours.begin).term,
            "four");
  EXPECT_TRUE(thesaurus->Find("a", longer).neighbours.empty());
  EXPECT_TRUE(thesaurus->Find("ab", longer).neighbours.empty());
  EXPECT_TRUE(Thesaurus().Find("a", Thesaurus().all_terms()).longer.empty());
}

TEST(Thesaurus, FindsAnyNumberOfLongerPhrases) {
  std::map<std::string, WrittenNeighbours> words{{"a", {{"b", 1}}},
                                                 {"z", {{"b", 1}}}};
  for (std::size_t count = 0; count < 40; ++count) {
    const auto bytes = WriteThesaurus(words);
    const auto thesaurus = Thesaurus::Open(bytes);
    ASSERT_TRUE(thesaurus);
    const auto longer = thesaurus->Find("m", thesaurus->all_terms()).longer;
    EXPECT_EQ(longer.end - longer.begin, count);
    words["m " + std::string(1 + count, 'k')] = {{"b", 1}};
  }
}

// The example of docs/lab/thesaurus-format.md.
TEST(Thesaurus, IsWrittenAsTheDocumentShows) {
  const auto bytes =
      WriteThesaurus({{"salt", {{"sodium", 1}}}, {"sodium", {{"salt", 3}}}});
  constexpr std::array<unsigned char, 52> kExample = {
      'A', 'B', 't', 'h', 0x3, 0x0, 0x0, 0x0,  0x2,  0x0,  0x0,  0x0, 0x2,
      0x0, 0x0, 0x0, 0xa, 0x0, 0x0, 0x0, 0xf1, 0x26, 0x3c, 0xd9, 0x4, 0x0,
      0x0, 0x1, 0x0, 0x0, 0xa, 0x0, 0x0, 0x2,  0x0,  0x0,  0x9,  0x0, 0x0,
      0x3, 0x0, 0x0, 's', 'a', 'l', 't', 's',  'o',  'd',  'i',  'u', 'm'};
  ASSERT_EQ(bytes.size(), kExample.size());
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    EXPECT_EQ(std::to_integer<unsigned>(bytes[i]), kExample[i]) << i;
  }
}

TEST(Thesaurus, KnowsNothingOfOtherTerms) {
  const auto bytes = SaltAndFever();
  const auto thesaurus = Thesaurus::Open(bytes);
  ASSERT_TRUE(thesaurus);
  for (const char* term : {"", "sal", "salts", "sodium", "a", "zzz"}) {
    EXPECT_THAT(NeighboursOf(*thesaurus, term), IsEmpty()) << term;
  }
  EXPECT_THAT(NeighboursOf(Thesaurus(), "salt"), IsEmpty());
}

TEST(Thesaurus, FindsEachOfAnyNumberOfTerms) {
  std::map<std::string, WrittenNeighbours> words;
  for (const char* term : {"a", "b", "c", "d", "e", "f"}) {
    words[term] = {{"a", 1}};
    const auto bytes = WriteThesaurus(words);
    const auto thesaurus = Thesaurus::Open(bytes);
    ASSERT_TRUE(thesaurus);
    for (const auto& [known, neighbours] : words) {
      EXPECT_THAT(NeighboursOf(*thesaurus, known), ElementsAre(Pair("a", 230)));
    }
    EXPECT_THAT(NeighboursOf(*thesaurus, "g"), IsEmpty());
  }
}

TEST(Thesaurus, GivesAtMostSoManyNeighbours) {
  const auto bytes = WriteThesaurus({{"a", WrittenNeighbours(100, {"b", 0})}});
  EXPECT_EQ(NeighboursOf(*Thesaurus::Open(bytes), "a").size(),
            Thesaurus::kMaxNeighbours);
}

TEST(Thesaurus, RefusesEveryPrefixAndMoreBytes) {
  auto bytes = SaltAndFever();
  for (std::size_t n = 0; n < bytes.size(); ++n) {
    const auto opened = Thesaurus::Open(std::span(bytes).first(n));
    ASSERT_FALSE(opened) << n;
    EXPECT_EQ(opened.error().code, ErrorCode::kTruncated) << n;
  }
  bytes.push_back(std::byte{0});
  EXPECT_EQ(Thesaurus::Open(bytes).error().code, ErrorCode::kCorrupt);
}

TEST(Thesaurus, RefusesAnotherKindOfFileAnotherVersionAndTooManyTerms) {
  auto bytes = SaltAndFever();
  bytes[0] = std::byte{'a'};
  EXPECT_EQ(Thesaurus::Open(bytes).error().code, ErrorCode::kCorrupt);
  bytes = SaltAndFever();
  bytes[4] = std::byte{1};
  EXPECT_EQ(Thesaurus::Open(bytes).error().code,
            ErrorCode::kUnsupportedVersion);
  bytes = SaltAndFever();
  bytes[10] = std::byte{3};
  EXPECT_EQ(Thesaurus::Open(bytes).error().code, ErrorCode::kCorrupt);
}

// Whatever a byte is, lookups read only the thesaurus (the sanitizers see it)
// and give only text of it.
TEST(Thesaurus, StaysWithinItsBytesWhateverTheyAre) {
  const auto whole = WriteThesaurus({{"fever", {{"pyrexia", 0}, {"flu", 1}}},
                                     {"salt", {{"sodium", 1}, {"pepper", 0}}},
                                     {"salt of", {{"the earth", 1}}},
                                     {"salt of tin", {{"tin", 1}}},
                                     {"salt pan", {{"brine", 1}}}});
  for (std::size_t at = Thesaurus::kHeaderBytes; at < whole.size(); ++at) {
    for (const unsigned value : {0u, 1u, 0x7Fu, 0x80u, 0xFFu}) {
      auto bytes = whole;
      bytes[at] = static_cast<std::byte>(value);
      const auto thesaurus = Thesaurus::Open(bytes);
      ASSERT_TRUE(thesaurus);
      const auto all = thesaurus->all_terms();
      for (const char* term : {"", "fever", "flu", "salt", "zzz"}) {
        for (const auto& [neighbour, closeness] :
             NeighboursOf(*thesaurus, term)) {
          EXPECT_LE(neighbour.size(), bytes.size());
        }
        auto longer = thesaurus->Find(term, all).longer;
        for (const char* phrase : {"salt of", "salt of tin"}) {
          ASSERT_LE(longer.begin, longer.end);
          ASSERT_LE(longer.end, all.end);
          longer = thesaurus->Find(phrase, longer).longer;
        }
      }
    }
  }
}

TEST(ShippedThesaurus, KnowsWordsOfMedicine) {
  const Thesaurus& thesaurus = ShippedThesaurus();
  EXPECT_THAT(NeighboursOf(thesaurus, "physician"), Contains(Key("doctor")));
  EXPECT_THAT(NeighboursOf(thesaurus, "fever"), Contains(Key("pyrexia")));
  EXPECT_THAT(NeighboursOf(thesaurus, "kidney"), Contains(Key("renal")));
}

TEST(ShippedThesaurus, MarksWordsThatBeginAlike) {
  const Thesaurus& thesaurus = ShippedThesaurus();
  for (const char* term : {"vaccin", "medicin", "inject", "prevent"}) {
    const auto range = thesaurus.Of(term);
    EXPECT_FALSE(range.empty()) << term;
    for (std::size_t i = range.begin; i < range.end; ++i) {
      const Neighbour neighbour = thesaurus.At(i);
      if (neighbour.is_phrase()) continue;
      EXPECT_EQ(PrefixSimilarity(term, neighbour.term) != 0,
                neighbour.begins_alike)
          << neighbour.term;
    }
  }
}

}  // namespace
}  // namespace answerbox::engine
