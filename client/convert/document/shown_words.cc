#include "client/convert/document/shown_words.h"

#include <utf8proc.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <numeric>

#include "engine/text/character_class.h"

namespace answerbox::client {
namespace {

constexpr char kGap = '\x01';  // Not a letter.

// Digits that stand higher or lower than others: "¹", "₂".
bool IsRaisedDigit(char32_t c) {
  return c == 0xb2 || c == 0xb3 || c == 0xb9 || c == 0x2070 ||
         (c >= 0x2074 && c <= 0x2079) || (c >= 0x2080 && c <= 0x2089);
}

// Does not separate words, but shows as a hyphen at the end of a line.
constexpr char32_t kSoftHyphen = 0xad;

bool IsHyphen(char32_t c) {
  return c == U'-' || c == kSoftHyphen || c == 0x2010;
}

// Writes the words of a text to a list, letter by letter.
class WordWriter {
 public:
  WordWriter(Words& to, std::uint32_t page) : to_(to), page_(page) {}

  void Put(char32_t c, std::uint32_t offset) {
    const bool is_digit = engine::IsDecimalDigit(c);
    if (!engine::IsAlphanumeric(c)) {
      if (c == U' ' && has_hyphen_) to_.words.back().is_broken = true;
      has_hyphen_ = is_open_ && IsHyphen(c);
      if (c != kSoftHyphen) End();
      return;
    }
    has_hyphen_ = false;
    if (is_open_ && is_digit != is_digit_) End();
    if (!is_open_) {
      is_open_ = true;
      is_digit_ = is_digit;
      to_.words.push_back({.begin = Size(), .offset = offset, .page = page_});
    }
    std::array<utf8proc_uint8_t, 4> bytes{};
    const utf8proc_ssize_t count =
        utf8proc_encode_char(static_cast<utf8proc_int32_t>(c), bytes.data());
    to_.letters.append(bytes.begin(), bytes.begin() + count);
  }
  // Marks the open word as ending in raised digits, which a second way of
  // reading may show as another word.
  void MarkRaised() {
    if (is_open_ && is_digit_) to_.words.back().is_raised = true;
  }
  void End() {
    if (!is_open_) return;
    is_open_ = false;
    to_.words.back().bytes = Size() - to_.words.back().begin;
  }

 private:
  [[nodiscard]] std::uint32_t Size() const {
    return static_cast<std::uint32_t>(to_.letters.size());
  }

  Words& to_;
  std::uint32_t page_;
  bool is_open_ = false;
  bool is_digit_ = false;
  bool has_hyphen_ = false;  // Right after a word.
};

// The words that were read, sorted by letters and then by page. Taken words are
// skipped: next_ leads to the first free word at or after a place in nearly
// constant time (union-find with halved paths).
class FreeWords {
 public:
  explicit FreeWords(const Words& read)
      : read_(read),
        order_(read.words.size()),
        next_(read.words.size() + 1),
        is_taken_(read.words.size(), false) {
    std::iota(order_.begin(), order_.end(), 0u);
    std::iota(next_.begin(), next_.end(), 0u);
    beginnings_.reserve(read.words.size());
    for (const PlacedWord& word : read.words) {
      beginnings_.push_back(BeginningOf(read.LettersOf(word)));
    }
    std::ranges::sort(order_, [this](std::uint32_t a, std::uint32_t b) {
      if (beginnings_[a] != beginnings_[b]) {
        return beginnings_[a] < beginnings_[b];
      }
      const int order = LettersAt(a).compare(LettersAt(b));
      if (order != 0) return order < 0;
      const std::uint32_t page_a = read_.words[a].page;
      const std::uint32_t page_b = read_.words[b].page;
      return page_a != page_b ? page_a < page_b : a < b;
    });
  }

  // Takes a free word on one of these pages, if there is one.
  bool Take(std::string_view letters, std::uint32_t first_page,
            std::uint32_t last_page) {
    const std::uint64_t beginning = BeginningOf(letters);
    const auto at =
        std::ranges::partition_point(order_, [&](std::uint32_t word) {
          if (beginnings_[word] != beginning) {
            return beginnings_[word] < beginning;
          }
          const int order = LettersAt(word).compare(letters);
          return order != 0 ? order < 0 : read_.words[word].page < first_page;
        });
    const std::uint32_t place =
        NextFree(static_cast<std::uint32_t>(at - order_.begin()));
    if (place == order_.size() || LettersAt(order_[place]) != letters ||
        read_.words[order_[place]].page > last_page) {
      return false;
    }
    next_[place] = place + 1;
    is_taken_[order_[place]] = true;
    return true;
  }
  [[nodiscard]] bool IsTaken(std::size_t word) const { return is_taken_[word]; }

