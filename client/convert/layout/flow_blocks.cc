#include <algorithm>
#include <cstdlib>
#include <string>
#include <utility>

#include "client/convert/layout/blocks.h"
#include "client/convert/layout/document_style.h"
#include "client/convert/layout/lines/characters.h"
#include "client/convert/layout/lines/list_marks.h"
#include "client/convert/layout/lines/written_signs.h"

namespace answerbox::client::layout {
namespace {

using Kind = engine::TextBlockKind;

// A gap within the usual pitch and half a line's rounding does not count as
// one.
Length WidestStep(Length pitch) { return Percent(pitch, 115) + Pixels(3) / 2; }

bool IsSame(Length a, Length b, Length tolerance) {
  return std::abs(a - b) < tolerance;
}

// How a line is placed after the one before.
struct Step {
  Length distance = Pixels(99);
  Length pitch = 0;
  bool is_near = false;  // No wider gap than between lines of a paragraph.
  bool is_same_size = false;
  // The line's first word would have fitted into the line before, so the break
  // was intended.
  bool breaks_early = false;
};

class FlowReader {
 public:
  FlowReader(std::vector<Line> lines, Length page_height,
             const DocumentContext& context,
             std::vector<std::int32_t>& last_places, std::vector<Block>& blocks)
      : lines_(std::move(lines)),
        page_height_(page_height),
        style_(context.style),
        joiner_(context.joiner),
        store_(context.store),
        last_places_(last_places),
        blocks_(blocks),
        first_block_(blocks.size()) {
    // The right edge is the place where 95 in 100 lines have ended: a few may
    // reach beyond it.
    std::vector<Length> rights;
    for (const Line& line : lines_) rights.push_back(line.right);
    std::ranges::sort(rights);
    right_ = rights[(rights.size() - 1) * 95 / 100];
    left_ = std::ranges::min(lines_, {}, &Line::left).left;
    for (std::size_t i = 1; i < lines_.size(); ++i) {
      pitches_.Add(lines_[i - 1], lines_[i]);
    }
  }

  void Read() {
    // One pass from top to bottom: each line begins a block or goes on with the
    // last one. No block is looked at again, so time grows with the lines.
    for (std::size_t i = 0; i < lines_.size(); ++i) Place(i);
    for (std::size_t i = first_block_; i < blocks_.size(); ++i) {
      if (blocks_[i].is_list_item()) last_item_ = blocks_[i].mark;
    }
    if (!last_item_.empty()) last_places_ = MarkPlaces(last_item_);
  }

 private:
  [[nodiscard]] Block* current() {
    return blocks_.size() > first_block_ ? &blocks_.back() : nullptr;
  }

  void Start(Kind kind, const Line& line, std::string_view text) {
    blocks_.push_back(MakeBlock(kind, line, text));
    blocks_.back().column_right = right_;
  }

  void Append(const Line& line) { AppendLine(line, joiner_, blocks_.back()); }

  void Place(std::size_t i) {
    const Line& line = lines_[i];
    const std::string full = FullText(line);
    if (line.contents_row > 0) {
      PlaceContents(line, full);
      return;
    }
    // The surest signs are asked first: contents are already marked, a heading
    // has its own look, an item its mark; the rest is text.
    const Step step = StepTo(i);
    const bool is_heading =
        (LooksLikeHeading(line, style_) || StandsOutInColor(i, step)) &&
        !IsInSentence(i, step);
    if ((is_heading && GoesOnHeading(line, full, step)) ||
        GoesOnCaption(line, step)) {
      Append(line);
    } else if (is_heading && BeginsHeading(line)) {
      Start(Kind::kHeading, line, full);
      blocks_.back().mark = line.mark;
    } else if (!line.mark.empty() && !CountsOn(line, step) &&
               IsListItem(lines_, i, last_places_)) {
      Start(Kind::kItem, line, line.text);
      blocks_.back().mark = line.mark;
    } else {
      // A mark of no item is a number that begins a line by chance.
      PlaceText(line.mark.empty() ? line : Unmarked(line, full), step);
    }
  }

  // Whether the mark continues a sequence within the sentence above: "..., 3)
  // masks," before "4) gloves".
  [[nodiscard]] bool CountsOn(const Line& line, const Step& step) {
    const Block* block = current();
    if (block == nullptr || !step.is_near || EndsSentence(block->text)) {
      return false;
    }
    // It does only if the sentence above has the previous mark between blanks.
    const std::string before = MarkBefore(line.mark);
    return !before.empty() &&
           block->text.find(' ' + before + ' ') != std::string::npos;
  }

