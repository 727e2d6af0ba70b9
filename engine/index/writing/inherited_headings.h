// The headings that a chunk inherits: those that are above its beginning and
// are not in the chunk. Their terms count as the chunk's terms. So a question
// that names a page and its symptoms finds a chunk under the page's heading
// "Symptoms".
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "engine/index/reading/heading_outline.h"
#include "engine/text/document_text.h"
#include "engine/text/sentence_splitter.h"

namespace answerbox::engine {

// The most terms that a chunk inherits; a heading that would exceed it is left
// out. So inherited terms cannot outweigh a short chunk's own words by far.
inline constexpr std::size_t kMaxInheritedTerms = 32;

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
