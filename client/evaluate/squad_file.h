// A question file in SQuAD's format (versions 1.1 and 2.0): articles of
// paragraphs, each with questions and the answers that people marked.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

#include "daemon/error.h"

namespace answerbox::client {

struct SquadQuestion {
  std::string id;
  std::string text;
  std::vector<std::string> answers;  // None: the paragraph does not answer it.
};

struct SquadParagraph {
  std::string text;
  std::vector<SquadQuestion> questions;
};

struct SquadArticle {
  std::string title;
  std::vector<SquadParagraph> paragraphs;
};

[[nodiscard]] std::size_t CountQuestions(
    const std::vector<SquadArticle>& articles);

// Reads the whole file into memory. Errors: kRejected, with what is wrong
// where.
[[nodiscard]] daemon::Result<std::vector<SquadArticle>> ReadSquadFile(
    const std::filesystem::path& path);

// The lines of a file of titles, without empty ones.
[[nodiscard]] daemon::Result<std::vector<std::string>> ReadTitles(
    const std::filesystem::path& path);

// Leaves the articles that a file of titles names (keep), or the others. An
// empty path leaves all. Errors: kRejected; also for a title that no article
// has: a misspelt list would silently change the figures.
[[nodiscard]] daemon::Result<void> SelectArticles(
    const std::filesystem::path& titles_file, bool keep,
    std::vector<SquadArticle>& articles);

}  // namespace answerbox::client
