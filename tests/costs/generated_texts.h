// Texts and questions of made-up words, for collections larger than the sample
// handbook. Word frequencies follow Zipf's law: the word of rank r is about one
// in r words. The same seed gives the same texts everywhere.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace answerbox {

class TextGenerator {
 public:
  explicit TextGenerator(std::uint64_t seed) : state_(seed) {}

  // `count` texts with one paragraph of 4 to 9 sentences.
  [[nodiscard]] std::vector<std::string> Texts(int count);
  // `count` questions of a few words, neither rare nor very frequent ones.
  [[nodiscard]] std::vector<std::string> Questions(int count);

 private:
  [[nodiscard]] std::uint32_t Below(std::uint32_t bound);
  [[nodiscard]] std::string Word(std::uint32_t first_octave);
  [[nodiscard]] std::string Sentence();

  std::uint64_t state_;
};

}  // namespace answerbox
