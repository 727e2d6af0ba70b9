// What the check finds in one answer, as texts.
#pragma once

#include <gtest/gtest.h>

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/grounding/contradictions/contradiction.h"
#include "engine/grounding/grounding.h"

namespace answerbox::engine::tests {

inline constexpr std::size_t kMostArenaBytes = std::size_t{12} << 20;

struct Found {
  ContradictionKind kind;
  std::string answer;
  std::string context;

  friend bool operator==(const Found&, const Found&) = default;
};

class ContradictionTest : public testing::Test {
 protected:
  std::vector<Found> FindIn(std::span<const std::string_view> pages,
                            std::string_view answer,
                            std::string_view question = {}) {
    workspace_.arena().Reset();
    const auto found =
        FindContradictions({pages, question, answer}, workspace_);
    EXPECT_TRUE(found);
    std::vector<Found> result;
    if (!found) return result;
    for (const Contradiction& one : *found) {
      const auto part = [](std::string_view text, ByteRange range) {
        return std::string(text.substr(range.begin, range.end - range.begin));
      };
      result.push_back({one.kind, part(answer, one.answer),
                        part(pages[one.context.passage], one.context.range)});
    }
    return result;
  }

  Workspace workspace_{kMostArenaBytes};
};

struct Replaced {
  std::string_view context;
  std::string_view answer;
};

// "@" is what the two sentences differ in.
inline std::string With(std::string_view sentence, std::string_view part) {
  std::string text(sentence);
  return text.replace(text.find('@'), 1, part);
}

}  // namespace answerbox::engine::tests
