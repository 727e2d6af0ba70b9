#include <algorithm>
#include <array>
#include <utility>

#include "engine/text/ascii.h"
#include "engine/text/written_form.h"
#include "engine/words/form_adder.h"

namespace answerbox::engine {
namespace {

bool IsAscii(std::string_view text) {
  return std::ranges::none_of(text,
                              [](char c) { return Is(c, kNonAsciiByte); });
}

// A letter with a mark, or a ligature, and its plain letters.
struct MarkedLetter {
  std::array<char, 4> letter{};
  std::uint8_t bytes = 0;
  std::array<char, 2> plain{};
  std::uint8_t plain_bytes = 0;

  [[nodiscard]] std::string_view text() const { return {letter.data(), bytes}; }
  [[nodiscard]] std::string_view base() const {
    return {plain.data(), plain_bytes};
  }
};

// Precondition: 0x80 <= c < 0x10000.
void Encode(char32_t c, MarkedLetter& letter) {
  const auto add = [&](char32_t byte) {
    letter.letter[letter.bytes++] = static_cast<char>(byte);
  };
  if (c < 0x800) {
    add(0xC0 | c >> 6);
  } else {
    add(0xE0 | c >> 12);
    add(0x80 | (c >> 6 & 0x3F));
  }
  add(0x80 | (c & 0x3F));
}

// Returns all lower-case letters of Latin script whose plain form is one or two
// ASCII letters: those of Latin-1, Extended-A and -B, and Extended Additional
// (Vietnamese).
std::span<const MarkedLetter> MarkedLetters() {
  struct Table {
    std::array<MarkedLetter, 1024> letters;
    std::size_t count = 0;
  };
  static const Table kTable = [] {
    Table table;
    const auto add = [&](char32_t begin, char32_t end) {
      for (char32_t c = begin; c < end; ++c) {
        MarkedLetter& letter = table.letters[table.count];
        letter = {};
        Encode(c, letter);
        PlainLetters buffer;
        const std::string_view plain = ToPlainLetters(letter.text(), buffer);
        if (plain.empty() || plain.size() > letter.plain.size() ||
            !std::ranges::all_of(plain,
                                 [](char b) { return Is(b, kLowerByte); })) {
          continue;
        }
        std::ranges::copy(plain, letter.plain.begin());
        letter.plain_bytes = static_cast<std::uint8_t>(plain.size());
        ++table.count;
      }
    };
    add(0xC0, 0x250);
    add(0x1E00, 0x1F00);
    return table;
  }();
  return std::span(kTable.letters).first(kTable.count);
}

// Finds words of the documents that differ from the asked word only in the
// marks of their letters. A dictionary is sorted, so the search goes on letter
// by letter, and only from beginnings that the dictionary has.
class MarkedWords {
 public:
  // `lookups` is how often the dictionaries may be looked into; what is used up
  // is taken off.
  MarkedWords(FormAdder& adder, std::size_t at, std::size_t& lookups)
      : adder_(adder), at_(at), lookups_(lookups) {
    const std::string_view term = adder.normalizer().Normalize(
        adder.tokens()[at].text, adder.tokens()[at].kind);
    std::ranges::copy(term, term_.begin());
    term_bytes_ = term.size();
    word_ = adder.tokens()[at].folded;
    const auto same = std::ranges::mismatch(word_, own());
    stem_bytes_ = static_cast<std::size_t>(same.in1 - word_.begin());
  }

  void Add() {
    for (const LiveSegment& segment : adder_.segments()) {
      segment_ = &segment;
      bytes_ = 0;
      Search(0, false);
    }
  }

 private:
  [[nodiscard]] std::string_view own() const {
    return {term_.data(), term_bytes_};
  }
  [[nodiscard]] std::string_view beginning() const {
    return {beginning_.data(), bytes_};
  }

