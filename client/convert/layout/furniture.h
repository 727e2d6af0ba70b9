// Running lines and page numbers.
#pragma once

#include <span>

#include "client/convert/layout/rows.h"

namespace answerbox::client::layout {

// Gives LineRole::kRunning to lines at the edges of pages that repeat on
// others, are page numbers, or stand where such lines stand on other pages.
void MarkRunningLines(std::span<LinePage> pages);

}  // namespace answerbox::client::layout
