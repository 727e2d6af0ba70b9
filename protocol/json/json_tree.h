// Reads JSON from untrusted clients, with bounds that Boost.JSON's own parser
// does not have. Numbers must be finite (1.81 reads 1e400 as infinity). An
// object has few members (its hash table is slow when keys are chosen to
// collide). If members have the same key, the last one counts.
#pragma once

#include <boost/json/value.hpp>
#include <cstddef>
#include <string_view>

#include "protocol/error.h"
#include "protocol/json/memory_budget.h"

namespace answerbox::protocol {

// More than any valid request has: `ask` has 17 parameters.
inline constexpr std::size_t kMaxObjectMembers = 24;

// Builds the tree of `text` in `tree_memory`, which outlives the tree.
// Temporary memory comes from `reader_memory`.
//   max_nesting  levels of arrays and objects, at least 1
// Errors: kParseError  not JSON, not UTF-8, or past a bound; `offset` is where
//         kLimit       the memory is used up
[[nodiscard]] Result<boost::json::value> ReadJson(std::string_view text,
                                                  std::size_t max_nesting,
                                                  JsonMemory& tree_memory,
                                                  JsonMemory& reader_memory);

}  // namespace answerbox::protocol
