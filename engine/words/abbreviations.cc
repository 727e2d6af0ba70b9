#include "engine/words/abbreviations.h"

#include <algorithm>
#include <array>
#include <cstdint>

#include "engine/text/abbreviations.h"
#include "engine/text/character_class.h"
#include "engine/text/phrase_terms.h"
#include "engine/text/tokenizer.h"
#include "engine/text/utf8.h"

namespace answerbox::engine {
namespace {

// A bit for each segment; segments past the last bit share it.
using SegmentBits = std::uint64_t;
constexpr std::size_t kSegmentBits = 64;

SegmentBits BitOf(std::size_t segment) {
  return SegmentBits{1} << std::min(segment, kSegmentBits - 1);
}

// A definition that was found by a hash.
struct Meaning {
  std::uint32_t other_hash = 0;
  std::uint32_t segment = 0;
  std::uint32_t record = 0;
};

// The meanings of one form with the least hashes, ascending, each hash once.
class Meanings {
 public:
  // Whether a meaning with this hash, or a greater one, can still be taken.
  // Records ascend by hash. Once the room is full of lesser ones, the rest of a
  // key need not be read.
  [[nodiscard]] bool Takes(std::uint32_t hash) const {
    return count_ < room_.size() || hash < room_[count_ - 1].other_hash;
  }
  void Add(const Meaning& meaning) {
    std::size_t at = count_;
    while (at > 0 && room_[at - 1].other_hash > meaning.other_hash) --at;
    if (at > 0 && room_[at - 1].other_hash == meaning.other_hash) return;
    count_ = std::min(count_ + 1, room_.size());
    for (std::size_t i = count_ - 1; i > at; --i) room_[i] = room_[i - 1];
    if (at < room_.size()) room_[at] = meaning;
  }
  [[nodiscard]] std::span<const Meaning> all() const {
    return std::span(room_).first(count_);
  }

