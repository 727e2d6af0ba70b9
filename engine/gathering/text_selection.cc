#include <algorithm>
#include <optional>

#include "engine/answer/evidence/near_duplicates.h"
#include "engine/ask/stages.h"
#include "engine/gathering/gathering.h"
#include "engine/gathering/pooled_texts.h"
#include "engine/gathering/sentence_pool.h"
#include "engine/numeric/arena.h"

namespace answerbox::engine {
namespace {

constexpr std::size_t kExpectedTextTerms = 1024;

// The terms of texts, numbered from 0.
class TextTerms {
 public:
  TextTerms(std::size_t texts, std::size_t most_terms,
            TermNormalizer& normalizer, Arena& arena)
      : normalizer_(normalizer),
        numbers_(kExpectedTextTerms, arena),
        begins_(MakeSpan<std::uint32_t>(arena, texts + 1)),
        terms_(MakeBuffer<CountedTerm>(arena, most_terms)) {}

  // Reads the next text.
  void Add(std::string_view text) {
    const std::size_t begin = end_;
    Tokenizer tokenizer(normalizer_.profile(), text);
    while (const auto token = tokenizer.Next()) {
      const auto term =
          normalizer_.Normalize(Slice(text, token->range), token->kind);
      if (!term.empty() && end_ < terms_.size()) {
        terms_[end_++] = {numbers_.NumberOf(TextKey(term)), 1};
      }
    }
    const auto added = terms_.subspan(begin, end_ - begin);
    std::ranges::sort(added, {}, &CountedTerm::term);
    std::size_t distinct = 0;
    for (const CountedTerm& term : added) {
      if (distinct > 0 && added[distinct - 1].term == term.term) {
        ++added[distinct - 1].count;
      } else {
        added[distinct++] = term;
      }
    }
    end_ = begin + distinct;
    begins_[++texts_] = static_cast<std::uint32_t>(end_);
  }

  [[nodiscard]] UnitVectors Vectors(Arena& arena) const {
    return UnitVectors(begins_, terms_.first(end_), numbers_.size(), arena);
  }

 private:
  TermNormalizer& normalizer_;
  NumberTable numbers_;
  std::span<std::uint32_t> begins_;
  std::span<CountedTerm> terms_;
  std::size_t end_ = 0;
  std::size_t texts_ = 0;
};

class CallerTexts final : public UnitTexts {
 public:
  CallerTexts(std::span<const CallerText> texts, const GatheringQuery& query,
              Arena& arena)
      : texts_(texts),
        query_(query),
        arena_(arena),
        words_(MakeSpan<std::optional<WordSet>>(arena, texts.size())) {}

  TextCost CostOf(std::size_t unit) override {
    return CostOfText(query_, texts_[unit].text);
  }
  bool SayTheSame(std::size_t a, std::size_t b) override {
    return texts_[a].text == texts_[b].text ||
           engine::SayTheSame(WordsOf(a), WordsOf(b));
  }

 private:
  const WordSet& WordsOf(std::size_t unit) {
    auto& words = words_[unit];
    if (!words) words.emplace(texts_[unit].text, arena_);
    return *words;
  }

  std::span<const CallerText> texts_;
  const GatheringQuery& query_;
  Arena& arena_;
  std::span<std::optional<WordSet>> words_;
};

// Divides by the greatest score, because a caller's scores may have any scale.
// They are used only if every text has one: scores of two kinds cannot be
// compared.
std::span<Q16> RelevanceOf(std::span<const CallerText> texts,
                           const UnitVectors& vectors,
                           const UnitSimilarities& rows, bool is_asked,
                           Arena& arena) {
  const auto relevance = MakeSpan<Q16>(arena, texts.size());
  const bool has_scores = std::ranges::all_of(
      texts, [](const CallerText& text) { return text.score.has_value(); });
  if (has_scores) {
    double greatest = 0.0;
    for (const CallerText& text : texts) {
      greatest = std::max(greatest, *text.score);
    }
    for (std::size_t i = 0; i < texts.size() && greatest > 0.0; ++i) {
      relevance[i] = Q16::FromDouble(*texts[i].score / greatest);
    }
    return relevance;
  }
  std::span<Q16> cosines;
  if (is_asked) {
    cosines = MakeSpan<Q16>(arena, vectors.size());
    rows.Row(texts.size(), cosines);
  } else {
    const auto equal = MakeSpan<Q16>(arena, vectors.size());
    std::ranges::fill(equal.first(texts.size()), Q16::FromInteger(1));
    cosines = CosinesWithSum(vectors, equal, arena);
  }
  Q16 greatest = Q16::FromRaw(1);
  for (const Q16 cosine : cosines.first(texts.size())) {
    greatest = std::max(greatest, cosine);
  }
  for (std::size_t i = 0; i < texts.size(); ++i) {
    relevance[i] = cosines[i] / greatest;
  }
  return relevance;
}

}  // namespace

Result<TextSelection> SelectTexts(std::span<const CallerText> texts,
                                  const GatheringQuery& query,
                                  Workspace& workspace) noexcept {
  return WithinArena(workspace, [&]() -> Result<TextSelection> {
    Arena& arena = workspace.arena();
    arena.Reset();
    std::uint64_t all_tokens = 0;
    std::uint64_t most_terms = CountTokens(query.text);
    for (const CallerText& text : texts) {
      all_tokens += CostOfText(query, text.text).tokens;
      most_terms += CountTokens(text.text);
    }
    TextTerms terms(texts.size() + 1, static_cast<std::size_t>(most_terms),
                    workspace.normalizer(Profile::kDefault), arena);
    for (const CallerText& text : texts) terms.Add(text.text);
    terms.Add(query.text);
    const UnitVectors vectors = terms.Vectors(arena);
    const SparseRows rows(vectors, arena);
    SelectionOptions options;
    if (query.strategy) {
      options.strategy = *query.strategy;
      options.alpha = query.alpha;
      options.window = query.window;
    } else {
      options.duplicate = kComparedCosine;
    }
    SelectionBudget budget{{query.tokens, query.words}, query.sentences};
    const auto share = static_cast<std::uint64_t>(query.share.raw());
    budget.cost.tokens =
        std::min(budget.cost.tokens, all_tokens * share / Q16::kOne);
    CallerTexts caller(texts, query, arena);
    const Selection selection =
        Select(RelevanceOf(texts, vectors, rows, !query.text.empty(), arena),
               rows, caller, options, budget, arena);
    const auto ordered = Ordered(selection.chosen, query.order, arena);
    const auto chosen = MakeSpan<ChosenText>(arena, ordered.size());
    for (std::size_t i = 0; i < chosen.size(); ++i) {
      chosen[i] = {ordered[i].unit, ordered[i].score.ToDouble(),
                   caller.CostOf(ordered[i].unit).tokens};
    }
    return TextSelection{chosen, selection.cost.tokens};
  });
}

}  // namespace answerbox::engine