  // Returns the line with its mark as a part of its text.
  [[nodiscard]] Line Unmarked(Line line, const std::string& full) {
    line.text = store_.Keep(full);
    line.mark = {};
    return line;
  }

  void PlaceContents(const Line& line, const std::string& full) {
    const Block* block = current();
    if (block != nullptr && block->kind == Kind::kContents &&
        block->last.contents_row == line.contents_row &&
        block->page() == line.page) {
      Append(line);
    } else {
      Start(Kind::kContents, line, full);
    }
  }

  [[nodiscard]] Length PitchOf(Length size) const {
    // This column's own pitch is tried first, as boxes are set narrower than
    // the text around them; then the document's; then the default of word
    // processors.
    if (const Length own = pitches_.Commonest(size, 2); own > 0) return own;
    const Length usual = style_.pitches.Commonest(size, 1);
    return usual > 0 ? usual : Percent(size, 135);
  }

  [[nodiscard]] Step StepTo(std::size_t i) const {
    const Line& line = lines_[i];
    Step step;
    step.pitch = PitchOf(line.size);
    if (i == 0) return step;
    const Line& before = lines_[i - 1];
    step.distance = line.top - before.top;
    step.is_near = step.distance < WidestStep(step.pitch) &&
                   step.distance > -Percent(line.size, 30);
    step.is_same_size = IsSame(before.size, line.size, Pixels(1) + 1);
    const std::string full = FullText(line);
    const std::string_view word =
        std::string_view(full).substr(0, full.find(' '));
    // The break before a line was intended if its first word would have fitted
    // above, as typesetters fill lines. All characters count as equally wide.
    const auto word_width =
        static_cast<Length>(std::int64_t{line.width()} * CountCharacters(word) /
                            std::max<std::uint32_t>(1, CountCharacters(full)));
    const Length edge = RightEdgeAt(i);
    const Length column = std::max(Pixels(1), edge - before.left);
    step.breaks_early = before.right + word_width + Percent(line.size, 60) <
                        edge - Percent(column, 2);
    return step;
  }

  // Returns where lines near `i` end that begin at the same place as the line
  // before it.
  [[nodiscard]] Length RightEdgeAt(std::size_t i) const {
    // Lines beside a picture end earlier than those of the rest of the column.
    constexpr std::size_t kAround = 10;
    constexpr int kFewest = 3;
    const Line& before = lines_[i - 1];
    const std::size_t end = std::min(lines_.size(), i + kAround);
    Length edge = 0;
    int found = 0;
    for (std::size_t k = i - std::min(i, kAround); k < end; ++k) {
      if (!IsSame(lines_[k].left, before.left, Percent(lines_[i].size, 70))) {
        continue;
      }
      edge = std::max(edge, lines_[k].right);
      ++found;
    }
    return found >= kFewest ? edge : right_;
  }

  // Bold words that begin in lower case are the end of a sentence.
  [[nodiscard]] bool BeginsHeading(const Line& line) const {
    return !line.mark.empty() || !StartsSmall(line.text) ||
           IsLarge(line.size, style_);
  }

  // Whether a line that looks like a heading is a part of a sentence: bold
  // words at the beginning or end of a line.
  [[nodiscard]] bool IsInSentence(std::size_t i, const Step& step) {
    const Line& line = lines_[i];
    const Block* block = current();
    // On slides the text is as large as headings in other documents.
    if (block != nullptr && block->kind != Kind::kHeading && step.is_near &&
        step.is_same_size && line.mark.empty() &&
        line.is_bold == block->last.is_bold && !EndsSentence(block->text) &&
        (StartsSmall(line.text) ||
         (block->is_list_item() && !step.breaks_early &&
          IsSame(line.left, block->first.text_left, line.size / 2)))) {
      return true;
    }
    if (IsLarge(line.size, style_)) return false;
    if (block != nullptr &&
        (block->kind == Kind::kParagraph || block->is_list_item()) &&
        step.is_near && step.is_same_size && !step.breaks_early &&
        !EndsSentence(block->text) && lines_[i - 1].width() > 8 * line.size) {
      return true;
    }
    if (i + 1 == lines_.size()) return false;
    constexpr std::uint32_t kLongLine = 60;
    // Bold words end the line, and their sentence continues below in the usual
    // type: the line alone looks like a heading.
    const Line& next = lines_[i + 1];
    const Length distance = next.top - line.top;
    return next.size == line.size && distance > 0 &&
           distance < WidestStep(step.pitch) && next.mark.empty() &&
           (next.is_bold != line.is_bold || next.color != line.color) &&
           !EndsSentence(line.text) &&
           IsSame(next.left, line.text_left, 2 * line.size) &&
           (StartsSmall(next.text) ||
            (line.right > right_ - (right_ - left_) / 10 &&
             line.characters > kLongLine));
  }

