#include "engine/words/dictionary_neighbours.h"

#include <gtest/gtest.h>

#include <string>

#include "tests/engine/index_in_memory.h"

namespace answerbox::engine {
namespace {

class DictionaryNeighboursTest : public testing::Test {
 protected:
  // "term/edits/edits with an inflection/frequency" of each neighbour, with a
  // blank after each.
  std::string Find(std::span<const LiveSegment> segments, std::string_view word,
                   unsigned most_edits) {
    const auto found =
        FindNeighbours(segments, word, most_edits, normalizer_, *arena_);
    EXPECT_TRUE(found);
    if (!found) return "error";
    std::string text;
    for (const Neighbour& neighbour : *found) {
      const unsigned inflected = EditsOf(neighbour.inflected_cost);
      text += std::string(neighbour.term) + "/" +
              std::to_string(EditsOf(neighbour.cost)) + "/" +
              (inflected > most_edits ? "-" : std::to_string(inflected)) + "/" +
              std::to_string(neighbour.frequency) + " ";
    }
    return text;
  }
  std::string Find(const IndexInMemory& index, std::string_view word,
                   unsigned most_edits = 1) {
    const LiveSegment segments[] = {index.live()};
    return Find(segments, word, most_edits);
  }

 private:
  TermNormalizer normalizer_{Profile::kDefault};
  TestArena arena_;
};

TEST_F(DictionaryNeighboursTest, AreNearInAnyFormOfAWord) {
  const IndexInMemory index(
      {"The hospital stores vaccines and medication for an allergy."});
  EXPECT_EQ(Find(index, "hosptial", 2), "hospit/1/-/1 ");
  EXPECT_EQ(Find(index, "vacines"), "vaccin/1/-/1 ");
  EXPECT_EQ(Find(index, "medicaton", 2), "medic/1/-/1 ");
  EXPECT_EQ(Find(index, "alergy"), "allergi/1/1/1 ");
  EXPECT_EQ(Find(index, "alergies", 2), "allergi/1/2/1 ");
}

TEST_F(DictionaryNeighboursTest, HaveTheFirstLetterOrTheFirstTwoSwapped) {
  const IndexInMemory index({"Keep the fridge cold."});
  EXPECT_EQ(Find(index, "fidge"), "fridg/1/-/1 ");
  EXPECT_EQ(Find(index, "rfidge"), "fridg/1/-/1 ");
  EXPECT_EQ(Find(index, "bridge"), "");
}

TEST_F(DictionaryNeighboursTest, HoldNoDigit) {
  const IndexInMemory index({"Of 1000a and 100ab and a1b2c3d4e5."});
  EXPECT_EQ(Find(index, "abcde"), "");
}

TEST_F(DictionaryNeighboursTest, CountTheLiveChunksOfAllSegments) {
  IndexInMemory first({"The ward is shut.", "The ward is open."});
  const IndexInMemory second({"A ward of twelve beds."});
  const LiveSegment both[] = {first.live(), second.live()};
  EXPECT_EQ(Find(both, "warf", 1), "ward/1/1/3 ");
  first.Remove(0);
  const LiveSegment fewer[] = {first.live(), second.live()};
  EXPECT_EQ(Find(fewer, "warf", 1), "ward/1/1/2 ");
  EXPECT_EQ(Find({{fewer[1], fewer[0]}}, "warf", 1), "ward/1/1/2 ");
  first.Remove(1);
  EXPECT_EQ(Find(first, "warf"), "");
}

TEST_F(DictionaryNeighboursTest, OfManyThoseThatCostLeastAreKept) {
  std::string text;
  for (char c = 'b'; c <= 'z'; ++c) {
    text += std::string("mas") + c + "o ";
  }
  const IndexInMemory index({text});
  const std::string near = Find(index, "masao");
  EXPECT_EQ(std::ranges::count(near, ' '), kMaxNeighbours);
  // Keys beside "a" come first.
  EXPECT_TRUE(near.starts_with("masqo/1/1/1 masso/1/1/1 mas")) << near;
}

TEST_F(DictionaryNeighboursTest, AreFoundInOtherScripts) {
  const IndexInMemory index(
      {"\u0431\u043e\u043b\u044c\u043d\u0438\u0446\u0430"});
  EXPECT_EQ(Find(index, "\u0431\u043e\u043b\u043d\u0438\u0446\u0430", 2),
            "\u0431\u043e\u043b\u044c\u043d\u0438\u0446\u0430/1/1/1 ");
}

TEST(Letters, AreThoseOfWordsThatAreAllLetters) {
  EXPECT_EQ(Letters("caf\u00e9").all().size(), 4u);
  EXPECT_TRUE(Letters("b12").all().empty());
  EXPECT_TRUE(Letters("o'clock").all().empty());
  EXPECT_EQ(Letters(std::string(kMaxEditedLetters, 'a')).all().size(),
            kMaxEditedLetters);
  EXPECT_TRUE(Letters(std::string(kMaxEditedLetters + 1, 'a')).all().empty());
}

}  // namespace
}  // namespace answerbox::engine