 private:
  std::array<Meaning, kMaxAbbreviationMeanings> room_;
  std::size_t count_ = 0;
};

// The first record from `low` on whose hashes are at least `hashes`.
Result<std::uint32_t> LowerBound(const SegmentReader& reader, std::uint32_t low,
                                 std::uint64_t hashes) {
  std::uint32_t high = reader.abbreviation_count();
  while (low < high) {
    const std::uint32_t middle = low + (high - low) / 2;
    const auto there = reader.AbbreviationHashes(middle);
    if (!there) return there.error();
    if (*there < hashes) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

// Gathers the meanings of a key in one segment: for each hash, the first
// document that is not hidden.
Result<void> Gather(const LiveSegment& segment, std::uint32_t segment_index,
                    std::uint32_t key_hash, Meanings& meanings) {
  const SegmentReader& reader = *segment.reader;
  const auto may = reader.MayAbbreviate(key_hash);
  if (!may) return may.error();
  if (!*may) return {};
  const std::uint64_t least = std::uint64_t{key_hash} << 32;
  const std::uint64_t most = least | 0xFFFFFFFFu;
  auto record = LowerBound(reader, 0, least);
  while (record && *record < reader.abbreviation_count()) {
    const auto hashes = reader.AbbreviationHashes(*record);
    if (!hashes) return hashes.error();
    const auto other = static_cast<std::uint32_t>(*hashes);
    if (*hashes < least || *hashes > most || !meanings.Takes(other)) return {};
    const auto found = reader.Abbreviation(*record);
    if (!found) return found.error();
    // The same definition may stand in a document that is asked.
    if (segment.Hides(found->document)) {
      ++*record;
      continue;
    }
    meanings.Add({other, segment_index, *record});
    if (*hashes == most) return {};
    // Skips further documents with the same definition. A form that every
    // document explains would otherwise cost time for each.
    record = LowerBound(reader, *record + 1, *hashes + 1);
  }
  if (!record) return record.error();
  return {};
}

// A definition as its document has it.
struct Definition {
  bool is_short = false;  // The key is the short form.
  std::string_view key;   // Valid UTF-8, like the other form.
  std::string_view other;
};

Result<Definition> ReadDefinition(std::span<const LiveSegment> segments,
                                  const Meaning& meaning) {
  const SegmentReader& reader = *segments[meaning.segment].reader;
  const auto record = reader.Abbreviation(meaning.record);
  if (!record) return record.error();
  const auto document = reader.Document(record->document);
  if (!document) return document.error();
  const bool is_short = record->key == AbbreviationKey::kShortForm;
  const auto key =
      reader.Text(*document, is_short ? record->short_form : record->long_form);
  if (!key) return key.error();
  const auto other =
      reader.Text(*document, is_short ? record->long_form : record->short_form);
  if (!other) return other.error();
  if (!ValidateUtf8(*key) || !ValidateUtf8(*other)) {
    return Error{ErrorCode::kCorrupt, "document.text",
                 record->short_form.begin};
  }
  return Definition{is_short, *key, *other};
}

// The words of a text with a blank between them.
std::string_view JoinWords(std::string_view text, Arena& arena) {
  const auto joined = MakeBuffer<char>(arena, text.size());
  std::size_t size = 0;
  bool within = false;
  for (const char byte : text) {
    if (Is(byte, kSpaceByte)) {
      within = false;
      continue;
    }
    if (!within && size > 0) joined[size++] = ' ';
    within = true;
    joined[size++] = byte;
  }
  return {joined.data(), size};
}

// The terms of a phrase, copied.
std::span<const std::string_view> CopyTerms(const PhraseTerms& phrase,
                                            Arena& arena) {
  std::string_view rest = CopyText(phrase.text(), arena);
  const auto terms = MakeSpan<std::string_view>(
      arena, static_cast<std::size_t>(std::ranges::count(rest, ' ')) + 1);
  for (std::string_view& term : terms) {
    const std::size_t end = std::min(rest.find(' '), rest.size());
    term = rest.substr(0, end);
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return terms;
}

// The first place of the question where the terms follow each other, but for
// stop words.
std::string_view WordsOf(std::span<const std::string_view> terms,
                         std::string_view question,
                         TermNormalizer& normalizer) {
  const QuestionSynonym phrase{terms, {}};
  SynonymReader reader({&phrase, 1});
  std::array<std::uint32_t, kMaxPhraseTerms> begins{};
  std::size_t read = 0;
  Tokenizer tokenizer(Profile::kDefault, question);
  while (const auto token = tokenizer.Next()) {
    const ByteRange range = token->range;
    const std::string_view term =
        normalizer.Normalize(Slice(question, range), token->kind);
    if (term.empty()) continue;
    begins[read++ % begins.size()] = range.begin;
    bool ends = false;
    reader.Add(term, [&ends](const QuestionSynonym&) { ends = true; });
    if (!ends) continue;
    const std::uint32_t begin = begins[(read - terms.size()) % begins.size()];
    return question.substr(begin, range.end - begin);
  }
  return {};
}

class AbbreviationFinder {
 public:
  AbbreviationFinder(std::string_view question,
                     std::span<const LiveSegment> segments,
                     const QuestionTerms& terms, TermNormalizer& normalizer,
                     Arena& arena)
      : question_(question),
        segments_(segments),
        terms_(terms),
        normalizer_(normalizer),
        arena_(arena),
        found_(MakeSpan<AbbreviationMatch>(arena, kMaxQuestionSynonyms)) {}

  Result<std::span<const AbbreviationMatch>> Find(const TermLookup& lookup) {
    const auto present = MakeSpan<SegmentBits>(arena_, terms_.distinct.size());
    for (std::size_t s = 0; s < segments_.size(); ++s) {
      if (segments_[s].reader->abbreviation_count() == 0) continue;
      defining_ |= BitOf(s);
      for (std::size_t t = 0; t < present.size(); ++t) {
        // A segment that lacks one of a run's terms cannot define the run.
        if (lookup.entry(s, t)) present[t] |= BitOf(s);
      }
    }
    for (std::size_t at = 0; at < terms_.sequence.size(); ++at) {
      if (auto found = FindRunsAt(at, present); !found) return found.error();
    }
    return std::span<const AbbreviationMatch>(found_.first(count_));
  }

 private:
  // Looks up the runs that begin with the term `at` of the sequence.
  Result<void> FindRunsAt(std::size_t at,
                          std::span<const SegmentBits> present) {
    const auto rest = terms_.sequence.subspan(at);
    if (auto looked_up = LookUpPlural(rest.first(1)); !looked_up) {
      return looked_up;
    }
    SegmentBits holding = defining_;
    std::uint32_t hash = kHashOfNothing;
    for (std::size_t count = 1; count <= std::min(kMaxPhraseTerms, rest.size());
         ++count) {
      const std::uint8_t term = rest[count - 1];
      // A segment may have only the plural of a short form.
      if (count > 1) holding &= present[rest[0]] & present[term];
      if (holding == 0) return {};
      // The hash of a longer run continues that of the shorter one, so all runs
      // from here take one pass.
      if (count > 1) hash = HashOfPhrase(" ", hash);
      hash = HashOfPhrase(terms_.distinct[term].term, hash);
      auto looked_up = LookUp(rest.first(count), holding, hash, 0);
      if (!looked_up) return looked_up;
    }
    return {};
  }

  // Stems keep the "s" of "VHTs", which documents may not have.
  Result<void> LookUpPlural(std::span<const std::uint8_t> run) {
    const std::string_view term = terms_.distinct[run.front()].term;
    if (term.size() <= kMinShortFormCharacters || term.back() != 's') return {};
    return LookUp(run, defining_, HashOfPhrase(term.substr(0, term.size() - 1)),
                  1);
  }

  //   cut  bytes at the end of the run that are no part of the key
  Result<void> LookUp(std::span<const std::uint8_t> run, SegmentBits holding,
                      std::uint32_t hash, std::size_t cut) {
    Meanings meanings;
    for (std::size_t s = 0; s < segments_.size(); ++s) {
      if ((holding & BitOf(s)) == 0) continue;
      const auto gathered =
          Gather(segments_[s], static_cast<std::uint32_t>(s), hash, meanings);
      if (!gathered) return gathered;
    }
    for (const Meaning& meaning : meanings.all()) {
      if (count_ == found_.size()) return {};
      if (auto added = Add(run, cut, meaning); !added) return added;
    }
    return {};
  }

  // Adds a definition, unless only its hash is that of the run.
  Result<void> Add(std::span<const std::uint8_t> run, std::size_t cut,
                   const Meaning& meaning) {
    const auto definition = ReadDefinition(segments_, meaning);
    if (!definition) return definition.error();
    const auto& [is_short, key, other] = *definition;
    if (cut != 0 && !is_short) return {};
    PhraseTerms asked;
    for (const std::uint8_t term : run) {
      asked.Append(terms_.distinct[term].term);
    }
    const PhraseTerms key_terms = ReadPhrase(key, normalizer_);
    // Hashes have 32 bits. The texts decide.
    if (key_terms.text() != asked.text().substr(0, asked.text().size() - cut)) {
      return {};
    }
    const PhraseTerms terms = ReadPhrase(other, normalizer_);
    if (terms.empty() || terms.text() == asked.text()) return {};
    AbbreviationMatch match;
    match.synonym.run = run;
    match.is_short = is_short;
    match.shown = {WordsOf(CopyTerms(asked, arena_), question_, normalizer_),
                   JoinWords(other, arena_)};
    const std::string_view words = match.shown.words;
    match.is_exact =
        is_short && words.starts_with(key) &&
        (words.size() == key.size() || words.substr(key.size()) == "s");
    const bool is_capital =
        IsUpper(Decode(is_short ? key : other, 0).code_point);
    // A short form that was found by its long form counts only where it is
    // written with its capital: "AIDS" is not met by "hearing aids".
    match.synonym.is_capital = !is_short && is_capital;
    Append(terms, match);
    // Documents may also say "VHTs", whose stem is another than that of "VHT".
    match.shown = {};
    match.synonym.is_capital = is_capital;
    const PhraseTerms& form = is_short ? key_terms : terms;
    AppendPlural(form, match);
    if (cut != 0) Append(form, match);
    return {};
  }

  // Adds the plural of a short form, if it has a stem of its own.
  void AppendPlural(const PhraseTerms& form, const AbbreviationMatch& match) {
    std::array<char, kMaxTermBytes + 1> plural;
    const std::string_view term = form.text();
    if (term.size() >= plural.size() || term.find(' ') != term.npos) return;
    std::ranges::copy(term, plural.begin());
    plural[term.size()] = 's';
    const PhraseTerms stem =
        ReadPhrase({plural.data(), term.size() + 1}, normalizer_);
    if (stem.text() != term) Append(stem, match);
  }

  // Adds a match with these terms, unless they are known, or are the run.
  void Append(const PhraseTerms& terms, AbbreviationMatch match) {
    if (count_ == found_.size() || terms.empty()) return;
    const auto run = match.synonym.run;
    match.synonym.terms = CopyTerms(terms, arena_);
    match.synonym.is_capital =
        match.synonym.is_capital && match.synonym.terms.size() == 1;
    if (match.synonym.terms.size() == 1 && run.size() == 1 &&
        match.synonym.terms.front() == terms_.distinct[run.front()].term) {
      return;
    }
    const auto is_same = [&](const AbbreviationMatch& known) {
      return std::ranges::equal(known.synonym.run, run) &&
             std::ranges::equal(known.synonym.terms, match.synonym.terms);
    };
    if (std::ranges::any_of(found_.first(count_), is_same)) return;
    found_[count_++] = match;
  }

  std::string_view question_;
  std::span<const LiveSegment> segments_;
  const QuestionTerms& terms_;
  TermNormalizer& normalizer_;
  Arena& arena_;
  SegmentBits defining_ = 0;  // Segments with definitions.
  std::span<AbbreviationMatch> found_;
  std::size_t count_ = 0;
};

}  // namespace

Result<std::span<const AbbreviationMatch>> FindAbbreviationsOf(
    std::string_view question, std::span<const LiveSegment> segments,
    const QuestionTerms& terms, const TermLookup& lookup,
    TermNormalizer& normalizer, Arena& arena) {
  const auto has_some = [](const LiveSegment& segment) {
    return segment.reader->abbreviation_count() != 0;
  };
  if (std::ranges::none_of(segments, has_some)) {
    return std::span<const AbbreviationMatch>();
  }
  return AbbreviationFinder(question, segments, terms, normalizer, arena)
      .Find(lookup);
}

}  // namespace answerbox::engine
