// Indexes a paragraph and asks it one question. The published method was timed
// in this way. The engine does it as `answerbox-lab evaluate squad` does.
#pragma once

#include <boost/json/object.hpp>
#include <filesystem>

#include "engine/profile.h"

namespace answerbox::benchmarks {

// One measured round over a SQuAD file, after one round to warm up. Returns,
// for each question in the file's order, index_ns (of its paragraph), ask_ns
// and the answer; and the heap_allocations of asking.
[[nodiscard]] boost::json::object TimeParagraphs(
    const std::filesystem::path& squad_file, engine::Profile profile);

}  // namespace answerbox::benchmarks
