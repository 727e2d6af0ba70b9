// Asks an index its questions, and measures time and memory.
#pragma once

#include <boost/json/object.hpp>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "tests/benchmarks/peers/search_system.h"

namespace answerbox::benchmarks {

struct AskedQuestion {
  std::uint32_t document = 0;  // The document that answers it.
  std::string text;
};

// Each line is the document's number, a tab, and the question.
//   keep_stop_words  false: stop words are removed from the questions
[[nodiscard]] std::vector<AskedQuestion> ReadQuestions(
    const std::filesystem::path& path, bool keep_stop_words);

// Asks every question in turn, after some seconds of asking to warm up. Returns
// open_ns; ask_ns [questions]; processor_ns [questions] (time on a processor);
// rank [questions] (of the document that answers, from 0; null if it is not
// among the best); heap_allocations of all questions; and pss_bytes and
// anonymous_bytes after them.
[[nodiscard]] boost::json::object AskWarm(
    const SearchSystem& system, const std::filesystem::path& folder,
    const std::vector<AskedQuestion>& questions);

// Asks every question in a new process, after dropping the index's files from
// the page cache. Returns [questions] of open_ns, ask_ns, and for both together
// read_bytes from the disk and major_faults.
[[nodiscard]] boost::json::object AskCold(
    const SearchSystem& system, const std::filesystem::path& folder,
    const std::vector<AskedQuestion>& questions);

// Asks every question once, in a function named AskEverything, which one can
// give to callgrind's --toggle-collect.
void AskForCounting(const SearchSystem& system,
                    const std::filesystem::path& folder,
                    const std::vector<AskedQuestion>& questions);

}  // namespace answerbox::benchmarks