  // Searches on from beginning_, with which terms of the dictionary begin.
  //   read       bytes of the asked word that beginning_ stands for
  //   is_marked  whether a letter of beginning_ has a mark
  void Search(std::size_t read, bool is_marked) {
    if (is_marked && read >= stem_bytes_) return VisitAll();
    if (read >= word_.size()) return;
    if (Has("\xC3", true)) {
      for (const MarkedLetter& letter : MarkedLetters()) {
        if (word_.substr(read).starts_with(letter.base())) {
          Descend(letter.text(), read + letter.base().size(), true);
        }
      }
    }
    Descend(word_.substr(read, 1), read + 1, is_marked);
  }

  void Descend(std::string_view letter, std::size_t read, bool is_marked) {
    if (bytes_ + letter.size() > beginning_.size() || !Has(letter, false)) {
      return;
    }
    std::ranges::copy(letter,
                      beginning_.begin() + static_cast<std::ptrdiff_t>(bytes_));
    bytes_ += letter.size();
    Search(read, is_marked);
    bytes_ -= letter.size();
  }

  // Whether a term begins with beginning_ and `letter`, or, with `or_later`,
  // with beginning_ and bytes that are sorted after `letter`.
  bool Has(std::string_view letter, bool or_later) {
    if (!MayLook()) return false;
    FormText first;
    first.Add(beginning()).Add(letter);
    auto cursor = segment_->reader->terms().LowerBound(first.view());
    if (!cursor) {
      adder_.Fail(cursor.error());
      return false;
    }
    const auto moved = cursor->Next();
    if (!moved) adder_.Fail(moved.error());
    return moved && *moved &&
           cursor->term().starts_with(or_later ? beginning() : first.view());
  }

  // The stemmer does not take off endings with marks, so the terms may be
  // longer than the stem of the asked word.
  void VisitAll() {
    auto cursor = segment_->reader->terms().LowerBound(beginning());
    if (!cursor) return adder_.Fail(cursor.error());
    while (MayLook()) {
      const auto moved = cursor->Next();
      if (!moved) return adder_.Fail(moved.error());
      if (!*moved || !cursor->term().starts_with(beginning())) return;
      AddIfSame(cursor->term());
    }
  }

  // Whether a dictionary may be looked into once more.
  bool MayLook() {
    if (lookups_ == 0 || adder_.is_full()) return false;
    --lookups_;
    return true;
  }

  void AddIfSame(std::string_view term) {
    PlainLetters letters;
    const std::string_view plain = ToPlainLetters(term, letters);
    if (plain != own() &&
        adder_.normalizer().Normalize(plain, TokenKind::kWord) != own()) {
      return;
    }
    adder_.AddTerm(at_, term);
  }

