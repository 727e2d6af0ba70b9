// Finds related words: `relate_words DATA_FOLDER OUT`. Finds terms that stand
// in the sentences that answer a question with a certain term more often than
// in other sentences. Everything is counted in whole numbers and written in
// order, so that the same data gives the same bytes. Among pairs of equal
// weight, the first in the order of their terms' bytes comes first.
#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <iostream>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "engine/answer/evidence/lexicon.h"
#include "engine/answer/evidence/soft_matches.h"
#include "engine/index/format/little_endian.h"
#include "engine/numeric/integer_logarithm.h"
#include "engine/text/term_normalizer.h"
#include "engine/text/tokenizer.h"
#include "lab/training/section_program.h"
#include "lab/training/tab_separated.h"

namespace answerbox::lab {
namespace {

// Pairs that stand in fewer sentences may be chance.
constexpr std::uint64_t kMinSentences = 3;
// ln of how much more often than by chance, in 1/65536.
constexpr std::int32_t kMinLift = 1 << 16;
constexpr std::size_t kMaxOfOneTerm = 12;
constexpr std::size_t kMaxPairs = 5000;
// Closeness is a quarter of ln in 1/256, and never that of the word itself.
constexpr std::int32_t kMaxCloseness = 204;
// The largest count in two bytes; one byte holds the length of a term.
constexpr std::size_t kMaxCount = 0xFFFF;
static_assert(kMaxPairs <= kMaxCount && engine::kMaxTermBytes <= 0xFF);

using Terms = std::set<std::string>;

Terms ReadTerms(std::string_view text, engine::TermNormalizer& normalizer) {
  Terms terms;
  engine::Tokenizer tokenizer(engine::Profile::kDefault, text);
  while (const auto token = tokenizer.Next()) {
    const auto word = normalizer.Read(
        text.substr(token->range.begin, token->range.end - token->range.begin),
        token->kind);
    if (!word.term.empty()) terms.emplace(word.term);
  }
  return terms;
}

struct Relation {
  std::string asked;
  std::string term;
  std::int32_t lift = 0;
  std::uint64_t sentences = 0;

  // The pair's weight.
  std::uint64_t weight() const {
    return sentences * static_cast<std::uint64_t>(lift);
  }
};

class Relations {
 public:
  void Add(std::string_view question, const std::string& sentence) {
    const auto [entry, is_new] =
        sentences_.try_emplace(sentence, ReadTerms(sentence, normalizer_));
    const Terms& terms = entry->second;
    if (is_new) {
      for (const std::string& term : terms) ++holding_[term];
    }
    for (const std::string& asked : ReadTerms(question, normalizer_)) {
      // A sentence counts once however many questions it answers.
      if (!counted_.emplace(asked, &terms).second) continue;
      ++answering_[asked];
      for (const std::string& term : terms) ++together_[{asked, term}];
    }
  }

  // Returns the strongest pairs.
  std::vector<Relation> Strongest() const {
    std::vector<Relation> relations;
    for (const auto& [pair, count] : together_) {
      if (count < kMinSentences) continue;
      if (engine::PrefixSimilarity(pair.first, pair.second) != 0) continue;
      const std::int32_t lift = Lift(pair, count);
      if (lift < kMinLift) continue;
      relations.push_back({pair.first, pair.second, lift, count});
    }
    std::ranges::stable_sort(relations, std::greater(), &Relation::weight);
    return FirstOfEach(relations);
  }

 private:
  // Keeps at most kMaxOfOneTerm pairs of a term, and kMaxPairs in all.
  static std::vector<Relation> FirstOfEach(
      const std::vector<Relation>& relations) {
    std::vector<Relation> first;
    std::map<std::string_view, std::size_t> taken;
    for (const Relation& relation : relations) {
      if (first.size() == kMaxPairs) break;
      if (++taken[relation.asked] > kMaxOfOneTerm) continue;
      first.push_back(relation);
    }
    return first;
  }

  // Returns ln((k + 0.3) / (e + 0.7)), where k sentences have both terms and e
  // would have them by chance.
  std::int32_t Lift(const std::pair<std::string, std::string>& pair,
                    std::uint64_t together) const {
    const std::uint64_t all = sentences_.size();
    return engine::LnRatioQ16(
        (10 * together + 3) * all,
        10 * answering_.at(pair.first) * holding_.at(pair.second) + 7 * all);
  }

  engine::TermNormalizer normalizer_{engine::Profile::kDefault};
  std::map<std::string, Terms> sentences_;
  std::set<std::pair<std::string, const Terms*>> counted_;
  std::map<std::string, std::uint64_t> holding_;
  std::map<std::string, std::uint64_t> answering_;
  std::map<std::pair<std::string, std::string>, std::uint64_t> together_;
};

// Precondition: at most kMaxCount.
std::string Little16(std::size_t value) {
  return {static_cast<char>(value & 0xFF), static_cast<char>(value >> 8)};
}

// Writes the counts of terms asked for, of pairs and of the text's bytes, two
// bytes each, then the section as in docs/lab/model-format.md. Terms with the
// same hash share their pairs. Returns nothing, after a message, when the words
// are too long for the section.
std::optional<std::string> Encode(const std::vector<Relation>& relations) {
  std::map<std::string_view, std::size_t> places;
  std::string text;
  for (const Relation& relation : relations) {
    places.emplace(relation.term, 0);
  }
  for (auto& [term, place] : places) {
    place = text.size();
    text += static_cast<char>(term.size());
    text += term;
  }
  if (text.size() > kMaxCount) {
    std::cerr << "related words have " << text.size()
              << " bytes of text, and the model holds " << kMaxCount
              << ": lower kMaxPairs\n";
    return std::nullopt;
  }
  std::map<std::uint32_t, std::vector<const Relation*>> by_hash;
  for (const Relation& relation : relations) {
    by_hash[engine::LexiconHash(relation.asked)].push_back(&relation);
  }
  std::string hashes;
  std::string firsts;
  std::string pairs;
  for (const auto& [hash, of_hash] : by_hash) {
    std::byte bytes[4];
    engine::StoreLittle32(bytes, hash);
    hashes.append(reinterpret_cast<const char*>(bytes), sizeof bytes);
    firsts += Little16(pairs.size() / engine::RelatedWords::kPairBytes);
    for (const Relation* relation : of_hash) {
      pairs += Little16(places.at(relation->term));
      pairs += static_cast<char>(
          std::min(relation->lift / (1 << 10), kMaxCloseness));
    }
  }
  return Little16(by_hash.size()) + Little16(relations.size()) +
         Little16(text.size()) + hashes + firsts + pairs + text;
}

std::optional<std::string> ReadRelatedWords(const std::filesystem::path& data) {
  using Columns = std::vector<std::string>;
  Relations relations;
  const bool read = ForEachLine(data / "nqg-squad-pairs" / "nqg-test.tsv",
                                [&](const Columns& columns) {
                                  if (columns.size() < 2) return;
                                  relations.Add(columns[0], columns[1]);
                                }) &&
                    ForEachLine(data / "qnli" / "qnli-train-10k.tsv",
                                [&](const Columns& columns) {
                                  // Label 0 means that the sentence answers.
                                  if (columns.size() < 3) return;
                                  if (columns[2] != "0") return;
                                  relations.Add(columns[0], columns[1]);
                                });
  if (!read) return std::nullopt;
  return Encode(relations.Strongest());
}

}  // namespace
}  // namespace answerbox::lab

int main(int argc, char** argv) {
  using namespace answerbox::lab;
  return RunSectionProgram(argc, argv, "relate_words", ReadRelatedWords);
}