 private:
  // Returns the first eight letters as a number of the same order: most words
  // differ there, and numbers are compared faster.
  static std::uint64_t BeginningOf(std::string_view letters) {
    std::uint64_t beginning = 0;
    for (std::size_t i = 0; i < 8; ++i) {
      const char letter = i < letters.size() ? letters[i] : '\0';
      beginning = beginning << 8u | static_cast<unsigned char>(letter);
    }
    return beginning;
  }
  [[nodiscard]] std::string_view LettersAt(std::uint32_t word) const {
    return read_.LettersOf(read_.words[word]);
  }
  std::uint32_t NextFree(std::uint32_t place) {
    while (next_[place] != place) {
      next_[place] = next_[next_[place]];
      place = next_[place];
    }
    return place;
  }

  const Words& read_;
  std::vector<std::uint64_t> beginnings_;
  std::vector<std::uint32_t> order_;
  std::vector<std::uint32_t> next_;
  std::vector<bool> is_taken_;
};

// Returns the letters of free words near a page. A gap marks where taken words
// stood between them.
std::string FreeLetters(const Words& read, const FreeWords& free,
                        std::uint32_t page) {
  std::string letters;
  bool is_beside = false;
  for (std::size_t i = 0; i < read.words.size(); ++i) {
    const PlacedWord& word = read.words[i];
    const bool is_near = word.page + 1 >= page && word.page <= page + 1;
    if (!is_near || free.IsTaken(i)) {
      is_beside = false;
      continue;
    }
    if (!is_beside) letters += kGap;
    letters += read.LettersOf(word);
    is_beside = true;
  }
  return letters;
}

// Returns the letters of a word and the next one, if both are on one page.
std::string_view WithNext(const Words& words, std::size_t i) {
  const PlacedWord& word = words.words[i];
  const PlacedWord& next = words.words[i + 1];
  return word.page != next.page
             ? std::string_view()
             : std::string_view(words.letters)
                   .substr(word.begin, next.begin + next.bytes - word.begin);
}

// Two shown words may be one in the text: a number and its raised digit,
// written "10³" here, or the halves of a broken word, "detec-" and "tion". They
// are matched first, so that a half does not match a word elsewhere. A word
// that is shown whole as often as it was read is left alone.
void MatchJoined(const Words& read, const Words& shown, FreeWords& free,
                 std::vector<bool>& missing) {
  std::map<std::string_view, std::int64_t> more;  // Read than shown as one.
  for (const PlacedWord& word : read.words) {
    if (word.is_raised) more.try_emplace(read.LettersOf(word), 0);
  }
  for (std::size_t i = 0; i + 1 < shown.words.size(); ++i) {
    if (shown.words[i].is_broken) more.try_emplace(WithNext(shown, i), 0);
  }
  more.erase(std::string_view());
  if (more.empty()) return;
  const auto count = [&more](const Words& words, std::int64_t each) {
    for (const PlacedWord& word : words.words) {
      const auto found = more.find(words.LettersOf(word));
      if (found != more.end()) found->second += each;
    }
  };
  count(read, 1);
  count(shown, -1);
  for (std::size_t i = 0; i + 1 < shown.words.size(); ++i) {
    if (!missing[i]) continue;
    const auto both = more.find(WithNext(shown, i));
    const std::uint32_t page = shown.words[i].page;
    if (both != more.end() && both->second > 0 &&
        free.Take(both->first, page, page)) {
      --both->second;
      missing[i] = missing[i + 1] = false;
    }
  }
}

// Searches the remaining letters for sequences of missing words, the longest
// first. A range [begin, end) of words is on one page.
class PartedWords {
 public:
  PartedWords(const Words& shown, std::string& letters,
              std::vector<bool>& missing)
      : shown_(shown), letters_(letters), missing_(missing) {}

  void Match(std::size_t begin, std::size_t end) {
    while (begin < end) {
      begin = missing_[begin] ? MatchAt(begin, end) : begin + 1;
    }
  }

 private:
  // More than a letter-spaced word has letters.
  static constexpr std::size_t kMostParts = 24;
  // Fewer letters occur within another word by chance.
  static constexpr std::size_t kLeastLetters = 4;

