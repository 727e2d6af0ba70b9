#include "engine/index/writing/headings.h"

#include <gtest/gtest.h>

#include <vector>

namespace answerbox::engine {
namespace {

using Headings = std::vector<std::uint32_t>;

// A document of sentences of ten bytes, given as levels of headings; 0 is a
// sentence of text.
class Outline {
 public:
  explicit Outline(const std::vector<std::uint8_t>& levels,
                   std::size_t terms_of_a_heading = 2) {
    for (std::uint32_t i = 0; i < levels.size(); ++i) {
      if (levels[i] == 0) continue;
      marks_.push_back({{10 * i, 10 * i + 10}, levels[i]});
    }
    headings_.BeginDocument(marks_);
    for (std::uint32_t i = 0; i < levels.size(); ++i) {
      if (levels[i] == 0) continue;
      headings_.AddHeading({{10 * i, 10 * i + 10}, 1, true}, i,
                           terms_of_a_heading);
    }
  }

  // The headings that a chunk inherits if it begins with this sentence.
  Headings From(std::uint32_t sentence) {
    terms_ = headings_.AddChunk(sentence);
    const auto found = headings_.Of(chunks_++);
    return {found.begin(), found.end()};
  }
  [[nodiscard]] std::size_t terms() const { return terms_; }

 private:
  std::vector<HeadingMark> marks_;
  InheritedHeadings headings_;
  std::uint32_t chunks_ = 0;
  std::size_t terms_ = 0;
};

TEST(InheritedHeadings, AreThoseThatAreOpen) {
  Outline outline({1, 0, 2, 0, 3, 0, 2, 0, 1, 0});
  EXPECT_EQ(outline.From(5), (Headings{4, 2, 0}));
  EXPECT_EQ(outline.terms(), 6u);
  EXPECT_EQ(outline.From(7), (Headings{6, 0}));
  EXPECT_EQ(outline.From(9), (Headings{8}));
}

TEST(InheritedHeadings, LeaveOutWhatTheChunkHoldsItself) {
  Outline outline({1, 2, 0, 2, 0});
  EXPECT_EQ(outline.From(0), (Headings{}));
  EXPECT_EQ(outline.From(1), (Headings{0}));
  EXPECT_EQ(outline.From(3), (Headings{0}));
}

TEST(InheritedHeadings, AreNoneBeforeTheFirst) {
  Outline outline({0, 0, 1, 0});
  EXPECT_EQ(outline.From(0), (Headings{}));
  EXPECT_EQ(outline.From(1), (Headings{}));
  EXPECT_EQ(outline.terms(), 0u);
}

TEST(InheritedHeadings, LeaveOutTheOneThatIsTooMuch) {
  Outline enough({1, 2, 0}, kMaxInheritedTerms / 2);
  EXPECT_EQ(enough.From(2), (Headings{1, 0}));
  Outline too_much({1, 2, 0}, kMaxInheritedTerms / 2 + 1);
  EXPECT_EQ(too_much.From(2), (Headings{1}));
}

TEST(InheritedHeadings, NameTheFirstSentenceOfOneThatHasSeveral) {
  const HeadingMark marks[] = {{{0, 20}, 1}};
  InheritedHeadings headings;
  headings.BeginDocument(marks);
  headings.AddHeading({{0, 10}, 1, true}, 5, 1);
  headings.AddHeading({{10, 20}, 1, true}, 6, 1);
  EXPECT_EQ(headings.AddChunk(7), 1u);
  EXPECT_EQ(headings.Of(0).front(), 5u);
}

TEST(InheritedHeadings, AreForgottenWithTheirDocument) {
  const HeadingMark marks[] = {{{0, 10}, 1}};
  InheritedHeadings headings;
  headings.BeginDocument(marks);
  headings.AddHeading({{0, 10}, 1, true}, 0, 1);
  headings.AddChunk(1);
  headings.AddChunk(2);
  headings.Truncate(1);
  headings.BeginDocument({});
  EXPECT_EQ(headings.AddChunk(1), 0u);
  EXPECT_EQ(headings.Of(0).size(), 1u);
  EXPECT_EQ(headings.Of(1).size(), 0u);
}

}  // namespace
}  // namespace answerbox::engine
