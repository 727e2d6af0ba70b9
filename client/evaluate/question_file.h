// Questions about a person's own documents with the right answers, and their
// files, which have a JSON object on each line: docs/own-questions.md.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "client/failure.h"

namespace answerbox::client {

// The least share of a list's items, or of the words of a text without keys,
// that must be shown.
inline constexpr double kEnoughShown = 0.8;

struct KnownQuestion {
  std::size_t line = 0;  // Line number in its file, from 1.
  std::string id;        // The line's number if the file gives none.
  std::string text;
  std::string kind;  // "sentence", "list", ...; any word.
  // The document that answers; may be empty if none does.
  std::string document;
  bool is_answerable = true;
  // Pages on which an answer stands. Empty: any page of the document.
  std::vector<std::uint64_t> pages;
  // Texts that answer. Each group is one answer; the first group is the best
  // known.
  std::vector<std::vector<std::string>> golds;
  // Regular expressions. A right answer matches all of them.
  std::vector<std::string> keys;
  std::vector<std::string> items;  // Items of a list that answers.
};

// Reads the whole file into memory. Blank lines are skipped, unknown members
// ignored. Errors: kRejected, with the line; also for a file without questions.
[[nodiscard]] Outcome<std::vector<KnownQuestion>> ReadQuestionFile(
    const std::filesystem::path& path);

}  // namespace answerbox::client
