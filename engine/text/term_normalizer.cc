#include "engine/text/term_normalizer.h"

#include <libstemmer.h>
#include <utf8proc.h>

#include <algorithm>
#include <cassert>
#include <cstring>
#include <new>

#include "engine/text/character_class.h"
#include "engine/text/eight_bytes.h"
#include "engine/text/stop_words.h"
#include "engine/text/utf8.h"

namespace answerbox::engine {

// Remembers stems. A text repeats its words, and looking a word up takes a
// tenth of the time of stemming it.
//
// 16 KiB. A word's bytes choose its only place; a later word of that place
// takes it. What is found does not depend on which words came before, as each
// word has one stem.
class StemCache {
 public:
  // Longer words are not remembered, nor are words with a longer stem.
  static constexpr std::size_t kMaxBytes = 15;

  // The stem that was remembered for the word, valid until the next Remember;
  // empty: none.
  [[nodiscard]] std::string_view Find(std::string_view word) const noexcept {
    if (word.empty() || word.size() > kMaxBytes) return {};
    const Word key = WordOf(word);
    const Entry& entry = entries_[PlaceOf(key)];
    if (entry.word.first != key.first || entry.word.last != key.last) return {};
    return {entry.stem.data(), entry.stem_size};
  }

  void Remember(std::string_view word, std::string_view stem) noexcept {
    if (word.empty() || word.size() > kMaxBytes || stem.size() > kMaxBytes) {
      return;
    }
    const Word key = WordOf(word);
    Entry& entry = entries_[PlaceOf(key)];
    entry.word = key;
    entry.stem_size = static_cast<std::uint8_t>(stem.size());
    std::memcpy(entry.stem.data(), stem.data(), stem.size());
  }

 private:
  static constexpr unsigned kPlaceBits = 9;

  // The first eight bytes; the others, with the size in the highest byte. Only
  // an empty place has the size 0.
  struct Word {
    std::uint64_t first = 0;
    std::uint64_t last = 0;
  };
  struct Entry {
    Word word;
    std::array<char, kMaxBytes> stem{};
    std::uint8_t stem_size = 0;
  };
  static_assert(sizeof(Entry) == 32);

  static Word WordOf(std::string_view word) noexcept {
    assert(!word.empty() && word.size() <= kMaxBytes);
    const std::uint64_t size = std::uint64_t{word.size()} << 56;
    if (word.size() <= 8) {
      return {LoadUpToEightBytes(word.data(), word.size()), size};
    }
    return {LoadEightBytes(word.data()),
            LoadUpToEightBytes(word.data() + 8, word.size() - 8) | size};
  }

  // By multiplication (Knuth, The Art of Computer Programming, volume 3,
  // section 6.4): the golden ratio spreads the high bits.
  static std::size_t PlaceOf(const Word& word) noexcept {
    constexpr std::uint64_t kGoldenRatio = 0x9E37'79B9'7F4A'7C15u;
    const std::uint64_t mixed =
        (word.first ^ (word.last * kGoldenRatio)) * kGoldenRatio;
    return static_cast<std::size_t>(mixed >> (64 - kPlaceBits));
  }

