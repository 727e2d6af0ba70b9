// Finds which of the question's terms a word of a sentence is.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "engine/retrieval/term_lookup.h"

namespace answerbox::engine {

// The question's terms by their numbers in one segment.
class SegmentTerms {
 public:
  SegmentTerms(std::size_t segment, const TermLookup& lookup)
      : segment_(segment), lookup_(&lookup) {
    for (std::size_t t = 0; t < lookup.term_count(); ++t) {
      const auto& entry = lookup.entry(segment, t);
      if (entry) filter_ |= Bit(entry->number);
    }
  }

  // The question's term with this number; nothing for most numbers.
  [[nodiscard]] std::optional<std::uint8_t> Find(TermNumber number) const {
    if ((filter_ & Bit(number)) == 0) return std::nullopt;
    for (std::size_t t = 0; t < lookup_->term_count(); ++t) {
      const auto& entry = lookup_->entry(segment_, t);
      if (entry && entry->number == number) return static_cast<std::uint8_t>(t);
    }
    return std::nullopt;
  }

 private:
  static std::uint64_t Bit(TermNumber number) {
    return std::uint64_t{1} << (number % 64);
  }

  std::size_t segment_;
  const TermLookup* lookup_;
  std::uint64_t filter_ = 0;
};

}  // namespace answerbox::engine
