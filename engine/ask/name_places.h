// Whether a place in a document is about the things that a question names.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>

#include "engine/ask/answer.h"
#include "engine/ask/asked_names.h"
#include "engine/ask/named_texts.h"
#include "engine/index/reading/live_segment.h"
#include "engine/numeric/arena.h"
#include "engine/result.h"

namespace answerbox::engine {

// How many more answers are looked for where places may be about other things.
inline constexpr std::size_t kSpareAnswers = 4;

// Looks at places for the names of one question.
class NamePlaces {
 public:
  // All parameters outlive this object.
  NamePlaces(std::span<const AskedName> names,
             std::span<const LiveSegment> segments, const NamedTexts& texts,
             Arena& arena) noexcept
      : names_(names), segments_(segments), texts_(texts), arena_(arena) {}

  [[nodiscard]] bool empty() const noexcept { return names_.empty(); }

  // The names that a place is not about. A place is about what its sentence,
  // the headings above it and its document's name say, or else what is said
  // before it in its section, unless its sentence names another one of the
  // kind. Errors: kTruncated, kCorrupt. Throws std::bad_alloc past the arena.
  //   own   the place's sentence, or row
  //   unit  the answer around the place, or its sentence
  [[nodiscard]] Result<std::span<const MissingName>> MissingAt(
      const CitedPlace& place, std::string_view own,
      std::string_view unit) const;

  // Whether MissingAt finds nothing for an answer. Errors as above.
  [[nodiscard]] Result<bool> IsAbout(const FormedAnswer& answer) const;

  // Moves places that are about all names to the front, in their order. The
  // confidence of the others becomes 0. Errors as above.
  [[nodiscard]] Result<void> Prefer(std::span<Citation> citations) const;

 private:
  [[nodiscard]] bool NamesOther(const CitedPlace& place,
                                std::string_view own) const;
  [[nodiscard]] Result<std::string_view> Before(const CitedPlace& place) const;

  std::span<const AskedName> names_;
  std::span<const LiveSegment> segments_;
  NamedTexts texts_;
  Arena& arena_;
};

}  // namespace answerbox::engine
