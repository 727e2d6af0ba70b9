// Finds e-mail addresses, telephone numbers and web addresses in a text.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "engine/text/document_text.h"

namespace answerbox::engine {

enum Contact : std::uint8_t {
  kEmailAddress = 1,
  kTelephoneNumber = 2,  // Or an extension, such as "ext. 12".
  kWebAddress = 4,
};
using Contacts = std::uint8_t;  // Bits of Contact.

// Returns the first e-mail address; if there is none or it is not of `kinds`,
// the first telephone number, and then a web address. Takes linear time.
[[nodiscard]] std::optional<ByteRange> FindContact(std::string_view text,
                                                   Contacts kinds) noexcept;

}  // namespace answerbox::engine