  std::size_t MatchAt(std::size_t begin, std::size_t end) {
    std::size_t last = begin;
    while (last < end && last - begin < kMostParts && missing_[last]) ++last;
    for (; last > begin; --last) {
      const PlacedWord& word = shown_.words[last - 1];
      const std::string_view row =
          std::string_view(shown_.letters)
              .substr(shown_.words[begin].begin,
                      word.begin + word.bytes - shown_.words[begin].begin);
      if (row.size() < kLeastLetters) break;
      const std::size_t at = letters_.find(row);
      if (at == std::string::npos) continue;
      letters_.replace(at, row.size(), 1, kGap);
      std::fill(missing_.begin() + static_cast<std::ptrdiff_t>(begin),
                missing_.begin() + static_cast<std::ptrdiff_t>(last), false);
      return last;
    }
    return begin + 1;
  }

  const Words& shown_;
  std::string& letters_;
  std::vector<bool>& missing_;
};

}  // namespace

void Words::Add(std::string_view text, std::uint32_t page) {
  constexpr auto kOptions = static_cast<utf8proc_option_t>(
      UTF8PROC_COMPAT | UTF8PROC_DECOMPOSE | UTF8PROC_CASEFOLD |
      UTF8PROC_STRIPMARK | UTF8PROC_IGNORE);
  WordWriter writer(*this, page);
  std::array<utf8proc_int32_t, 32> parts{};
  for (std::size_t at = 0; at < text.size();) {
    const engine::Character c = engine::Decode(text, at);
    const auto offset = static_cast<std::uint32_t>(at);
    at += c.bytes;
    if (c.code_point < 0x80) {
      const char letter = static_cast<char>(c.code_point);
      writer.Put(
          letter >= 'A' && letter <= 'Z' ? c.code_point + 32 : c.code_point,
          offset);
      continue;
    }
    if (IsRaisedDigit(c.code_point)) writer.MarkRaised();
    if (IsHyphen(c.code_point)) {
      writer.Put(c.code_point, offset);
      continue;
    }
    int boundary = 0;
    const utf8proc_ssize_t count = utf8proc_decompose_char(
        static_cast<utf8proc_int32_t>(c.code_point), parts.data(), parts.size(),
        kOptions, &boundary);
    for (utf8proc_ssize_t i = 0;
         i < std::min<utf8proc_ssize_t>(count, parts.size()); ++i) {
      writer.Put(static_cast<char32_t>(parts[static_cast<std::size_t>(i)]),
                 offset);
    }
  }
  writer.End();
}

std::string KnownWords(std::string_view text) {
  std::string known;
  known.reserve(text.size());
  while (!text.empty()) {
    const std::size_t last =
        std::min(text.find_first_of(engine::kAsciiSpace), text.size() - 1);
    const std::string_view word = text.substr(0, last + 1);
    if (word.find(kUnknownLetter) == std::string_view::npos) known += word;
    text.remove_prefix(last + 1);
  }
  return known;
}

std::vector<bool> MissingFrom(const Words& read, const Words& shown) {
  constexpr std::uint32_t kAnywhere = 1u << 30;
  FreeWords free(read);
  std::vector<bool> missing(shown.words.size(), true);
  MatchJoined(read, shown, free, missing);
  for (const std::uint32_t slack : {0u, 1u, kAnywhere}) {
    for (std::size_t i = 0; i < shown.words.size(); ++i) {
      const PlacedWord& word = shown.words[i];
      if (!missing[i]) continue;
      missing[i] =
          !free.Take(shown.LettersOf(word),
                     word.page - std::min(slack, word.page), word.page + slack);
    }
  }
  // Two missing words may be one word of the text. The search for split words
  // below ignores such short sequences, so pairs are looked up here.
  for (std::size_t i = 0; i + 1 < shown.words.size(); ++i) {
    const PlacedWord& word = shown.words[i];
    if (!missing[i] || !missing[i + 1]) continue;
    const std::string both(shown.LettersOf(word));
    if (free.Take(both + std::string(shown.LettersOf(shown.words[i + 1])),
                  word.page, word.page)) {
      missing[i] = missing[i + 1] = false;
    }
  }
  // Letters are searched within letters, so the work grows with their product.
  // On a page over the bound most missing words are lost, and few are split.
  constexpr std::size_t kMostSteps = 1u << 24;
  std::size_t steps = 0;
  for (std::size_t begin = 0, end = 0; begin < shown.words.size();
       begin = end) {
    const std::uint32_t page = shown.words[begin].page;
    std::size_t count = 0;
    for (; end < shown.words.size() && shown.words[end].page == page; ++end) {
      count += missing[end];
    }
    if (count == 0) continue;
    std::string letters = FreeLetters(read, free, page);
    steps += read.words.size() + count * letters.size();
    if (steps > kMostSteps) break;
    PartedWords(shown, letters, missing).Match(begin, end);
  }
  return missing;
}

}  // namespace answerbox::client
