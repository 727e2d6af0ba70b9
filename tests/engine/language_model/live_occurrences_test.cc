#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>
#include <vector>

#include "engine/language_model/word_probability.h"
#include "tests/engine/index_in_memory.h"

namespace answerbox::engine {
namespace {

// Of profile default: stems, and no stop word.
constexpr std::string_view kTerms[] = {"pump", "seal",  "valv",
                                       "hose", "flang", "xylophon"};
constexpr std::string_view kWords[] = {"pump", "seal", "valve", "hose",
                                       "flange"};

std::vector<WordInCollection> Count(std::span<const LiveSegment> segments) {
  TestArena arena;
  std::vector<WordInCollection> counts(std::size(kTerms));
  EXPECT_TRUE(CountLiveOccurrences(segments, kTerms, counts, *arena));
  return counts;
}

// Sentences of words that come often or seldom.
std::string RandomText(std::mt19937& random) {
  std::string text;
  for (std::size_t sentence = random() % 6; sentence > 0; --sentence) {
    const std::string_view most = kWords[random() % std::size(kWords)];
    for (std::size_t word = 1 + random() % 12; word > 0; --word) {
      text += random() % 3 == 0 ? kWords[random() % std::size(kWords)] : most;
      text += ' ';
    }
    text += "stands. ";
  }
  return text + "It is so.";
}

TEST(LiveOccurrences, AreThoseOfAnIndexOfTheLiveDocuments) {
  std::mt19937 random(20261128);
  for (int round = 0; round < 200; ++round) {
    std::vector<NamedText> all;
    std::vector<NamedText> live;
    std::vector<DocumentNumber> removed;
    for (DocumentNumber d = 0; d < 8; ++d) {
      all.push_back({"d" + std::to_string(d), RandomText(random)});
      if (random() % 3 == 0) {
        removed.push_back(d);
      } else {
        live.push_back(all.back());
      }
    }
    if (live.empty()) continue;
    // Chunks overlap, so they hold some words twice.
    const Chunking chunking{8, 4};
    IndexInMemory whole(std::span<const NamedText>(all), Profile::kDefault,
                        chunking);
    for (const DocumentNumber d : removed) whole.Remove(d);
    const IndexInMemory fresh(std::span<const NamedText>(live),
                              Profile::kDefault, chunking);
    const IndexInMemory other({"pump pump valve"}, Profile::kDefault, chunking);
    const LiveSegment segments[] = {other.live(), whole.live(), other.live()};
    const LiveSegment expected[] = {fresh.live(), other.live(), other.live()};
    const auto counts = Count(segments);
    const auto of_fresh = Count(expected);
    for (std::size_t t = 0; t < counts.size(); ++t) {
      EXPECT_EQ(counts[t].frequency, of_fresh[t].frequency) << kTerms[t];
      EXPECT_EQ(counts[t].terms, of_fresh[t].terms);
    }
  }
}

TEST(LiveOccurrences, CountATermThatIsGivenTwice) {
  IndexInMemory index({"pump pump valve", "pump seal"});
  index.Remove(1);
  const LiveSegment segments[] = {index.live()};
  const std::string_view terms[] = {"pump", "seal", "pump"};
  std::vector<WordInCollection> counts(3);
  TestArena arena;
  ASSERT_TRUE(CountLiveOccurrences(segments, terms, counts, *arena));
  EXPECT_EQ(counts[0].frequency, 2u);
  EXPECT_EQ(counts[1].frequency, 0u);
  EXPECT_EQ(counts[2].frequency, 2u);
  EXPECT_EQ(counts[0].terms, 3u);
}

}  // namespace
}  // namespace answerbox::engine
