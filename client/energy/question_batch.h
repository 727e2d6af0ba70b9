// Questions to calibrate with.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "client/failure.h"
#include "client/rpc/connection.h"

namespace answerbox::client {

inline constexpr std::size_t kMaxBatch = 200;

// Adds the sentences of `text` that are as long as questions are, until `batch`
// holds kMaxBatch.
void TakeSentences(std::string_view text, std::vector<std::string>& batch);

// The lines of a file that are not blank, at most kMaxBatch. Errors: kRejected.
[[nodiscard]] Outcome<std::vector<std::string>> ReadBatch(
    const std::string& path);

// Sentences of the collection's first documents: questions about what is in
// them, in their words. Errors: kRejected where there are none, and the
// daemon's.
[[nodiscard]] Outcome<std::vector<std::string>> MakeBatch(
    Connection& connection, const std::string& collection);

}  // namespace answerbox::client
