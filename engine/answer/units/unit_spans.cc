#include "engine/answer/units/unit_spans.h"

namespace answerbox::engine {

std::string_view ToString(AnswerForm form) noexcept {
  switch (form) {
    case AnswerForm::kSentence:
      return "sentence";
    case AnswerForm::kList:
      return "list";
    case AnswerForm::kRow:
      return "row";
    case AnswerForm::kPassage:
      return "passage";
    case AnswerForm::kSection:
      break;
  }
  return "section";
}

std::string_view ToString(PartRole role) noexcept {
  switch (role) {
    case PartRole::kSentence:
      return "sentence";
    case PartRole::kLeadIn:
      return "lead_in";
    case PartRole::kItem:
      return "item";
    case PartRole::kHeader:
      return "header";
    case PartRole::kCell:
      return "cell";
    case PartRole::kHeading:
      break;
  }
  return "heading";
}

namespace {

constexpr std::uint32_t kRunSentences = 3;

// Offered in the order of their beginnings, the smaller first: of equally good
// units the first is kept, so the shorter.
class UnitWalk {
 public:
  UnitWalk(std::span<const Leaf> leaves, const Stretch& stretch,
           std::uint32_t window_words, UnitVisitor& visitor)
      : leaves_(leaves),
        stretch_(stretch),
        window_words_(window_words),
        visitor_(visitor) {}

  void Visit() {
    for (std::uint32_t i = stretch_.begin; i < stretch_.end; ++i) {
      const bool begins_block = BeginsBlock(i);
      if (begins_block) block_end_ = EndOfBlock(i);
      if (leaves_[i].can_answer) {
        VisitSentences(i, begins_block);
        if (begins_block) VisitBlock(i);
      }
      if (!begins_block) continue;
      VisitLists(i);
      VisitWindows(i);
    }
  }

 private:
  bool BeginsBlock(std::uint32_t i) const {
    return i == stretch_.begin || leaves_[i].block != leaves_[i - 1].block;
  }

  std::uint32_t EndOfBlock(std::uint32_t i) const {
    std::uint32_t end = i + 1;
    while (end < stretch_.end && leaves_[end].block == leaves_[i].block) ++end;
    return end;
  }

  void Offer(std::uint32_t begin, std::uint32_t end, UnitKind kind) {
    visitor_.OnUnit({begin, end, WordsOf(begin, end), kind});
  }

  // The sentence, and the runs of sentences that begin with it. Longer runs are
  // paragraphs or windows.
  void VisitSentences(std::uint32_t i, bool begins_block) {
    const bool is_whole = begins_block && block_end_ == i + 1;
    UnitKind kind = UnitKind::kSentence;
    if (is_whole && leaves_[i].place.kind == PlaceKind::kItem) {
      kind = UnitKind::kItem;
    } else if (is_whole && leaves_[i].place.kind == PlaceKind::kRow) {
      kind = UnitKind::kRow;
    }
    Offer(i, i + 1, kind);
    for (std::uint32_t n = 2; n <= kRunSentences; ++n) {
      const std::uint32_t end = i + n;
      // The whole block is offered as such.
      if (end > block_end_ || (begins_block && end == block_end_)) break;
      Offer(i, end, UnitKind::kRun);
    }
  }

  // A block of several sentences.
  void VisitBlock(std::uint32_t i) {
    const std::uint32_t end = block_end_;
    if (end == i + 1) return;
    UnitKind kind = UnitKind::kParagraph;
    if (leaves_[i].place.kind == PlaceKind::kItem) kind = UnitKind::kItem;
    if (leaves_[i].place.kind == PlaceKind::kRow) kind = UnitKind::kRow;
    if (WordsOf(i, end) <= kMaxUnitWords) Offer(i, end, kind);
  }

  std::uint32_t WordsOf(std::uint32_t begin, std::uint32_t end) const {
    std::uint32_t words = 0;
    for (std::uint32_t i = begin; i < end; ++i) words += leaves_[i].words;
    return words;
  }

  // The list that begins at `i`, and the items below the item at `i`.
  void VisitLists(std::uint32_t i) {
    const BlockPlace& place = leaves_[i].place;
    if (place.outer_list == 0) return;
    const bool begins_list =
        i == stretch_.begin ||
        leaves_[i - 1].place.outer_list != place.outer_list;
    if (begins_list) {
      OfferItems(i, place.outer_list, [&](const BlockPlace& other) {
        return other.outer_list == place.outer_list;
      });
    } else if (place.kind == PlaceKind::kLeadIn) {
      OfferItems(i, place.list, [&](const BlockPlace& other) {
        return other.list == place.list || other.level > place.level;
      });
    }
    if (place.kind == PlaceKind::kItem) {
      OfferItems(i, place.block, [&](const BlockPlace& other) {
        return other.block == place.block ||
               (other.outer_list == place.outer_list &&
                other.level > place.level);
      });
    }
  }

  // Offers the leaves from `begin` on that belong, if they hold two items.
  //   list  UnitSpan::list
  // One item is an item, no list. A list too long to be a unit is offered as
  // far as it goes.
  template <typename Belongs>
  void OfferItems(std::uint32_t begin, std::uint32_t list, Belongs belongs) {
    std::uint32_t items = 0;
    std::uint32_t words = 0;
    std::uint32_t end = begin;
    for (std::uint32_t i = begin; i < stretch_.end; ++i) {
      if (!belongs(leaves_[i].place)) break;
      words += leaves_[i].words;
      if (words > kMaxUnitWords && items > 1) break;
      if (leaves_[i].place.kind == PlaceKind::kItem && BeginsBlock(i)) ++items;
      end = i + 1;
    }
    if (items < 2) return;
    visitor_.OnUnit({begin, end, WordsOf(begin, end), UnitKind::kList, list});
  }

  // The blocks from the one at `i` on, to two numbers of words. Rows are no
  // part of a window. Two sizes, as a section that answers is worth more words
  // than a passage. A window in the middle of a list would begin without what
  // introduces it.
  void VisitWindows(std::uint32_t i) {
    if (leaves_[i].place.kind == PlaceKind::kRow) return;
    const bool follows_item =
        i > stretch_.begin && leaves_[i - 1].place.kind == PlaceKind::kItem;
    if (leaves_[i].place.kind == PlaceKind::kItem && follows_item) return;
    const std::uint32_t small = EndOfWindow(i, window_words_);
    const std::uint32_t large = EndOfWindow(i, 2 * window_words_);
    if (small > block_end_) Offer(i, small, UnitKind::kWindow);
    if (large > block_end_ && large > small) {
      Offer(i, large, UnitKind::kWindow);
    }
  }

  std::uint32_t EndOfWindow(std::uint32_t i, std::uint32_t most_words) const {
    std::uint32_t words = 0;
    std::uint32_t end = i;
    while (end < stretch_.end && leaves_[end].place.kind != PlaceKind::kRow &&
           words + leaves_[end].words <= most_words) {
      words += leaves_[end++].words;
    }
    return end;
  }

  std::span<const Leaf> leaves_;
  const Stretch& stretch_;
  std::uint32_t window_words_;
  UnitVisitor& visitor_;
  std::uint32_t block_end_ = 0;  // Of the block that begins last.
};

}  // namespace

void VisitUnits(const Leaves& leaves, const Stretch& stretch,
                std::uint32_t window_words, UnitVisitor& visitor) {
  UnitWalk(leaves.leaves, stretch, window_words, visitor).Visit();
}

}  // namespace answerbox::engine
