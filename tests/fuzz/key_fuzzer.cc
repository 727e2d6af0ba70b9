// Compares any answer with any keys. The first line is the answer, each further
// line a key. The order of keys makes no difference; a further key never undoes
// a match.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <span>
#include <string_view>
#include <vector>

#include "engine/exam/key_verification.h"
#include "engine/numeric/arena.h"
#include "engine/text/term_normalizer.h"

namespace {

using namespace answerbox::engine;

void Require(bool is_true) {
  if (!is_true) std::abort();
}

std::vector<std::string_view> LinesOf(std::string_view text) {
  constexpr std::size_t kMaxLines = 8;
  std::vector<std::string_view> lines;
  while (lines.size() + 1 < kMaxLines) {
    const std::size_t end = text.find('\n');
    if (end == std::string_view::npos) break;
    lines.push_back(text.substr(0, end));
    text.remove_prefix(end + 1);
  }
  lines.push_back(text);
  return lines;
}

bool IsCompared(std::string_view text) {
  return !IsRefusal(text) && !IsIllFormed(text);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
  // Longer texts are not compared, and take their time to be tokenized.
  constexpr std::size_t kMaxBytes = 8192;
  const std::string_view text(reinterpret_cast<const char*>(data),
                              std::min(size, kMaxBytes));
  static TermNormalizer normalizer(Profile::kDefault);
  static std::vector<std::byte> storage(std::size_t{64} << 10);
  Arena arena(storage);
  KeyVerifier verifier(normalizer, arena);
  const auto verify = [&](std::string_view answer,
                          std::span<const std::string_view> keys) {
    return verifier.Verify(answer, keys);
  };

  const std::vector<std::string_view> lines = LinesOf(text);
  const std::string_view answer = lines.front();
  std::vector<std::string_view> keys(lines.begin() + 1, lines.end());
  const Verification verdict = verify(answer, keys);
  Require(verify(answer, keys) == verdict);
  Require((verdict == Verification::kRefuses) == IsRefusal(answer));
  Require((verdict == Verification::kRefuses ||
           verdict == Verification::kIllFormed) == !IsCompared(answer));
  Require(verify(answer, {}) != Verification::kMatches);

  bool matches_one = false;
  for (const std::string_view key : keys) {
    const bool matches = verify(answer, {&key, 1}) == Verification::kMatches;
    matches_one = matches_one || matches;
    if (!matches) continue;
    // What is compared at all equals itself.
    Require(verify(answer, {&answer, 1}) == Verification::kMatches);
  }
  Require(matches_one == (verdict == Verification::kMatches));
  std::ranges::reverse(keys);
  Require(verify(answer, keys) == verdict);
  return 0;
}
