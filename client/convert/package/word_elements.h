// What elements of Word mean on their own.
#pragma once

#include <string>
#include <string_view>

#include "client/convert/package/xml.h"

namespace answerbox::client::package {

// The text inside, lines set apart. Of alternatives it is the choice's.
[[nodiscard]] std::string WordTextIn(XmlNode node);

// A writer gives what is new in a choice, and what older programs show of it
// beside: the same text twice.
[[nodiscard]] XmlNode ChoiceOf(XmlNode alternatives);

// Whether the words of a control only ask to be replaced.
[[nodiscard]] bool IsPlaceholder(XmlNode control);

// The sign of a check box of an old form; empty where it is another field.
[[nodiscard]] std::string_view CheckSignOf(XmlNode field);

}  // namespace answerbox::client::package
