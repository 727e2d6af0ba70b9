#include <string_view>
#include <utility>

#include "client/convert/tags/tagged_blocks.h"
#include "client/convert/tags/tags.h"

namespace answerbox::client::tags {
namespace {

using Kind = engine::TextBlockKind;

std::size_t BytesOf(const TagText& tags, const LayoutDocument& document) {
  std::size_t bytes = 0;
  for (const TaggedText& text : tags.texts) bytes += text.text.size();
  for (const LayoutBlock& block : document.blocks) {
    for (const std::string_view piece : PiecesOf(block)) bytes += piece.size();
  }
  return bytes;
}

// Whether the tags have the text that the layout shows, in the same order.
// Running lines may be untagged, as they are no content (ISO 32000-1,
// 14.8.2.2).
bool AreSound(const TaggedBlocks& tagged, const LayoutDocument& document) {
  constexpr std::size_t kFound = 90;  // Of 100 letters.
  constexpr std::size_t kTagged = 80;
  std::size_t letters = 0;
  std::size_t tagged_letters = 0;
  for (std::size_t i = 0; i < tagged.size(); ++i) {
    if (document.blocks[i].kind == Kind::kRunningLine) continue;
    letters += tagged[i].letters;
    tagged_letters += tagged[i].tagged_letters;
  }
  return tagged.letters() > 0 &&
         tagged.found_letters() * 100 >= tagged.letters() * kFound &&
         tagged_letters * 100 >= letters * kTagged &&
         tagged.steps_back() * 5 <= tagged.elements().size();
}

}  // namespace

bool AreWorthReading(const TagText& elements) noexcept {
  return elements.headings > 0 && elements.elements <= kMaxElements;
}

bool UseTags(const TagText& tags, LayoutDocument& document) {
  if (!AreWorthReading(tags) || BytesOf(tags, document) > kMaxTaggedBytes) {
    return false;
  }
  const TaggedBlocks tagged(tags, document.blocks);
  if (!AreSound(tagged, document)) return false;
  if (AreHeadingsSound(tagged, document.blocks))
    UseHeadings(tagged, document.blocks);
  if (AreItemsSound(tagged)) {
    document.blocks = UseItems(tagged, std::move(document.blocks));
  }
  return true;
}

}  // namespace answerbox::client::tags
