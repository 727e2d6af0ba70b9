#include "client/exam/make/document_questions.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "client/exam/make/english.h"
#include "client/exam/make/sentence_questions.h"
#include "client/exam/make/structure_questions.h"
#include "client/rpc/message.h"
#include "engine/text/sentence_splitter.h"
#include "engine/text/text_block.h"

namespace answerbox::client {
namespace {

using engine::TextBlockKind;

bool IsHeading(TextBlockKind kind) {
  return kind == TextBlockKind::kTitle || kind == TextBlockKind::kHeading;
}

// Headings in PDFs may run over several lines.
std::string OnOneLine(std::string_view text) {
  std::string line(text);
  std::ranges::replace(line, '\n', ' ');
  return line;
}

}  // namespace

std::string_view SourceDocument::TextOf(SourceRange range) const {
  return std::string_view(text).substr(range.begin, range.end - range.begin);
}

// Many documents have no title, but their first heading serves as one.
std::string SourceDocument::Title() const {
  const auto found = std::ranges::find_if(
      blocks, [](const SourceBlock& block) { return IsHeading(block.kind); });
  return found == blocks.end() ? std::string()
                               : OnOneLine(TextOf(found->range));
}

// A section ends, with its subsections, at the next heading of the same or a
// higher level. All sections that are open at that heading and not above it end
// there.
std::vector<SourceSection> SourceDocument::Sections() const {
  std::vector<SourceSection> sections(1);
  sections.front().whole.end = text.size();
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    const SourceBlock& block = blocks[i];
    if (!IsHeading(block.kind)) {
      sections.back().blocks.push_back(i);
      continue;
    }
    sections.back().body.end = block.range.begin;
    SourceSection section;
    section.heading = OnOneLine(TextOf(block.range));
    section.level = block.kind == TextBlockKind::kTitle ? 1 : block.level;
    section.body.begin = section.whole.begin = block.range.end;
    section.whole.end = text.size();
    for (SourceSection& open : sections) {
      if (open.level >= section.level && open.whole.end == text.size()) {
        open.whole.end = block.range.begin;
      }
    }
    sections.push_back(std::move(section));
  }
  sections.back().body.end = text.size();
  return sections;
}

std::vector<SourceBlock> ReadSourceBlocks(const boost::json::array& blocks,
                                          std::size_t text_bytes) {
  constexpr std::size_t kLeftOut = std::numeric_limits<std::size_t>::max();
  std::vector<SourceBlock> read;
  // A reply is checked like any foreign input: a range past the text, or a
  // parent that comes later, would be used as an index.
  // Index in `read` of each block, or kLeftOut.
  std::vector<std::size_t> places;
  for (const boost::json::value& value : blocks) {
    const boost::json::object& object = AsObject(value);
    const auto kind = engine::TextBlockKindOf(TextAt(object, "kind"));
    const std::uint64_t begin = NumberAt(object, "begin");
    const std::uint64_t end = NumberAt(object, "end");
    SourceBlock block;
    bool is_sound = kind && !engine::IsFurniture(*kind) && begin <= end &&
                    end <= text_bytes;
    if (object.contains("parent")) {
      const std::uint64_t parent = NumberAt(object, "parent");
      is_sound = is_sound && parent < places.size() &&
                 places[static_cast<std::size_t>(parent)] != kLeftOut;
      if (is_sound) block.parent = places[static_cast<std::size_t>(parent)];
    }
    places.push_back(is_sound ? read.size() : kLeftOut);
    if (!is_sound) continue;
    block.kind = *kind;
    block.range = {static_cast<std::size_t>(begin),
                   static_cast<std::size_t>(end)};
    block.level = static_cast<std::size_t>(
        std::max<std::uint64_t>(NumberAt(object, "level"), 1));
    block.row = static_cast<std::size_t>(NumberAt(object, "row"));
    block.column = static_cast<std::size_t>(NumberAt(object, "column"));
    const std::string header = TextAt(object, "header");
    block.heads_column = header == "column" || header == "both";
    read.push_back(block);
  }
  return read;
}

namespace {

using engine::TextBlockKind;

constexpr std::size_t kMaxListKeys = 16;
constexpr std::size_t kMaxKeyBytes = 300;

bool HoldsStatements(TextBlockKind kind) {
  return kind == TextBlockKind::kParagraph ||
         kind == TextBlockKind::kDefinition || kind == TextBlockKind::kItem ||
         kind == TextBlockKind::kQuote || kind == TextBlockKind::kBox;
}

// A tick or a cross answers "Is it needed?", but no heading asks that.
bool SaysNothing(std::string_view cell) {
  const std::string small = SmallLetters(cell);
  return small.size() < 2 || small == "yes" || small == "no" ||
         small == "n/a" || small == "none" || small == "--";
}

// Visits the sections in the order of the text, so that the questions have that
// order, too.
class Maker {
 public:
  explicit Maker(const SourceDocument& document) : document_(document) {
    small_words_.Learn(document.text);
    const std::string title = document.Title();
    made_.topic = TopicOf(title, small_words_);
    context_ = {made_.topic, &small_words_, document.text};
    children_.resize(document.blocks.size());
    for (std::size_t i = 0; i < document.blocks.size(); ++i) {
      if (const auto parent = document.blocks[i].parent) {
        children_[*parent].push_back(i);
      }
    }
  }