  std::array<Entry, std::size_t{1} << kPlaceBits> entries_{};
};

namespace {

using TermBuffer = std::array<char, kMaxTermBytes>;

// Compatibility forms shrink when folded (a bold letter from 4 bytes to 1), so
// more bytes of a long token are read than a term can hold.
constexpr std::size_t kMaxFoldedBytes = 2 * kMaxTermBytes;

// No character decomposes to more than 18 code points (U+FDFA does); the
// shortest that decomposes to several has 2 bytes and gives at most 4.
constexpr std::size_t kMaxFoldedCharacters = kMaxFoldedBytes / 3 * 18 + 18;

std::string_view DropPossessive(std::string_view token) {
  for (const std::string_view suffix : {"'s", "\u2019s"}) {
    if (token.ends_with(suffix))
      return token.substr(0, token.size() - suffix.size());
  }
  return token;
}

// The part of `token` that fits, in lower case; empty if it is not all ASCII.
std::string_view LowerAscii(std::string_view token, TermBuffer& buffer) {
  static_assert(kMaxTermBytes % 8 ==
                0);  // Steps of eight bytes stay within it.
  token = token.substr(0, buffer.size());
  std::uint64_t seen = 0;
  for (std::size_t i = 0; i < token.size(); i += 8) {
    const std::uint64_t bytes =
        LoadUpToEightBytes(token.data() + i, token.size() - i);
    seen |= bytes;
    const std::uint64_t lower = ToLowerAscii(bytes);
    std::memcpy(buffer.data() + i, &lower, sizeof lower);
  }
  if ((seen & kHighBits) != 0) return {};
  return {buffer.data(), token.size()};
}

// Appends one character if all its bytes fit.
bool Append(utf8proc_int32_t code_point, TermBuffer& buffer,
            std::size_t& size) {
  std::array<utf8proc_uint8_t, 4> bytes;
  const auto length =
      static_cast<std::size_t>(utf8proc_encode_char(code_point, bytes.data()));
  if (buffer.size() - size < length) return false;
  std::copy_n(bytes.begin(), length,
              buffer.begin() + static_cast<std::ptrdiff_t>(size));
  size += length;
  return true;
}

const utf8proc_uint8_t* Bytes(std::string_view text) {
  return reinterpret_cast<const utf8proc_uint8_t*>(text.data());
}

// NFKC and full case folding, without characters that are never visible.
std::string_view Fold(std::string_view token, TermBuffer& buffer) {
  constexpr int kOptions = UTF8PROC_STABLE | UTF8PROC_COMPAT |
                           UTF8PROC_COMPOSE | UTF8PROC_CASEFOLD |
                           UTF8PROC_IGNORE;
  // A bound on the work: a token may be a megabyte, and its term has
  // kMaxTermBytes.
  token = token.substr(0, FloorToCharacter(token, kMaxFoldedBytes));
  std::array<utf8proc_int32_t, kMaxFoldedCharacters> characters;
  utf8proc_ssize_t count = utf8proc_decompose(
      Bytes(token), static_cast<utf8proc_ssize_t>(token.size()),
      characters.data(), kMaxFoldedCharacters,
      static_cast<utf8proc_option_t>(kOptions));
  if (count < 0) return {};  // Not UTF-8.
  assert(count <= static_cast<utf8proc_ssize_t>(kMaxFoldedCharacters));
  count = utf8proc_normalize_utf32(characters.data(), count,
                                   static_cast<utf8proc_option_t>(kOptions));
  std::size_t size = 0;
  for (utf8proc_ssize_t i = 0; i < count; ++i) {
    utf8proc_int32_t c = characters[static_cast<std::size_t>(i)];
    // Contractions are looked up with the plain apostrophe ("don't").
    if (c == 0x2019) c = '\'';
    if (!Append(c, buffer, size)) break;
  }
  return {buffer.data(), size};
}

std::string_view Lower(std::string_view token, TermBuffer& buffer) {
  std::size_t size = 0;
  for (std::size_t position = 0; position < token.size();) {
    const Character c = Decode(token, position);
    const auto lower =
        utf8proc_tolower(static_cast<utf8proc_int32_t>(c.code_point));
    if (!Append(lower, buffer, size)) break;
    position += c.bytes;
  }
  return {buffer.data(), size};
}

}  // namespace

void TermNormalizer::StemmerDeleter::operator()(
    sb_stemmer* stemmer) const noexcept {
  sb_stemmer_delete(stemmer);
}

TermNormalizer::TermNormalizer(Profile profile) : profile_(profile) {
  if (profile_ == Profile::kPaper) return;
  stemmer_.reset(sb_stemmer_new("english", "UTF_8"));
  if (stemmer_ == nullptr) throw std::bad_alloc();
  stems_ = std::make_unique<StemCache>();
  buffer_.fill('a');
  // Stems the longest word that there can be, so that the stemmer's own buffer
  // has its largest size and no later call allocates.
  if (Stem({buffer_.data(), buffer_.size()}).empty()) throw std::bad_alloc();
}

TermNormalizer::~TermNormalizer() = default;
TermNormalizer::TermNormalizer(TermNormalizer&&) noexcept = default;
TermNormalizer& TermNormalizer::operator=(TermNormalizer&&) noexcept = default;

std::string_view TermNormalizer::Normalize(std::string_view token,
                                           TokenKind kind) {
  if (kind == TokenKind::kPunctuation) return {};
  if (profile_ == Profile::kPaper) {
    const std::string_view lower = LowerAscii(token, buffer_);
    return lower.empty() ? Lower(token, buffer_) : lower;
  }
  const std::string_view folded = FoldToken(token, kind);
  if (kind == TokenKind::kNumber || folded.empty()) return folded;
  return IsStopWord(folded) ? std::string_view() : Stem(folded);
}

bool TermNormalizer::HasTerm(std::string_view token, TokenKind kind) {
  if (kind == TokenKind::kPunctuation) return false;
  if (profile_ == Profile::kPaper) return !Normalize(token, kind).empty();
  const std::string_view folded = FoldToken(token, kind);
  // A stem is never empty.
  return !folded.empty() && (kind == TokenKind::kNumber || !IsStopWord(folded));
}

NormalizedWord TermNormalizer::Read(std::string_view token, TokenKind kind) {
  if (kind == TokenKind::kPunctuation) return {};
  if (profile_ == Profile::kPaper) return {Normalize(token, kind), kTermMark};
  const std::string_view folded = FoldToken(token, kind);
  if (folded.empty()) return {};
  if (kind == TokenKind::kNumber) return {folded, MarkOfNumber(folded)};
  if (const auto stop_word = FindStopWord(folded)) return {{}, *stop_word};
  // Before Stem(), since the mark is of the whole word: "ed" and "ing" are what
  // a stem has lost.
  const WordMark mark = MarkOfWord(folded);
  const std::string_view term = Stem(folded);
  if (term.empty()) return {};
  return {term, mark};
}

std::string_view TermNormalizer::FoldToken(std::string_view token,
                                           TokenKind kind) {
  if (kind == TokenKind::kWord) token = DropPossessive(token);
  const std::string_view folded = LowerAscii(token, buffer_);
  return folded.empty() ? Fold(token, buffer_) : folded;
}

std::string_view TermNormalizer::Stem(std::string_view word) {
  const std::string_view known = stems_->Find(word);
  if (!known.empty()) return known;
  const sb_symbol* stem = sb_stemmer_stem(
      stemmer_.get(), reinterpret_cast<const sb_symbol*>(word.data()),
      static_cast<int>(word.size()));
  if (stem == nullptr) return {};
  const int length = sb_stemmer_length(stemmer_.get());
  assert(length <= static_cast<int>(kMaxTermBytes));
  const std::string_view found{reinterpret_cast<const char*>(stem),
                               static_cast<std::size_t>(length)};
  stems_->Remember(word, found);
  return found;
}

namespace {

// Writes eight bytes in lower case to `to`, and returns which of them `\w`
// matches. Both results are meaningless for bytes that are not ASCII.
std::uint64_t Lower(std::uint64_t bytes, char* to) {
  const std::uint64_t capitals = MarkAsciiRange(bytes, 'A', 'Z') & kHighBits;
  const std::uint64_t lower = bytes | capitals >> 2;
  std::memcpy(to, &lower, sizeof lower);
  return GatherMarks((MarkAsciiRange(lower, 'a', 'z') |
                      MarkAsciiRange(lower, '0', '9') |
                      MarkAsciiRange(lower, '_', '_')) &
                     kHighBits);
}

}  // namespace

bool PaperTerms::Read(std::string_view sentence) noexcept {
  assert(sentence.size() <= kMaxSentenceBytes);
  left_ = 0;
  block_ = last_block_ = 0;
  std::uint64_t seen = 0;
  std::uint64_t last_is_term = 0;  // The previous block ends within a term.
  const std::size_t blocks = sentence.size() / kBlockBytes + 1;
  for (std::size_t block = 0; block < blocks; ++block) {
    const std::size_t begin = block * kBlockBytes;
    const std::size_t size = std::min(sentence.size() - begin, kBlockBytes);
    std::uint64_t is_term = 0;
    std::size_t i = 0;
    for (; i + 8 <= size; i += 8) {
      const std::uint64_t bytes = LoadEightBytes(sentence.data() + begin + i);
      seen |= bytes;
      is_term |= Lower(bytes, lower_.data() + begin + i) << i;
    }
    if (i < size) {
      const std::uint64_t bytes =
          LoadUpToEightBytes(sentence.data() + begin + i, size - i);
      seen |= bytes;
      is_term |= Lower(bytes, lower_.data() + begin + i) << i;
    }
    // A bit differs from the one before it where a term begins, and after its
    // last byte.
    edges_[block] = is_term ^ (is_term << 1 | last_is_term);
    last_is_term = is_term >> 63;
  }
  // Looked at once at the end, since most sentences are ASCII: a test for each
  // block would cost them all.
  if ((seen & kHighBits) != 0) return false;
  last_block_ = blocks - 1;
  left_ = edges_[0];
  return true;
}

}  // namespace answerbox::engine
