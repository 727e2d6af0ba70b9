// The terms of the segment that is being built (Vocabulary), numbered from 0 in
// order of their first appearance, with the table that numbers them
// (StringTable) and their order in the finished segment (TermOrder).
//
// The vocabulary keeps its terms when a segment is finished, which makes it
// quick to build many small segments one after another. In profile default it
// also remembers the term and mark of each word, so that each distinct word is
// stemmed once. In profile paper it does not: looking a word up takes as long
// as making it lower case.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "engine/index/format/short_bytes.h"
#include "engine/profile.h"
#include "engine/text/eight_bytes.h"
#include "engine/text/term_normalizer.h"
#include "engine/text/tokenizer.h"
#include "engine/text/word_marks.h"

namespace answerbox::engine {

// Numbers distinct strings in order of their first appearance. A hash table
// with open addressing; all strings stand in one array of characters. So there
// is no allocation per string, and keys stand close together in memory.
// Indexing spends most of its time here.
class StringTable {
 public:
  // `seed` changes the hash, so that nobody can prepare a text whose words all
  // collide. The numbers do not depend on it.
  explicit StringTable(std::uint64_t seed);

  // A string, with its last eight bytes (or all, if there are fewer) as a
  // number.
  class Key {
   public:
    explicit Key(std::string_view text) noexcept
        : Key(text, text.size() > 8
                        ? LoadEightBytes(text.data() + text.size() - 8)
                        : LoadUpToEightBytes(text.data(), text.size())) {}

    // Preconditions: `text` is not empty; eight bytes can be read from its
    // first byte on.
    [[nodiscard]] static Key WithRoom(std::string_view text) noexcept {
      if (text.size() > 8) return Key(text);
      return {text, LoadBytesOfEight(text.data(), text.size())};
    }

   private:
    friend class StringTable;
    Key(std::string_view text, std::uint64_t last) noexcept
        : text_(text), last_(last) {}

    std::string_view text_;
    std::uint64_t last_;
  };

  struct Place {
    std::uint32_t number = 0;
    bool added = false;
  };
  // The number of the string, which is added if the table does not have it.
  [[nodiscard]] Place Intern(Key key) {
    const std::uint32_t hash = Hash(key);
    std::size_t slot = hash & mask_;
    for (; slots_[slot] != 0; slot = (slot + 1) & mask_) {
      const std::uint32_t number = slots_[slot] - 1;
      const Entry& entry = entries_[number];
      if (entry.hash == hash && entry.last == key.last_ &&
          IsAt(number, key.text_)) {
        return {number, false};
      }
    }
    return {Add(key.text_, key.last_, hash, slot), true};
  }
  [[nodiscard]] Place Intern(std::string_view text) {
    return Intern(Key(text));
  }

  // Valid until the next Intern(). Precondition: number < size().
  [[nodiscard]] std::string_view operator[](std::uint32_t number) const {
    const std::size_t begin = number == 0 ? 0 : entries_[number - 1].end;
    return {characters_.data() + begin, entries_[number].end - begin};
  }

  // The string's first eight bytes; zeros follow a shorter string.
  [[nodiscard]] std::uint64_t FirstEight(std::uint32_t number) const noexcept {
    const std::string_view text = (*this)[number];
    return text.size() > 8 ? LoadEightBytes(text.data())
                           : entries_[number].last;
  }

  [[nodiscard]] std::uint32_t size() const noexcept {
    return static_cast<std::uint32_t>(entries_.size());
  }

  // Forgets all strings and keeps the memory.
  void Clear() noexcept;

  [[nodiscard]] std::size_t memory_bytes() const noexcept;

 private:
  struct Entry {
    std::uint64_t last = 0;  // As Key::last_.
    std::uint32_t end =
        0;  // In characters_. A string begins where the one before it ends.
    std::uint32_t hash = 0;
  };

  // Odd constants with well-spread bits (from the golden ratio and from pi).
  static constexpr std::uint64_t kMultiplier = 0x9E3779B97F4A7C15u;
  static constexpr std::uint64_t kFinalMultiplier = 0x243F6A8885A308D3u;

  [[nodiscard]] static std::uint64_t Mix(std::uint64_t hash,
                                         std::uint64_t word) noexcept {
    hash = (hash ^ word) * kMultiplier;
    return hash ^ hash >> 32;
  }
  [[nodiscard]] std::uint32_t Hash(Key key) const noexcept {
    std::uint64_t hash = seed_ ^ key.text_.size();
    for (std::size_t i = 0; i + 8 < key.text_.size(); i += 8) {
      hash = Mix(hash, LoadEightBytes(key.text_.data() + i));
    }
    hash = Mix(hash, key.last_) * kFinalMultiplier;
    return static_cast<std::uint32_t>(hash >> 32);
  }
  // Whether the string of that number is `text`. Precondition: both have the
  // same last eight bytes.
  [[nodiscard]] bool IsAt(std::uint32_t number,
                          std::string_view text) const noexcept {
    const std::string_view known = (*this)[number];
    if (known.size() != text.size()) return false;
    for (std::size_t i = 0; i + 8 < text.size(); i += 8) {
      if (LoadEightBytes(known.data() + i) != LoadEightBytes(text.data() + i)) {
        return false;
      }
    }
    return true;
  }
  std::uint32_t Add(std::string_view text, std::uint64_t last,
                    std::uint32_t hash, std::size_t slot);
  void Grow();