  static bool IsBelow(const Line& line, const Line& above) {
    const Length distance = line.top - above.top;
    return distance > 0 && distance < Percent(line.size, 175);
  }

  // Whether a line is a heading by its colour: a short line in a colour of its
  // own, separate from the text above, over text in the body's colour. A
  // sentence in red is a warning, and a line right below a heading, unless that
  // is a title, is a note to it.
  [[nodiscard]] bool StandsOutInColor(std::size_t i, const Step& step) {
    constexpr std::size_t kLongest = 80;
    constexpr std::uint32_t kText = 30;
    const Block* block = current();
    if (block != nullptr && block->kind == Kind::kHeading &&
        block->last.size < Percent(style_.body_size, 140)) {
      return false;
    }
    const Line& line = lines_[i];
    if (line.color == style_.body_color || line.has_link ||
        line.role != LineRole::kText || !line.mark.empty() ||
        line.size < Percent(style_.body_size, 95) ||
        line.text.size() > kLongest || !HasLetters(line.text, 2) ||
        !StartsCapital(line.text) || EndsWithPunctuation(line.text) ||
        line.text.ends_with(')') || IsCaption(line.text) ||
        i + 1 == lines_.size() ||
        style_.CharactersLike(line) * 4 > style_.characters) {
      return false;
    }
    const Line& next = lines_[i + 1];
    const Length below = next.top - line.top;
    return (i == 0 || step.distance > WidestStep(step.pitch)) &&
           next.color == style_.body_color && !StartsSmall(next.text) &&
           next.characters > kText && below > 0 && below < 4 * line.size &&
           IsSame(next.left, line.left, 2 * line.size);
  }

  // Both lines of one heading look alike; the next heading of another level
  // looks different, or stands further down. Text over 200 bytes is no heading.
  [[nodiscard]] bool GoesOnHeading(const Line& line, const std::string& full,
                                   const Step& step) {
    constexpr std::size_t kLongest = 200;
    const Block* block = current();
    if (block == nullptr || block->kind != Kind::kHeading) return false;
    const Line& above = block->last;
    if (step.distance > WidestStep(step.pitch) && step.breaks_early &&
        StartsCapital(line.text) && !EndsOpen(block->text)) {
      return false;
    }
    return IsBelow(line, above) && line.mark.empty() &&
           line.size == above.size && line.is_bold == above.is_bold &&
           line.color == above.color && block->text.size() < kLongest &&
           !full.empty();
  }

  [[nodiscard]] bool GoesOnCaption(const Line& line, const Step& step) {
    // Without a bound, a caption in the style of the text would swallow the
    // paragraph below.
    constexpr std::uint32_t kMostLines = 4;
    const Block* block = current();
    if (block == nullptr || block->kind != Kind::kCaption) return false;
    const Line& above = block->last;
    return IsBelow(line, above) && line.mark.empty() &&
           line.size == above.size && line.is_bold == above.is_bold &&
           line.is_italic == above.is_italic && line.color == above.color &&
           block->line_count < kMostLines &&
           (!step.breaks_early || StartsSmall(line.text));
  }

  void PlaceText(const Line& line, const Step& step) {
    const Block* block = current();
    if (IsCaptionHere(line, step)) {
      Start(Kind::kCaption, line, line.text);
    } else if (IsFootnote(line, step)) {
      Start(Kind::kFootnote, line, line.text);
    } else if (block == nullptr || block->kind == Kind::kHeading ||
               block->kind == Kind::kContents || !step.is_near ||
               !step.is_same_size || BreaksBlock(line, step)) {
      Start(Kind::kParagraph, line, line.text);
    } else {
      Append(line);
    }
  }

  [[nodiscard]] bool IsCaptionHere(const Line& line, const Step& step) {
    // "Table 2 shows ..." in the body's own style begins a sentence: only
    // punctuation after the number makes it a caption.
    constexpr std::size_t kShort = 160;
    if (!IsCaption(line.text)) return IsPictureCredit(line);
    const Block* block = current();
    const bool is_in_text =
        step.is_near && block != nullptr && !step.breaks_early &&
        (block->kind == Kind::kParagraph || block->is_list_item());
    return !is_in_text &&
           (line.is_bold || line.is_italic || line.color != style_.body_color ||
            (line.text.size() < kShort && IsPunctuatedCaption(line.text)));
  }