  DocumentQuestions Run() && {
    const auto sections = document_.Sections();
    for (std::size_t i = 0; i < sections.size(); ++i) {
      section_ = &sections[i];
      // The title heads the whole document, which is too long to be a passage
      // that answers.
      AskForSection(i <= 1 && sections[i].level <= 1);
      previous_.reset();
      for (const std::size_t block : sections[i].blocks) AskForBlock(block);
      if (document_.blocks.empty()) AskForStatements(section_->body);
    }
    DropRepeated();
    return std::move(made_);
  }

 private:
  [[nodiscard]] Candidate Prototype(SourceRange source) const {
    Candidate candidate;
    candidate.section = section_->heading;
    candidate.source = source;
    return candidate;
  }

  void AskForSection(bool is_title) {
    if (section_->heading.empty() || is_title) return;
    auto asked = AskOfHeading(section_->heading, made_.topic,
                              document_.TextOf(section_->whole), small_words_);
    if (!asked) return made_.candidates.Leave(Leftover::kHeading);
    asked->section = section_->heading;
    asked->source = Trimmed(section_->whole);
    made_.candidates.questions.push_back(*std::move(asked));
  }

  void AskForBlock(std::size_t index) {
    const SourceBlock& block = document_.blocks[index];
    if (block.kind == TextBlockKind::kList) {
      AskForList(index);
    } else if (block.kind == TextBlockKind::kTable) {
      AskForTable(index);
    } else if (HoldsStatements(block.kind)) {
      // An item that contains a list has its own words before that list.
      SourceRange own = block.range;
      for (const std::size_t child : children_[index]) {
        own.end = std::min(own.end, document_.blocks[child].range.begin);
      }
      AskForStatements(own);
      previous_ = block.kind == TextBlockKind::kParagraph
                      ? std::optional(block.range)
                      : std::nullopt;
    }
  }

  void AskForStatements(SourceRange range) {
    if (range.begin >= range.end) return;
    engine::SentenceSplitter splitter(document_.text,
                                      {static_cast<std::uint32_t>(range.begin),
                                       static_cast<std::uint32_t>(range.end)},
                                      {});
    while (const auto sentence = splitter.Next()) {
      const SourceRange source{sentence->range.begin, sentence->range.end};
      std::string plain = PlainSentence(document_.TextOf(source));
      // MedlinePlus begins its pages this way.
      for (const std::string_view start : {"Summary: ", "Summary : "}) {
        if (plain.starts_with(start)) plain.erase(0, start.size());
      }
      if (const auto list = ReadInlineList(plain)) {
        AskForItems(list->lead_in, list->items, source);
        continue;
      }
      AskOfSentence(plain, context_, Prototype(source), made_.candidates);
    }
  }

  void AskForItems(std::string_view lead_in,
                   const std::vector<std::string>& items, SourceRange source) {
    const auto question = AskOfLeadIn(lead_in, made_.topic, small_words_);
    if (!question) return made_.candidates.Leave(Leftover::kListOfOtherForm);
    Candidate candidate = Prototype(source);
    candidate.made_by = QuestionTemplate::kList;
    candidate.question = *question;
    for (const std::string& item : items) {
      if (candidate.keys.size() == kMaxListKeys) break;
      if (!item.empty() && item.size() <= kMaxKeyBytes) {
        candidate.keys.push_back(item);
      }
    }
    made_.candidates.questions.push_back(std::move(candidate));
  }

  // The line that introduces a list is part of the list, or ends the paragraph
  // before it.
  void AskForList(std::size_t index) {
    const SourceBlock& list = document_.blocks[index];
    if (list.level > 1) return;  // Its items belong to those of the outer list.
    SourceRange source = list.range;
    std::string lead_in;
    std::vector<std::string> items;
    for (const std::size_t child : children_[index]) {
      const SourceBlock& block = document_.blocks[child];
      const std::string text = PlainSentence(document_.TextOf(block.range));
      if (block.kind == TextBlockKind::kLeadIn) {
        lead_in = LastSentence(block.range);
      } else if (block.kind == TextBlockKind::kItem) {
        items.push_back(text);
      }
    }
    if (lead_in.empty() && previous_) {
      const std::string last = LastSentence(*previous_);
      if (last.ends_with(':') || last.ends_with("include") ||
          last.ends_with("are")) {
        lead_in = last;
        source.begin = previous_->begin;
      }
    }
    // A list with one item is an artefact of the converter, or a note.
    if (items.size() < 2) return;
    if (lead_in.empty()) {
      made_.candidates.Leave(Leftover::kListWithoutLeadIn);
      return;
    }
    AskForItems(lead_in, items, source);
  }