  std::uint64_t seed_;
  std::vector<char> characters_;
  std::vector<Entry> entries_;
  std::vector<std::uint32_t> slots_;  // Number + 1; 0: free. A power of two.
  std::size_t mask_;                  // slots_.size() - 1.
};

// The most words that are remembered; when there are more, all are forgotten.
inline constexpr std::uint32_t kMaxKnownWords = 1u << 16;
// The most terms that are kept for the next segment; when there are more, all
// are forgotten.
inline constexpr std::uint32_t kMaxKeptTerms = 1u << 16;

class Vocabulary {
 public:
  struct Word {
    std::uint32_t number = 0;  // Number of its term, if HasTerm(mark).
    WordMark mark = 0;         // Without what its place adds.
  };

  explicit Vocabulary(Profile profile);

  // The token's mark and the number of its term, new or known; nothing if the
  // token is not a word. Words are remembered by text alone, since a token's
  // text determines its kind.
  [[nodiscard]] std::optional<Word> WordOf(std::string_view token,
                                           TokenKind kind);

  // The number of the token's term; nothing if the token has no term.
  [[nodiscard]] std::optional<std::uint32_t> NumberOf(std::string_view token,
                                                      TokenKind kind);

  // The number of a term, new or known.
  [[nodiscard]] std::uint32_t NumberOfTerm(StringTable::Key term) {
    return Use(Intern(term));
  }

  // Number of terms of this segment. Precondition of operator[]: number <
  // size(). Its view is valid until a term is added.
  [[nodiscard]] std::uint32_t size() const noexcept {
    return static_cast<std::uint32_t>(used_.size());
  }
  [[nodiscard]] std::string_view operator[](std::uint32_t number) const {
    return terms_[used_[number]];
  }
  // The first eight bytes of a term, zeros after fewer.
  [[nodiscard]] std::uint64_t FirstEight(std::uint32_t number) const {
    return terms_.FirstEight(used_[number]);
  }

  // Forgets the terms numbered `size` and up. Precondition: size <= size().
  void Truncate(std::uint32_t size) noexcept;

  // Begins another segment, without terms.
  void Reset();

  [[nodiscard]] std::size_t memory_bytes() const noexcept;

 private:
  // A term's number in the segment of `generation`.
  struct TermUse {
    std::uint32_t generation = 0;
    std::uint32_t number = 0;
  };

  // The term and mark of a word.
  struct KnownWord {
    std::uint32_t term = 0;  // Index into terms_; kNoTerm or kNoWord.
    WordMark mark = 0;
  };

  [[nodiscard]] KnownWord Know(std::string_view token, TokenKind kind);
  [[nodiscard]] KnownWord Normalize(std::string_view token, TokenKind kind);
  [[nodiscard]] std::uint32_t Intern(StringTable::Key term) {
    const StringTable::Place place = terms_.Intern(term);
    if (place.added) uses_.emplace_back();
    return place.number;
  }
  // The number of terms_[term] in this segment.
  [[nodiscard]] std::uint32_t Use(std::uint32_t term) {
    TermUse& use = uses_[term];
    if (use.generation != generation_) {
      use = {generation_, size()};
      used_.push_back(term);
    }
    return use.number;
  }

  bool remembers_words_;
  TermNormalizer normalizer_;
  StringTable words_;
  std::vector<std::uint32_t> word_terms_;  // KnownWord::term by word.
  std::vector<WordMark> word_marks_;
  StringTable terms_;
  std::vector<TermUse> uses_;  // By term.
  std::vector<std::uint32_t>
      used_;  // Index into terms_ by number in this segment.
  std::uint32_t generation_ = 1;
};

// A term with its first bytes as a number, so that most comparisons need no
// string.
struct TermSortKey {
  std::uint64_t prefix = 0;  // PrefixOf the term.
  std::uint32_t vocabulary_number = 0;
};

// Sorts terms by their bytes. Allocates nothing.
void SortTerms(const Vocabulary& vocabulary, std::span<TermSortKey> keys);

// The number of each term of a vocabulary in the segment, which is its place in
// byte order.
class TermOrder {
 public:
  // Sets the order to that of the vocabulary's terms.
  void Sort(const Vocabulary& vocabulary);

  [[nodiscard]] std::uint32_t size() const noexcept {
    return static_cast<std::uint32_t>(keys_.size());
  }
  // Precondition here and below: the number is below size().
  [[nodiscard]] std::uint32_t VocabularyNumberOf(std::uint32_t term) const {
    return keys_[term].vocabulary_number;
  }
  // The term's first eight bytes, as LoadUpToEightBytes() gives them.
  [[nodiscard]] std::uint64_t FirstEight(std::uint32_t term) const {
    return FirstOfPrefix(keys_[term].prefix);
  }
  [[nodiscard]] std::uint32_t NumberOf(std::uint32_t vocabulary_number) const {
    return numbers_[vocabulary_number];
  }

  [[nodiscard]] std::size_t memory_bytes() const noexcept {
    return keys_.capacity() * sizeof(TermSortKey) +
           numbers_.capacity() * sizeof(std::uint32_t);
  }

 private:
  std::vector<TermSortKey> keys_;       // By term number.
  std::vector<std::uint32_t> numbers_;  // By vocabulary number.
};

}  // namespace answerbox::engine
