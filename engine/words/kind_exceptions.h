// What a text leaves out of all things of a kind: "all rooms but 12", "rooms 10
// to 20, except room 15", and "all other rooms" after a word about room 5.
#pragma once

#include <string_view>

#include "engine/text/term_normalizer.h"

namespace answerbox::engine {

// Returns the part of `text` that leaves out one of a kind, "except room 15";
// empty if it doesn't, or if it says more of it: "except room 15, which ...".
// "No room but 12" leaves out the others. Linear in the text; allocates
// nothing.
//   name  of the one: "15"
//   kind  its term: "room"
[[nodiscard]] std::string_view FindException(std::string_view text,
                                             std::string_view name,
                                             std::string_view kind,
                                             TermNormalizer& normalizer);

// Returns "all other rooms" of a text; empty if it has none.
[[nodiscard]] std::string_view FindAllOther(std::string_view text,
                                            std::string_view kind,
                                            TermNormalizer& normalizer);

}  // namespace answerbox::engine
