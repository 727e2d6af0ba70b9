// What is compared: search engines that index the chunks of a corpus file in a
// folder of their own and find the best for a question. One chunk is one
// document for all of them, but for the longest paragraphs, of which Answerbox
// makes several chunks.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>

namespace answerbox::benchmarks {

inline constexpr std::size_t kTopDocuments = 5;

// Documents by their number in the corpus, from 0, best first, each once (of
// long ones Answerbox makes several chunks).
struct TopDocuments {
  std::array<std::uint32_t, kTopDocuments> documents{};
  std::size_t size = 0;

  void Add(std::uint32_t document) {
    for (std::size_t i = 0; i < size; ++i) {
      if (documents[i] == document) return;
    }
    if (size < kTopDocuments) documents[size++] = document;
  }
};

// An index opened to be read.
class Searcher {
 public:
  virtual ~Searcher() = default;
  // Everything from the question's text on: its analysis too.
  virtual TopDocuments Search(const std::string& question) = 0;
};

struct IndexFigures {
  std::uint64_t chunks = 0;
  std::uint64_t postings = 0;  // Pairs of a term and a chunk that holds it.
  std::uint64_t posting_bytes = 0;  // Dictionary and postings.
  std::uint64_t index_bytes = 0;    // Everything but the stored text.
  std::uint64_t text_bytes = 0;     // Stored text; 0 where none is.
};

struct SearchSystem {
  const char* name;
  const char* (*version)();
  // Indexes the whole corpus and leaves it as a user would who asks it often:
  // merged, and on disk.
  void (*build)(const std::filesystem::path& corpus,
                const std::filesystem::path& folder);
  std::unique_ptr<Searcher> (*open)(const std::filesystem::path& folder);
  IndexFigures (*measure)(const std::filesystem::path& folder);
};

[[nodiscard]] const SearchSystem& AnswerboxSystem();
// The same index, asked for its chunks alone: no sentence is chosen.
[[nodiscard]] const SearchSystem& AnswerboxRetrievalSystem();
[[nodiscard]] const SearchSystem& Fts5System();
[[nodiscard]] const SearchSystem& XapianSystem();

// Ends the program with a message: a benchmark has nobody to report to.
[[noreturn]] void Fail(const std::string& message);

}  // namespace answerbox::benchmarks
