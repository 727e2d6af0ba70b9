// Counts every allocation of the program, by C and C++ alike: operator new ends
// in malloc, and so do the libraries.
#include <gtest/gtest.h>

#include <atomic>
#include <cstddef>
#include <string>

#include "engine/text/document_analysis.h"
#include "engine/text/term_normalizer.h"
#include "engine/text/tokenizer.h"

namespace {
std::atomic<std::size_t> allocations = 0;
}

// The C library's own names for its allocator. A sanitizer brings an allocator
// of its own, which must not be replaced.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define ANSWERBOX_HAS_SANITIZER 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define ANSWERBOX_HAS_SANITIZER 1
#endif
#endif
#if defined(__GLIBC__) && !defined(ANSWERBOX_HAS_SANITIZER)
#define ANSWERBOX_COUNTS_ALLOCATIONS 1
extern "C" {
void* __libc_malloc(std::size_t size);
void* __libc_calloc(std::size_t count, std::size_t size);
void* __libc_realloc(void* block, std::size_t size);

void* malloc(std::size_t size) {
  ++allocations;
  return __libc_malloc(size);
}
void* calloc(std::size_t count, std::size_t size) {
  ++allocations;
  return __libc_calloc(count, size);
}
void* realloc(void* block, std::size_t size) {
  ++allocations;
  return __libc_realloc(block, size);
}
}
#endif

namespace answerbox::engine {
namespace {

// Long words, words that stems lengthen in between, every kind of character.
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
  void OnSentence(const AnalyzedSentence&) override { ++sentences; }
  void OnChunk(const AnalyzedChunk&) override {}
  std::size_t sentences = 0;
};

class Allocation : public ::testing::Test {
 protected:
  void SetUp() override {
#ifndef ANSWERBOX_COUNTS_ALLOCATIONS
    GTEST_SKIP() << "a sanitizer owns the allocator";
#endif
  }
};

TEST_F(Allocation, IsCounted) {
  const std::size_t before = allocations;
  const std::string text(1000, 'x');
  EXPECT_GT(allocations, before) << text.size();
}

TEST_F(Allocation, DoesNotHappenAfterConstructingANormalizer) {
  const std::string text = VariedText();
  for (const Profile profile : {Profile::kDefault, Profile::kPaper}) {
    TermNormalizer normalizer(profile);
    const std::size_t before = allocations;
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
    EXPECT_EQ(allocations, before);
    EXPECT_GT(bytes, 10000u);
  }
}

TEST_F(Allocation, DoesNotHappenWhileAnalyzing) {
  const std::string text = VariedText();
  for (const Profile profile : {Profile::kDefault, Profile::kPaper}) {
    CountingVisitor visitor;
    const std::size_t before = allocations;
    AnalyzeDocument(profile, {}, {text, {}, {}}, visitor);
    EXPECT_EQ(allocations, before);
    EXPECT_GT(visitor.sentences, 200u);
  }
}

}  // namespace
}  // namespace answerbox::engine