  // Whether it is a picture's credit, such as "Photo: the old chimney", in
  // small print or italics.
  [[nodiscard]] bool IsPictureCredit(const Line& line) const {
    constexpr std::string_view kWords[] = {
        "photo:",        "photos:", "photograph:", "photo by ", "picture:",
        "illustration:", "image:",  "drawing:",    "map:",      "diagram:"};
    return (line.size <= Percent(style_.body_size, 90) || line.is_italic) &&
           std::ranges::any_of(kWords, [&line](std::string_view word) {
             return StartsWithAnyCase(line.text, word);
           });
  }

  // Whether it is small print in the lower half that begins with a raised mark.
  [[nodiscard]] bool IsFootnote(const Line& line, const Step& step) {
    const Block* block = current();
    if (line.size > Percent(style_.body_size, 87) || !line.starts_raised ||
        line.top <= page_height_ / 2) {
      return false;
    }
    return !step.is_near || block == nullptr || block->last.size > line.size ||
           block->kind == Kind::kFootnote;
  }

  // Whether a line near the block's last one begins another block.
  [[nodiscard]] bool BreaksBlock(const Line& line, const Step& step) {
    const Block& block = *current();
    // An address in the style of the text belongs to the text, as in
    // references.
    if (IsWebAddress(line.text) && EndsSentence(block.text) &&
        (line.family != block.last.family ||
         line.left < block.last.left - line.size / 2)) {
      return true;
    }
    if (block.is_list_item()) return BreaksItem(line, step, block);
    if (block.kind != Kind::kParagraph) return false;
    const Line& above = block.last;
    // These are lines of contents without page numbers, which name headings.
    if (step.breaks_early && StartsCapital(line.text) &&
        style_.heading_lines.contains(WordKey(line.text)) &&
        (block.line_count > 1 ||
         style_.heading_lines.contains(WordKey(above.text)))) {
      return true;
    }
    if (step.breaks_early &&
        ((EndsSentence(block.text) && !StartsSmall(line.text)) ||
         above.is_web_link)) {
      return true;
    }
    // Books separate paragraphs by an indent alone. The first two lines of a
    // block prove nothing, as the first may hang.
    const bool is_indented = line.left > above.left + Percent(line.size, 80) &&
                             block.line_count > 1 && StartsCapital(line.text) &&
                             EndsSentence(block.text);
    return is_indented || (line.is_bold != above.is_bold && above.is_bold &&
                           step.breaks_early);
  }

  [[nodiscard]] static bool BreaksItem(const Line& line, const Step& step,
                                       const Block& item) {
    constexpr std::uint32_t kLongItem = 12;
    const Line& first = item.first;
    // The lines of an item stand below its text. If mark and text are one run,
    // the text's beginning is an estimate, so from the second line on the
    // item's own lines are the measure.
    bool hangs = line.left > first.text_left ||
                 IsSame(line.left, first.text_left, Percent(line.size, 90));
    // Text that continues below the mark instead of the item's text.
    const bool is_lazy =
        IsSame(line.left, first.left, Percent(line.size, 60)) &&
        !step.breaks_early && item.line_count < kLongItem;
    if (item.line_count > 1 &&
        !IsSame(line.left, item.last.left, line.size / 2) &&
        !IsSame(line.left, item.second_left, line.size / 2)) {
      hangs = hangs && line.left > first.left + line.size / 2;
    }
    if (!hangs && !is_lazy) return true;
    // A paragraph below a list may have the same indent. It begins a new
    // sentence, with more room above than lines within an item have.
    return step.breaks_early && EndsSentence(item.text) &&
           StartsCapital(line.text) && step.distance > Percent(step.pitch, 108);
  }

  std::vector<Line> lines_;
  Length page_height_;
  const DocumentStyle& style_;
  const WordJoiner& joiner_;
  TextStore& store_;
  std::vector<std::int32_t>& last_places_;
  std::vector<Block>& blocks_;
  std::size_t first_block_;
  std::string_view last_item_;
  LinePitches pitches_;
  Length right_ = 0;
  Length left_ = 0;
};

}  // namespace

void AppendFlow(std::vector<Line> lines, Length page_height,
                const DocumentContext& context,
                std::vector<std::int32_t>& last_places,
                std::vector<Block>& blocks) {
  if (lines.empty()) return;
  FlowReader(std::move(lines), page_height, context, last_places, blocks)
      .Read();
}

}  // namespace answerbox::client::layout
