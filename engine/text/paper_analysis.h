// Windows of words and their sentences, as profile paper has them.
#pragma once

#include <string_view>

#include "engine/profile.h"
#include "engine/text/document_analysis.h"

namespace answerbox::engine {

// AnalyzeDocument() for profile paper, which knows neither pages nor headings.
void AnalyzePaper(Chunking chunking, std::string_view text,
                  AnalysisVisitor& visitor);

}  // namespace answerbox::engine
