// The headings of the segment that is being written: which heading each is
// under, and which ones a chunk inherits.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "engine/index/format/segment_layout.h"
#include "engine/text/document_text.h"
#include "engine/text/sentence_splitter.h"

namespace answerbox::engine {

// Finds the parent of each heading of a document: the nearest heading before it
// with a lower level number.
class HeadingOutline {
 public:
  // The row of the document's next heading.
  [[nodiscard]] HeadingRow Place(const HeadingMark& heading) noexcept {
    ++placed_;
    const auto level = open_.begin() + heading.level;
    const std::uint32_t parent = *std::max_element(open_.begin(), level);
    *level = placed_;
    // Deeper headings end where this one begins.
    std::fill(level + 1, open_.end(), 0u);
    return {heading, parent == 0 ? 0 : placed_ - parent};
  }

  // Begins another document.
  void Clear() noexcept { *this = HeadingOutline(); }

 private:
  // By level: the number, from 1, of the last heading whose section is still
  // open; 0: none. No heading has level 0.
  std::array<std::uint32_t, 7> open_{};
  std::uint32_t placed_ = 0;
};

// The most terms that a chunk inherits; a heading that would exceed it is left
// out. So inherited terms cannot outweigh a short chunk's own words by far.
inline constexpr std::size_t kMaxInheritedTerms = 32;

// The headings that a chunk inherits: those that are above its beginning and
// are not in the chunk. Their terms count as the chunk's terms. So a question
// that names a page and its symptoms finds a chunk under the page's heading
// "Symptoms".
class InheritedHeadings {
 public:
  // Begins a document. `marks` stay valid until the next document begins.
  void BeginDocument(std::span<const HeadingMark> marks) noexcept;

  // Adds the document's next sentence that is a heading or a part of one.
  //   number  of the sentence in the segment
  void AddHeading(const Sentence& heading, std::uint32_t number,
                  std::size_t terms);

  // Adds the next chunk, which begins with this sentence. Precondition: the
  // headings before its end were added. Returns how many terms it inherits.
  std::size_t AddChunk(std::uint32_t first_sentence);

  // Numbers of the sentences that are the inherited headings of a chunk.
  [[nodiscard]] std::span<const std::uint32_t> Of(
      std::uint32_t chunk) const noexcept;

  // Forgets all chunks but the first `chunks`.
  void Truncate(std::size_t chunks) noexcept;
  [[nodiscard]] std::size_t memory_bytes() const noexcept;

 private:
  struct Heading {
    std::uint32_t sentence = 0;
    // The heading that this one is under stands so many headings before it; 0:
    // none.
    std::uint32_t parent_distance = 0;
    std::size_t terms = 0;
  };

  std::span<const HeadingMark>
      marks_;  // The document's marks that were not reached yet.
  HeadingOutline outline_;
  std::vector<Heading> headings_;  // Headings of the document.
  std::vector<std::uint32_t>
      sentences_;                    // The inherited headings of all chunks.
  std::vector<std::uint32_t> ends_;  // End of each chunk's part of sentences_.
};

}  // namespace answerbox::engine
