#include "lab/evaluate/measures/rouge.h"

#include <libstemmer.h>

#include <algorithm>
#include <cstddef>
#include <map>
#include <new>
#include <utility>

namespace answerbox::lab {
namespace {

constexpr std::size_t kLongestUnstemmed = 3;

double F1(std::size_t shared, std::size_t of_text, std::size_t of_reference) {
  // 2 P R / (P + R), with P = shared / of_text and R = shared / of_reference.
  if (shared == 0) return 0.0;
  return 2.0 * static_cast<double>(shared) /
         static_cast<double>(of_text + of_reference);
}

// How often each run of `size` words occurs.
using Counts = std::map<std::pair<std::uint32_t, std::uint32_t>, std::size_t>;

Counts CountRuns(std::span<const std::uint32_t> words, std::size_t size) {
  Counts counts;
  for (std::size_t i = 0; i + size <= words.size(); ++i) {
    ++counts[{words[i], size == 2 ? words[i + 1] : 0}];
  }
  return counts;
}

double CompareRuns(std::span<const std::uint32_t> text,
                   std::span<const std::uint32_t> reference, std::size_t size) {
  if (text.size() < size || reference.size() < size) return 0.0;
  const Counts of_text = CountRuns(text, size);
  std::size_t shared = 0;
  for (const auto& [run, count] : CountRuns(reference, size)) {
    const auto found = of_text.find(run);
    if (found != of_text.end()) shared += std::min(count, found->second);
  }
  return F1(shared, text.size() - size + 1, reference.size() - size + 1);
}

std::size_t LongestCommonSubsequence(std::span<const std::uint32_t> a,
                                     std::span<const std::uint32_t> b) {
  // lengths[j]: of the words of `a` so far, and the first j words of `b`.
  std::vector<std::size_t> lengths(b.size() + 1, 0);
  for (const std::uint32_t word : a) {
    std::size_t diagonal = 0;
    for (std::size_t j = 0; j < b.size(); ++j) {
      const std::size_t above = lengths[j + 1];
      lengths[j + 1] =
          word == b[j] ? diagonal + 1 : std::max(above, lengths[j]);
      diagonal = above;
    }
  }
  return lengths.back();
}

bool IsCapital(char c) { return c >= 'A' && c <= 'Z'; }

bool IsOfWord(char c) {
  return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
}

}  // namespace

void RougeScorer::StemmerDeleter::operator()(
    sb_stemmer* stemmer) const noexcept {
  sb_stemmer_delete(stemmer);
}

RougeScorer::RougeScorer() : stemmer_(sb_stemmer_new("porter", "UTF_8")) {
  if (!stemmer_) throw std::bad_alloc();
}

RougeScorer::~RougeScorer() = default;

std::vector<std::uint32_t> RougeScorer::Words(std::string_view text) {
  std::vector<std::uint32_t> words;
  std::string word;
  const auto complete = [&] {
    if (word.size() > kLongestUnstemmed) {
      const sb_symbol* const stem = sb_stemmer_stem(
          stemmer_.get(), reinterpret_cast<const sb_symbol*>(word.data()),
          static_cast<int>(word.size()));
      if (stem == nullptr) throw std::bad_alloc();
      word.assign(reinterpret_cast<const char*>(stem),
                  static_cast<std::size_t>(sb_stemmer_length(stemmer_.get())));
    }
    if (!word.empty()) {
      const auto next = static_cast<std::uint32_t>(numbers_.size());
      words.push_back(numbers_.try_emplace(word, next).first->second);
    }
    word.clear();
  };
  for (char c : text) {
    if (IsCapital(c)) c = static_cast<char>(c - 'A' + 'a');
    if (IsOfWord(c)) {
      word += c;
    } else {
      complete();
    }
  }
  complete();
  return words;
}

RougeScores RougeScorer::Score(std::string_view text,
                               std::span<const std::string> references) {
  const std::vector<std::uint32_t> words = Words(text);
  RougeScores best;
  for (const std::string& reference : references) {
    const RougeScores scores = CompareWords(words, Words(reference));
    best.one = std::max(best.one, scores.one);
    best.two = std::max(best.two, scores.two);
    best.l = std::max(best.l, scores.l);
  }
  return best;
}

RougeScores CompareWords(std::span<const std::uint32_t> text,
                         std::span<const std::uint32_t> reference) {
  return {.one = CompareRuns(text, reference, 1),
          .two = CompareRuns(text, reference, 2),
          .l = F1(LongestCommonSubsequence(text, reference), text.size(),
                  reference.size())};
}

}  // namespace answerbox::lab
