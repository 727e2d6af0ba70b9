#include "tests/costs/generated_texts.h"

#include <string_view>

namespace answerbox {
namespace {

// For every k below this, ranks from 2^k to 2^(k+1) are drawn equally often.
constexpr std::uint32_t kOctaves = 13;
// All texts contain words of the octaves before this one.
constexpr std::uint32_t kFirstAskedOctave = 5;

// Each rank has its own spelling: its digits to base 75, one syllable for each.
std::string Spell(std::uint32_t rank) {
  constexpr std::string_view kConsonants = "bcdfghklmnprstv";
  constexpr std::string_view kVowels = "aeiou";
  std::string word;
  do {
    word += kConsonants[rank % kConsonants.size()];
    rank /= static_cast<std::uint32_t>(kConsonants.size());
    word += kVowels[rank % kVowels.size()];
    rank /= static_cast<std::uint32_t>(kVowels.size());
  } while (rank != 0);
  return word;
}

}  // namespace

// Knuth's MMIX generator. Only its high bits are used, because they are better.
std::uint32_t TextGenerator::Below(std::uint32_t bound) {
  state_ = state_ * 6364136223846793005u + 1442695040888963407u;
  return static_cast<std::uint32_t>((state_ >> 33) % bound);
}

std::string TextGenerator::Word(std::uint32_t first_octave) {
  const std::uint32_t octave = first_octave + Below(kOctaves - first_octave);
  return Spell((1u << octave) + Below(1u << octave));
}

std::string TextGenerator::Sentence() {
  std::string sentence = Word(0);
  sentence[0] = static_cast<char>(sentence[0] - 'a' + 'A');
  for (std::uint32_t words = 5 + Below(15); words > 0; --words) {
    sentence += ' ' + Word(0);
  }
  return sentence + '.';
}

std::vector<std::string> TextGenerator::Texts(int count) {
  std::vector<std::string> texts;
  for (int i = 0; i < count; ++i) {
    std::string text = Sentence();
    for (std::uint32_t sentences = 3 + Below(6); sentences > 0; --sentences) {
      text += ' ' + Sentence();
    }
    texts.push_back(text);
  }
  return texts;
}

std::vector<std::string> TextGenerator::Questions(int count) {
  std::vector<std::string> questions;
  for (int i = 0; i < count; ++i) {
    std::string question = "What is";
    for (std::uint32_t words = 2 + Below(4); words > 0; --words) {
      question += ' ' + Word(kFirstAskedOctave);
    }
    questions.push_back(question + '?');
  }
  return questions;
}

}  // namespace answerbox
