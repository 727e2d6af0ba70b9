// Finding terms and sentences allocates nothing from the heap.
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <string>

#include "engine/text/document_analysis.h"
#include "engine/text/term_normalizer.h"
#include "engine/text/tokenizer.h"
#include "tests/heap_counter/heap_counter.h"

namespace answerbox::engine {
namespace {

// Long words, words that stemming lengthens in between, and every kind of
// character.
std::string VariedText() {
  std::string text;
  for (std::size_t length = 1; length < 300; ++length) {
    text += std::string(length, 'y') + "ational ";
    text += std::string(length / 3 + 1, 'b') + "ating ";
    text += "\u00c9t\u00e9s hoping don\u2019t 1,000.5 \ufdfa \ufb01ne. \u4e2d ";
  }
  return text;
}

class CountingVisitor final : public AnalysisVisitor {
 public:
  void OnSentence(const Sentence&) override { ++sentences; }
  void OnChunk(const AnalyzedChunk&) override {}
  std::size_t sentences = 0;
};

TEST(Allocation, DoesNotHappenAfterConstructingANormalizer) {
  const std::string text = VariedText();
  for (const Profile profile : {Profile::kDefault, Profile::kPaper}) {
    TermNormalizer normalizer(profile);
    const std::uint64_t before = HeapAllocations();
    std::size_t bytes = 0;
    Tokenizer tokenizer(profile, text);
    while (const auto token = tokenizer.Next()) {
      const ByteRange range = token->range;
      bytes += normalizer
                   .Normalize(std::string_view(text).substr(
                                  range.begin, range.end - range.begin),
                              token->kind)
                   .size();
    }
    EXPECT_EQ(HeapAllocations(), before);
    EXPECT_GT(bytes, 10000u);
  }
}

TEST(Allocation, DoesNotHappenWhileAnalyzing) {
  const std::string text = VariedText();
  for (const Profile profile : {Profile::kDefault, Profile::kPaper}) {
    CountingVisitor visitor;
    const std::uint64_t before = HeapAllocations();
    AnalyzeDocument(profile, {}, {text, {}, {}}, visitor);
    EXPECT_EQ(HeapAllocations(), before);
    EXPECT_GT(visitor.sentences, 200u);
  }
}

}  // namespace
}  // namespace answerbox::engine
