// Index a paragraph, ask it one question: what the published method is timed
// at, done by the engine as `answerbox evaluate squad` does it.
#pragma once

#include <boost/json/object.hpp>
#include <filesystem>

#include "engine/profile.h"

namespace answerbox::benchmarks {

// One round over a SQuAD file, after one to warm up. Gives, for each question
// in the file's order, index_ns (of its paragraph), ask_ns and the answer; and
// heap_allocations of asking.
[[nodiscard]] boost::json::object TimeParagraphs(
    const std::filesystem::path& squad_file, engine::Profile profile);

}  // namespace answerbox::benchmarks
