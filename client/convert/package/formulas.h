// Writes formulas as a person would type them on a line: raised and lowered
// signs, "a/b", "√(x)".
#pragma once

#include "client/convert/package/page_html.h"
#include "client/convert/package/xml.h"

namespace answerbox::client::package {

// Writes a formula of Word (ECMA-376, part 1, 22.1, "Math").
void WriteWordMath(XmlNode formula, Look look, Line& line);

// Writes a formula of OpenDocument (MathML 3).
void WriteMathMl(XmlNode formula, Look look, Line& line);

}  // namespace answerbox::client::package