  FormAdder& adder_;
  std::size_t at_;
  std::size_t& lookups_;
  const LiveSegment* segment_ = nullptr;
  std::array<char, kMaxTermBytes> term_;
  std::size_t term_bytes_ = 0;
  std::string_view word_;
  std::size_t stem_bytes_ = 0;  // How many bytes word_ shares with its term.
  std::array<char, FormText::kMostBytes / 2> beginning_;
  std::size_t bytes_ = 0;
};

// Parts of words in British and American spelling. Shorter parts would change
// other words, such as "tires" to "tiers". A changed word counts only if
// documents have it.
constexpr std::string_view kRoots[][2] = {
    {"aemia", "emia"},         {"aemic", "emic"},
    {"aesthe", "esthe"},       {"aluminium", "aluminum"},
    {"analyse", "analyze"},    {"behaviour", "behavior"},
    {"caecum", "cecum"},       {"calibre", "caliber"},
    {"cancelled", "canceled"}, {"cancelling", "canceling"},
    {"catalogue", "catalog"},  {"catheteris", "catheteriz"},
    {"centre", "center"},      {"coeliac", "celiac"},
    {"colour", "color"},       {"defence", "defense"},
    {"dialogue", "dialog"},    {"dialyse", "dialyze"},
    {"diarrhoea", "diarrhea"}, {"dyspnoea", "dyspnea"},
    {"apnoea", "apnea"},       {"faec", "fec"},
    {"favour", "favor"},       {"fibre", "fiber"},
    {"flavour", "flavor"},     {"foet", "fet"},
    {"fuelled", "fueled"},     {"grey", "gray"},
    {"gynaec", "gynec"},       {"haem", "hem"},
    {"harbour", "harbor"},     {"honour", "honor"},
    {"humour", "humor"},       {"jewellery", "jewelry"},
    {"labelled", "labeled"},   {"labelling", "labeling"},
    {"labour", "labor"},       {"leukaem", "leukem"},
    {"licence", "license"},    {"litre", "liter"},
    {"manoeuv", "maneuv"},     {"modelling", "modeling"},
    {"mould", "mold"},         {"neighbour", "neighbor"},
    {"odour", "odor"},         {"oedem", "edem"},
    {"oesoph", "esoph"},       {"oestr", "estr"},
    {"offence", "offense"},    {"orthopaed", "orthoped"},
    {"paediatr", "pediatr"},   {"paralyse", "paralyze"},
    {"plough", "plow"},        {"programme", "program"},
    {"pyjama", "pajama"},      {"rumour", "rumor"},
    {"sceptic", "skeptic"},    {"signalling", "signaling"},
    {"skilful", "skillful"},   {"sulph", "sulf"},
    {"theatre", "theater"},    {"travelled", "traveled"},
    {"traveller", "traveler"}, {"travelling", "traveling"},
    {"tumour", "tumor"},       {"vapour", "vapor"},
};
// Endings of words of at least kLeastBytes: shorter words such as "wise" have
// one spelling.
constexpr std::string_view kEndings[][2] = {
    {"ise", "ize"},         {"ised", "ized"},         {"ises", "izes"},
    {"ising", "izing"},     {"iser", "izer"},         {"isers", "izers"},
    {"isation", "ization"}, {"isations", "izations"},
};
constexpr std::size_t kLeastBytes = 7;
// How often a question may look into dictionaries for words with marks. A word
// of a reader needs some hundred; a document of made-up words could make it
// millions.
constexpr std::size_t kMostLookups = 4096;

void Replace(FormAdder& adder, std::size_t at, std::size_t begin,
             std::string_view from, std::string_view to) {
  const std::string_view word = adder.tokens()[at].folded;
  FormText form;
  form.Add(word.substr(0, begin)).Add(to).Add(word.substr(begin + from.size()));
  adder.Add(at, at + 1, form.view());
}

void AddOtherEnglish(FormAdder& adder, std::size_t at) {
  const std::string_view word = adder.tokens()[at].folded;
  for (const auto& [british, american] : kRoots) {
    for (const auto& [from, to] :
         {std::pair(british, american), std::pair(american, british)}) {
      const std::size_t begin = word.find(from);
      if (begin != std::string_view::npos && word.size() > 3)
        Replace(adder, at, begin, from, to);
    }
  }
  if (word.size() < kLeastBytes) return;
  for (const auto& [british, american] : kEndings) {
    for (const auto& [from, to] :
         {std::pair(british, american), std::pair(american, british)}) {
      if (word.ends_with(from)) {
        Replace(adder, at, word.size() - from.size(), from, to);
      }
    }
  }
}

}  // namespace

void AddSpellingForms(FormAdder& adder) {
  const auto tokens = adder.tokens();
  std::size_t lookups = kMostLookups;
  for (std::size_t at = 0; at < tokens.size(); ++at) {
    if (tokens[at].is_number() || !tokens[at].has_term()) continue;
    if (!IsAscii(tokens[at].folded)) {
      PlainLetters letters;
      adder.Add(at, at + 1, ToPlainLetters(tokens[at].folded, letters));
      continue;
    }
    // A word that documents have is mostly meant as it stands.
    if (adder.IsKnown(tokens[at])) continue;
    MarkedWords(adder, at, lookups).Add();
    AddOtherEnglish(adder, at);
  }
}

}  // namespace answerbox::engine