  // A list is introduced by the sentence before it, not by the whole paragraph.
  [[nodiscard]] std::string LastSentence(SourceRange range) const {
    engine::SentenceSplitter splitter(document_.text,
                                      {static_cast<std::uint32_t>(range.begin),
                                       static_cast<std::uint32_t>(range.end)},
                                      {});
    std::string last;
    while (const auto sentence = splitter.Next()) {
      last = PlainSentence(
          document_.TextOf({sentence->range.begin, sentence->range.end}));
    }
    return last;
  }

  // The headings that the rows of a table share.
  struct TableHeads {
    std::map<std::size_t, std::string> of_columns;
    // The names of rows, and how often each occurs.
    std::map<std::string, std::size_t> names;
  };

  [[nodiscard]] std::string TextOfBlock(std::size_t block) const {
    return PlainSentence(document_.TextOf(document_.blocks[block].range));
  }

  [[nodiscard]] TableHeads ReadHeads(std::size_t table) const {
    TableHeads heads;
    for (const std::size_t row : children_[table]) {
      for (const std::size_t cell : children_[row]) {
        const SourceBlock& block = document_.blocks[cell];
        if (block.heads_column) {
          heads.of_columns[block.column] = TextOfBlock(cell);
        } else if (block.column == 0) {
          ++heads.names[TextOfBlock(cell)];
        }
      }
    }
    return heads;
  }

  void AskForTable(std::size_t index) {
    const TableHeads heads = ReadHeads(index);
    if (heads.of_columns.size() < 2) {
      made_.candidates.Leave(Leftover::kTableWithoutHeadings);
      return;
    }
    for (const std::size_t row : children_[index]) AskForRow(heads, row);
  }

  void AskForRow(const TableHeads& heads, std::size_t row) {
    std::string name;
    for (const std::size_t cell : children_[row]) {
      const SourceBlock& block = document_.blocks[cell];
      if (block.heads_column) continue;
      const std::string text = TextOfBlock(cell);
      if (block.column == 0) {
        name = text;
        continue;
      }
      // If two rows have one name, the question for a cell has two answers.
      const auto head = heads.of_columns.find(block.column);
      const auto first = heads.of_columns.find(0);
      const auto named = heads.names.find(name);
      const bool can_be_asked = head != heads.of_columns.end() &&
                                named != heads.names.end() &&
                                named->second == 1 && !SaysNothing(text);
      const auto question =
          can_be_asked
              ? AskOfCell(head->second,
                          first == heads.of_columns.end() ? "" : first->second,
                          name, small_words_)
              : std::nullopt;
      if (!question) {
        made_.candidates.Leave(Leftover::kRow);
        continue;
      }
      Candidate candidate = Prototype(document_.blocks[row].range);
      candidate.made_by = QuestionTemplate::kRow;
      candidate.question = *question;
      if (text.size() <= kMaxKeyBytes) candidate.keys.push_back(text);
      made_.candidates.questions.push_back(std::move(candidate));
    }
  }

  // Sources are compared with the places of answers, which begin at a letter.
  [[nodiscard]] SourceRange Trimmed(SourceRange range) const {
    const auto is_space = [&](std::size_t at) {
      return document_.text[at] == ' ' || document_.text[at] == '\n';
    };
    while (range.begin < range.end && is_space(range.begin)) ++range.begin;
    while (range.end > range.begin && is_space(range.end - 1)) --range.end;
    return range;
  }

  // If two places give the same question, they answer it differently.
  void DropRepeated() {
    std::map<std::string, std::size_t> counts;
    auto& questions = made_.candidates.questions;
    for (const Candidate& candidate : questions) {
      ++counts[SmallLetters(candidate.question)];
    }
    std::erase_if(questions, [&](const Candidate& candidate) {
      const bool is_repeated = counts[SmallLetters(candidate.question)] > 1;
      if (is_repeated) made_.candidates.Leave(Leftover::kTwice);
      return is_repeated;
    });
  }

  const SourceDocument& document_;
  SmallWords small_words_;
  SentenceContext context_;
  DocumentQuestions made_;
  std::vector<std::vector<std::size_t>> children_;
  const SourceSection* section_ = nullptr;
  // The paragraph before the current block.
  std::optional<SourceRange> previous_;
};

}  // namespace

DocumentQuestions AskOfDocument(const SourceDocument& document) {
  return Maker(document).Run();
}

// Only ASCII letters are changed: templates are English, and a topic that
// begins with any other letter stays as it is.
std::string QuestionOnTopic(std::string_view topic, std::string_view question) {
  std::string on_topic(topic);
  if (!on_topic.empty() && on_topic.front() >= 'a' && on_topic.front() <= 'z') {
    on_topic.front() = static_cast<char>(on_topic.front() - 32);
  }
  std::string rest(question);
  if (!rest.empty() && rest.front() >= 'A' && rest.front() <= 'Z') {
    rest.front() = static_cast<char>(rest.front() + 32);
  }
  return on_topic + ": " + rest;
}

}  // namespace answerbox::client
