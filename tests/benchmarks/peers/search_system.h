// The compared systems. Each indexes the chunks of a corpus file in a folder of
// its own, and finds the best chunks for a question. One chunk is one document
// for all of them, except that Answerbox makes several chunks of the longest
// paragraphs.
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

// The numbers of documents in the corpus, from 0, best first, each once
// (Answerbox may find several chunks of a long one).
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

// An index that is opened for reading.
class Searcher {
 public:
  virtual ~Searcher() = default;
  // Includes the analysis of the question's text.
  virtual TopDocuments Search(const std::string& question) = 0;
};

struct IndexFigures {
  std::uint64_t chunks = 0;
  std::uint64_t postings = 0;  // Pairs of a term and a chunk that holds it.
  std::uint64_t posting_bytes = 0;  // Dictionary and postings.
  std::uint64_t index_bytes = 0;    // Without the stored text.
  std::uint64_t text_bytes = 0;     // Stored text; 0 if there is none.
};

struct SearchSystem {
  const char* name;
  const char* (*version)();
  // Indexes the whole corpus. Leaves the index merged and on the disk, like a
  // user who asks it often.
  void (*build)(const std::filesystem::path& corpus,
                const std::filesystem::path& folder);
  std::unique_ptr<Searcher> (*open)(const std::filesystem::path& folder);
  IndexFigures (*measure)(const std::filesystem::path& folder);
};

[[nodiscard]] const SearchSystem& AnswerboxSystem();
// The same index, but only its chunks are asked: no sentence is chosen.
[[nodiscard]] const SearchSystem& AnswerboxRetrievalSystem();
[[nodiscard]] const SearchSystem& Fts5System();
[[nodiscard]] const SearchSystem& XapianSystem();

// Ends the program with a message.
[[noreturn]] void Fail(const std::string& message);

}  // namespace answerbox::benchmarks
