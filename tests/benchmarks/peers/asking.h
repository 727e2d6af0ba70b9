// Asks an index its questions, and measures that.
#pragma once

#include <boost/json/object.hpp>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "tests/benchmarks/peers/search_system.h"

namespace answerbox::benchmarks {

struct AskedQuestion {
  std::uint32_t document = 0;  // That answers it.
  std::string text;
};

// A line each: the document's number, a tab, the question.
//   keep_stop_words  otherwise they are taken out of the questions
[[nodiscard]] std::vector<AskedQuestion> ReadQuestions(
    const std::filesystem::path& path, bool keep_stop_words);

// Asks every question in turn, after some seconds of asking to warm up. Gives
// open_ns, ask_ns [questions], processor_ns [questions] (time on a processor),
// rank [questions] (of the document that answers, from 0; null: not among the
// best), heap_allocations of all, and after them pss_bytes and anonymous_bytes.
[[nodiscard]] boost::json::object AskWarm(
    const SearchSystem& system, const std::filesystem::path& folder,
    const std::vector<AskedQuestion>& questions);

// Asks every question in a new process, with the index's files dropped from the
// page cache before. Gives [questions] each: open_ns, ask_ns, and during both
// read_bytes from the disk and major_faults.
[[nodiscard]] boost::json::object AskCold(
    const SearchSystem& system, const std::filesystem::path& folder,
    const std::vector<AskedQuestion>& questions);

// Asks every question once, inside a function named AskEverything, which is
// what callgrind's --toggle-collect is given.
void AskForCounting(const SearchSystem& system,
                    const std::filesystem::path& folder,
                    const std::vector<AskedQuestion>& questions);

}  // namespace answerbox::benchmarks
