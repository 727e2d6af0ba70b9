// Interprets single elements of Word.
#pragma once

#include <string>
#include <string_view>

#include "client/convert/package/xml.h"

namespace answerbox::client::package {

// Returns the text inside, with lines separated. Of alternatives, takes the
// choice's.
[[nodiscard]] std::string WordTextIn(XmlNode node);

// Returns the choice of `alternatives`. Writers put new features into the
// choice, and what older programs show instead beside it: the same text twice.
[[nodiscard]] XmlNode ChoiceOf(XmlNode alternatives);

// Whether the words of a control are a placeholder.
[[nodiscard]] bool IsPlaceholder(XmlNode control);

// Returns the sign of a check box of an old form; empty for other fields.
[[nodiscard]] std::string_view CheckSignOf(XmlNode field);

}  // namespace answerbox::client::package
