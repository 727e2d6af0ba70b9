// Counts words for the lexicon: `count_words DATA_FOLDER OUT`. Counts how rare
// terms are in paragraphs and sentences, and how much more often they stand in
// questions that have no answer. Everything is counted in whole numbers and
// written in order, so that the same data gives the same bytes.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <iostream>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "engine/answer/evidence/lexicon.h"
#include "engine/index/format/little_endian.h"
#include "engine/numeric/integer_logarithm.h"
#include "engine/text/term_normalizer.h"
#include "engine/text/tokenizer.h"
#include "lab/evaluate/corpus/squad_file.h"
#include "lab/training/section_program.h"
#include "lab/training/tab_separated.h"

namespace answerbox::lab {
namespace {

// A lone sentence tells less about the rarity of a term than a paragraph does.
constexpr std::uint64_t kParagraphWeight = 10;
constexpr std::uint64_t kSentenceWeight = 3;
// Terms in fewer paragraphs count as unknown.
constexpr std::uint64_t kMinRarityCount = 2 * kParagraphWeight;
// Terms in fewer questions are not judged.
constexpr std::uint64_t kMinQuestions = 8;

using Hashes = std::set<std::uint32_t>;

class Reader {
 public:
  // Returns the words of a text, each once, as the lexicon knows them.
  Hashes Read(std::string_view text) {
    Hashes hashes;
    engine::Tokenizer tokenizer(engine::Profile::kDefault, text);
    while (const auto token = tokenizer.Next()) {
      const auto word =
          normalizer_.Read(text.substr(token->range.begin,
                                       token->range.end - token->range.begin),
                           token->kind);
      if (!word.term.empty()) {
        hashes.insert(engine::LexiconHash(word.term));
      } else if (word.mark) {
        hashes.insert(engine::StopWordHash(*word.mark));
      }
    }
    return hashes;
  }

 private:
  engine::TermNormalizer normalizer_{engine::Profile::kDefault};
};

struct WordCounts {
  std::uint64_t texts = 0;  // Sum of weights.
  std::uint64_t answered = 0;
  std::uint64_t unanswered = 0;
  std::uint64_t blamed = 0;
};

class Counter {
 public:
  void AddText(std::string_view text, std::uint64_t weight) {
    if (!texts_.insert(std::string(text)).second) return;
    text_count_ += weight;
    for (const std::uint32_t hash : reader_.Read(text)) {
      counts_[hash].texts += weight;
    }
  }

  void AddAnswered(std::string_view question) {
    std::string key;
    for (const char c : question) {
      if (c != ' ') key += static_cast<char>(c | 0x20);
    }
    if (!questions_.insert(key).second) return;
    ++answered_count_;
    for (const std::uint32_t hash : reader_.Read(question)) {
      ++counts_[hash].answered;
    }
  }

  //   blame  "0,1,0": for each word between spaces, whether it is to blame
  void AddUnanswered(std::string_view question, std::string_view blame) {
    Hashes all;
    Hashes blamed;
    std::size_t begin = 0;
    for (std::size_t word = 0; begin < question.size(); ++word) {
      const std::size_t end =
          std::min(question.find(' ', begin), question.size());
      const Hashes hashes = reader_.Read(question.substr(begin, end - begin));
      all.insert(hashes.begin(), hashes.end());
      if (2 * word < blame.size() && blame[2 * word] == '1') {
        blamed.insert(hashes.begin(), hashes.end());
      }
      begin = end + 1;
    }
    ++unanswered_count_;
    for (const std::uint32_t hash : all) ++counts_[hash].unanswered;
    for (const std::uint32_t hash : blamed) ++counts_[hash].blamed;
  }

  // Writes the rarity of unknown terms, then hashes, then three bytes a term.
  std::string Encode() const {
    std::string hashes;
    std::string entries;
    for (const auto& [hash, counts] : counts_) {
      const std::uint8_t rarity = Rarity(counts.texts);
      const std::int8_t doubt = Surplus(counts.unanswered, counts.answered, 2);
      const std::int8_t blame = Surplus(counts.blamed, counts.answered, 1);
      if (rarity == Rarity(0) && doubt == 0 && blame == 0) continue;
      std::byte bytes[4];
      engine::StoreLittle32(bytes, hash);
      hashes.append(reinterpret_cast<const char*>(bytes), sizeof bytes);
      entries += static_cast<char>(rarity);
      entries += static_cast<char>(doubt);
      entries += static_cast<char>(blame);
    }
    return static_cast<char>(Rarity(0)) + hashes + entries;
  }

 private:
  // Returns ln((N + 1) / (n + 1/2)) in 1/16. Paragraphs count as one.
  std::uint8_t Rarity(std::uint64_t texts) const {
    if (texts < kMinRarityCount) texts = 0;
    const std::int32_t ln = engine::LnRatioQ16(text_count_ + kParagraphWeight,
                                               texts + kParagraphWeight / 2);
    return static_cast<std::uint8_t>(std::clamp(ln / (1 << 12), 0, 255));
  }

  // Returns the logarithm of how much more often, in 1/16. `more` is added to
  // both counts.
  std::int8_t Surplus(std::uint64_t without, std::uint64_t with,
                      std::uint64_t more) const {
    if (without + with < kMinQuestions) return 0;
    const std::int32_t ln = engine::LnRatioQ16(
        (without + more) * answered_count_, (with + more) * unanswered_count_);
    return static_cast<std::int8_t>(std::clamp(ln / (1 << 12), -127, 127));
  }

  Reader reader_;
  std::map<std::uint32_t, WordCounts> counts_;
  std::set<std::string> texts_;
  std::set<std::string> questions_;
  std::uint64_t text_count_ = 0;
  std::uint64_t answered_count_ = 0;
  std::uint64_t unanswered_count_ = 0;
};

bool CountParagraphs(const std::filesystem::path& path, Counter& counter) {
  const auto articles = ReadSquadFile(path);
  if (!articles) {
    std::cerr << articles.error().message << '\n';
    return false;
  }
  for (const auto& article : *articles) {
    for (const auto& paragraph : article.paragraphs) {
      counter.AddText(paragraph.text, kParagraphWeight);
    }
  }
  return true;
}

std::optional<std::string> ReadLexicon(const std::filesystem::path& data) {
  Counter counter;
  for (const char* name : {"new_wiki_v1.0.json", "amazon_reviews_v1.0.json"}) {
    if (!CountParagraphs(data / "squadshifts" / name, counter))
      return std::nullopt;
  }
  using Columns = std::vector<std::string>;
  const bool read = ForEachLine(data / "nqg-squad-pairs" / "nqg-test.tsv",
                                [&](const Columns& columns) {
                                  if (columns.size() < 2) return;
                                  counter.AddAnswered(columns[0]);
                                  counter.AddText(columns[1], kSentenceWeight);
                                }) &&
                    ForEachLine(data / "qnli" / "qnli-train-10k.tsv",
                                [&](const Columns& columns) {
                                  counter.AddAnswered(columns[0]);
                                }) &&
                    ForEachLine(data / "squad2-cr" / "word_att_gold_train.tsv",
                                [&](const Columns& columns) {
                                  if (columns.size() < 3) return;
                                  counter.AddUnanswered(columns[1], columns[2]);
                                });
  if (!read) return std::nullopt;
  return counter.Encode();
}

}  // namespace
}  // namespace answerbox::lab

int main(int argc, char** argv) {
  using namespace answerbox::lab;
  return RunSectionProgram(argc, argv, "count_words", ReadLexicon);
}
