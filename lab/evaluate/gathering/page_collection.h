// The pages of a folder as one collection, read as `answerbox add` reads them,
// and the questions about their sections.
#pragma once

#include <cstddef>
#include <filesystem>
#include <vector>

#include "lab/client.h"
#include "lab/evaluate/corpus/section_questions.h"
#include "lab/evaluate/gathering/evaluated_collection.h"
#include "lab/evaluate/gathering/selection_run.h"

namespace answerbox::lab {

struct PageTargets {
  std::vector<SelectionTarget> targets;
  std::size_t left_out = 0;  // Questions whose section was not found.
};

// Adds all documents of the folder to the collection, opens it, and finds the
// sections that answer. Errors: kRejected: a folder without documents, a file
// that is no document, a question about a page that is not there.
//   questions_file  for messages
[[nodiscard]] Outcome<PageTargets> ReadPages(
    const std::filesystem::path& folder,
    const std::vector<SectionQuestion>& questions,
    const std::filesystem::path& questions_file,
    EvaluatedCollection& collection);

}  // namespace answerbox::lab
