#include "client/exam/make/question_choice.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <numeric>
#include <random>
#include <utility>

namespace answerbox::client {

std::vector<std::size_t> OrderOfQuestions(std::size_t count,
                                          std::optional<std::uint64_t> seed,
                                          std::string_view document) {
  std::vector<std::size_t> order(count);
  std::iota(order.begin(), order.end(), std::size_t{0});
  if (!seed) return order;
  std::vector<std::uint32_t> words = {static_cast<std::uint32_t>(*seed),
                                      static_cast<std::uint32_t>(*seed >> 32)};
  for (const char c : document) words.push_back(static_cast<unsigned char>(c));
  std::seed_seq sequence(words.begin(), words.end());
  std::mt19937_64 random(sequence);
  // Not std::shuffle, which each library does in its own way.
  for (std::size_t left = count; left > 1; --left) {
    const auto drawn = static_cast<std::size_t>(random() % left);
    std::swap(order[left - 1], order[drawn]);
  }
  return order;
}

std::vector<Candidate> ChosenQuestions(std::vector<Candidate> questions,
                                       std::size_t most,
                                       const std::vector<std::size_t>& order) {
  assert(order.size() == questions.size());
  if (questions.size() <= most) return questions;
  struct Turn {
    std::size_t turn;  // Of its template.
    std::size_t rank;  // In `order`.
    auto operator<=>(const Turn&) const = default;
  };
  std::array<std::size_t, kQuestionTemplates> seen{};
  std::vector<Turn> turns;
  for (std::size_t rank = 0; rank < order.size(); ++rank) {
    const auto made_by =
        static_cast<std::size_t>(questions[order[rank]].made_by);
    turns.push_back({seen[made_by]++, rank});
  }
  std::ranges::sort(turns);
  turns.resize(most);
  std::vector<std::size_t> places;
  for (const Turn& each : turns) places.push_back(order[each.rank]);
  std::ranges::sort(places);
  std::vector<Candidate> chosen;
  for (const std::size_t place : places) {
    chosen.push_back(std::move(questions[place]));
  }
  return chosen;
}

}  // namespace answerbox::client
