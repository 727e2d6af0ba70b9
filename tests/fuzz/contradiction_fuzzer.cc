// Compares any answer with any context. Quantities must follow each other
// within the text and have a low that is not above their high; contradictions
// must lie within the texts.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "engine/ask/workspace.h"
#include "engine/grounding/contradictions/contradiction.h"
#include "engine/grounding/grounding.h"
#include "engine/grounding/quantities/quantity.h"

namespace {

using namespace answerbox::engine;

void Check(bool condition) {
  if (!condition) std::abort();
}

void CheckQuantities(std::string_view text) {
  const auto size = static_cast<std::uint32_t>(text.size());
  QuantityReader reader(text, {0, size});
  std::uint32_t end = 0;
  while (const auto quantity = reader.Next()) {
    Check(quantity->range.begin >= end);
    Check(quantity->range.begin < quantity->range.end);
    Check(quantity->range.end <= size);
    Check(!IsLess(quantity->high, quantity->low));
    Check(Compare(*quantity, *quantity) == QuantityRelation::kCompatible);
    end = quantity->range.end;
  }
}

}  // namespace

// The context ends at the first line feed, the rest is the answer.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
  static Workspace workspace(std::size_t{1} << 20);
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  const std::size_t line = std::min(bytes.find('\n'), bytes.size());
  const std::string_view context[] = {bytes.substr(0, line)};
  const std::string_view answer =
      bytes.substr(std::min(line + 1, bytes.size()));
  CheckQuantities(bytes);
  workspace.arena().Reset();
  const auto found = FindContradictions({context, {}, answer}, workspace);
  if (!found) {
    Check(found.error().code == ErrorCode::kArenaExhausted);
    return 0;
  }
  Check(found->size() <= kMaxContradictions);
  for (const Contradiction& one : *found) {
    Check(one.answer.begin < one.answer.end);
    Check(one.answer.end <= answer.size());
    Check(one.context.passage == 0);
    Check(one.context.range.begin < one.context.range.end);
    Check(one.context.range.end <= context[0].size());
  }
  return 0;
}
