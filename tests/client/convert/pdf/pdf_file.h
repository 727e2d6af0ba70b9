// PDFs made for tests.
#pragma once

#include <string>
#include <vector>

namespace answerbox::client {

// A PDF 1.4 of one page per element, each line of it in 12 point Helvetica.
// An empty element is a page without text, as a scanner without text
// recognition makes them. Lines are printable ASCII without parentheses.
std::string MakePdf(const std::vector<std::vector<std::string>>& pages);

// A PDF of one page that draws a form `width` times, which draws another so
// often, and so on, `depth` forms deep. The last one has a word.
std::string MakeNestedPdf(int depth, int width);

// A line of a tagged PDF.
struct TaggedLine {
  std::string tag;  // "P", "H1", "LI"; empty: the line is blank.
  std::string text;
};

// As MakePdf, of one page whose lines have tags. Items that follow each other
// are a list.
std::string MakeTaggedPdf(const std::vector<TaggedLine>& lines);

}  // namespace answerbox::client
