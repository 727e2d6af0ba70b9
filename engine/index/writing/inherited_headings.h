// The headings that a chunk stands under and does not hold itself: those that
// are open where it begins. Their terms are the chunk's, too, so that what is
// said under "Symptoms" of a page is found by a question that names the page
// and its symptoms.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "engine/index/reading/heading_outline.h"
#include "engine/text/document_text.h"
#include "engine/text/sentence_splitter.h"

namespace answerbox::engine {

// Terms of headings that a chunk inherits, at most: a heading that would take
// them past it is left out. It bounds what a chunk of few words may weigh.
inline constexpr std::size_t kMaxInheritedTerms = 32;

class InheritedHeadings {
 public:
  // Begins a document; its marks stay where they are until the next one.
  void BeginDocument(std::span<const HeadingMark> marks) noexcept;

  // The document's next sentence that is a heading, or a part of one.
  //   number  of the sentence in the segment
  void AddHeading(const Sentence& heading, std::uint32_t number,
                  std::size_t terms);

  // The next chunk, which begins with this sentence. Precondition: headings
  // before its end were added. Gives the number of terms that it inherits.
  std::size_t AddChunk(std::uint32_t first_sentence);

  // Numbers of the sentences that are the headings of a chunk.
  [[nodiscard]] std::span<const std::uint32_t> Of(
      std::uint32_t chunk) const noexcept;

  // Forgets all chunks but the first `chunks`.
  void Truncate(std::size_t chunks) noexcept;
  [[nodiscard]] std::size_t memory_bytes() const noexcept;

 private:
  struct Heading {
    std::uint32_t sentence = 0;
    // How many headings back the one stands that this one is under; 0: none.
    std::uint32_t parent_distance = 0;
    std::size_t terms = 0;
  };

  std::span<const HeadingMark> marks_;  // Of the document, those to come.
  HeadingOutline outline_;
  std::vector<Heading> headings_;         // Of the document.
  std::vector<std::uint32_t> sentences_;  // Chunk after chunk.
  std::vector<std::uint32_t> ends_;       // In sentences_, by chunk.
};

}  // namespace answerbox::engine
