// Paragraphs with questions and the answers that people marked, whatever format
// they were read from.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "lab/client.h"

namespace answerbox::lab {

struct CorpusQuestion {
  std::string id;
  std::string text;
  std::vector<std::string> answers;  // None: the paragraph does not answer it.
  // Where each answer begins, in bytes of the paragraph: where the file says
  // so, else where its text first stands; nothing where it does not stand.
  // Empty if the corpus was not read from a file.
  std::vector<std::optional<std::uint32_t>> answer_begins = {};
};

struct CorpusParagraph {
  std::string text;
  std::vector<CorpusQuestion> questions;
};

struct CorpusArticle {
  std::string title;
  std::vector<CorpusParagraph> paragraphs;
};

[[nodiscard]] std::size_t CountQuestions(
    const std::vector<CorpusArticle>& articles);

// The lines of a file of titles, without empty ones. Errors: kRejected.
[[nodiscard]] Outcome<std::vector<std::string>> ReadTitles(
    const std::filesystem::path& path);

enum class Selection : std::uint8_t { kKeep, kDrop };

// Keeps or drops the articles that a file of titles names. An empty path
// changes nothing. Errors: kRejected; also for a title that no article has, as
// a misspelt list would silently change the figures.
[[nodiscard]] Outcome<void> SelectArticles(
    const std::filesystem::path& titles_file, Selection selection,
    std::vector<CorpusArticle>& articles);

}  // namespace answerbox::lab
