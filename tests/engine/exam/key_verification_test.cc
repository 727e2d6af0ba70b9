#include "engine/exam/key_verification.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <ostream>
#include <random>
#include <string>
#include <vector>

#include "engine/text/stop_words.h"
#include "tests/engine/index_in_memory.h"

namespace answerbox::engine {

void PrintTo(Verification verification, std::ostream* out) {
  *out << ToString(verification);
}

namespace {

struct Case {
  const char* name;
  std::string answer;
  std::vector<std::string_view> keys;
  Verification expected;
};

constexpr auto kMatches = Verification::kMatches;
constexpr auto kDiffers = Verification::kDiffers;
constexpr auto kRefuses = Verification::kRefuses;
constexpr auto kIllFormed = Verification::kIllFormed;

// 10 characters are the longer text; 2 of them are exactly 20 %.
const std::vector<Case>& Cases() {
  static const std::vector<Case> cases = {
      {"Same", "fridge", {"fridge"}, kMatches},
      {"OtherCase", "FRIDGE", {"Fridge"}, kMatches},
      {"StopWordsAreDropped", "in the fridge", {"a fridge"}, kMatches},
      {"WordsAreStemmed", "vaccinations", {"vaccinated"}, kMatches},
      {"StemsOfOneVerbMayDiffer", "kept", {"keeping"}, kDiffers},
      {"PunctuationIsDropped", "\"fridge\", (4).", {"fridge 4"}, kMatches},
      {"AnotherWord", "cellar", {"fridge"}, kDiffers},
      {"OneOfTwelve", "abcdefghijkl", {"abcdefghijkx"}, kMatches},
      {"ExactlyAFifthDiffers", "zqzqzqzqzq", {"zqzqzqzqkk"}, kDiffers},
      {"LessThanAFifthMatches", "zqzqzqzqzqz", {"zqzqzqzqzkk"}, kMatches},
      {"OneOfFiveDiffers", "zqzqz", {"zqzqk"}, kDiffers},
      {"OneOfSixMatches", "zqzqzq", {"zqzqzk"}, kMatches},
      {"KeyIsMuchLonger",
       "fridge",
       {"fridge of the clinic upstairs"},
       kDiffers},
      {"AnswerIsMuchLonger",
       "fridge of the clinic upstairs",
       {"fridge"},
       kDiffers},
      {"KeyIsAThirdLonger", "blue fridge", {"blue fridge doors"}, kDiffers},
      {"SecondKey", "fridge", {"cellar", "fridge", "hall"}, kMatches},
      {"NoKeyOfSeveral", "garden", {"cellar", "fridge", "hall"}, kDiffers},
      {"NoKeys", "garden", {}, kDiffers},
      {"StopWordsOnly", "the who", {"the who"}, kDiffers},
      {"KeyOfStopWordsOnly", "fridge", {"the who"}, kDiffers},
      {"EmptyKey", "fridge", {""}, kDiffers},
      {"Accents", "caf\u00e9 cr\u00e8me", {"Caf\u00c9 Cr\u00c8me"}, kMatches},
      {"ComposedAndDecomposed",
       "cre\u0301meux gateau",
       {"cr\u00e9meux gateau"},
       kMatches},
      {"FullWidthLetters",
       "\uff26\uff32\uff29\uff24\uff27\uff25",
       {"fridge"},
       kMatches},
      // Six characters of two bytes each: one is a sixth.
      {"CountsCharactersNotBytes",
       "\u03b1\u03b2\u03b3\u03b4\u03b5\u03b6",
       {"\u03b1\u03b2\u03b3\u03b4\u03b5\u03b7"},
       kMatches},
      {"OneOfFiveGreekDiffers",
       "\u03b1\u03b2\u03b3\u03b4\u03b5",
       {"\u03b1\u03b2\u03b3\u03b4\u03b7"},
       kDiffers},
      {"NotUtf8", "fridge \xff\xfe", {"fridge"}, kMatches},
      {"Numbers", "4 mg", {"5 mg"}, kDiffers},
      {"Unanswerable", "unanswerable", {"unanswerable"}, kRefuses},
      {"No", "No.", {"no"}, kRefuses},
      {"NoAnswer", "no answer", {"x"}, kRefuses},
      {"NotEnoughInformation", "Not enough information.", {"x"}, kRefuses},
      {"Unknown", " UNKNOWN ", {"unknown"}, kRefuses},
      {"NotPossibleToTell", "It is not possible to tell!", {"x"}, kRefuses},
      {"DoesNotSay", "\"It does not say\"", {"x"}, kRefuses},
      {"NoRelevantInformation", "no relevant information", {"x"}, kRefuses},
      {"APhraseWithinAnAnswerIsNone",
       "no answer is a good answer",
       {"no answer is a good answer"},
       kMatches},
      {"NoIsNotNone", "none", {"none"}, kMatches},
      {"Empty", "", {"x"}, kIllFormed},
      {"WhiteSpace", " \n\t", {"x"}, kIllFormed},
      {"PunctuationOnly", "...", {"x"}, kIllFormed},
      {"LetterWithPoint", "a.", {"a"}, kIllFormed},
      {"LetterInBrackets", "(B)", {"b"}, kIllFormed},
      {"LetterWithBracket", "c)", {"c"}, kIllFormed},
      {"RomanInBrackets", "(iii)", {"iii"}, kIllFormed},
      {"RomanInSquareBrackets", "[XIV]", {"x"}, kIllFormed},
      {"RomanWithPoint", "ix.", {"x"}, kIllFormed},
      {"LabelWithSpaceAround", "  (iv) ", {"x"}, kIllFormed},
      {"LabelBeforeAnAnswer", "a. fridge", {"fridge"}, kMatches},
      {"LetterAlone", "C", {"c"}, kMatches},
      {"NumberWithPoint", "5.", {"5"}, kMatches},
      {"NotARomanNumeral", "(iiii)", {"iiii"}, kMatches},
  };
  return cases;
}

class PublishedRuleTest : public testing::TestWithParam<Case> {
 protected:
  TestArena arena_;
  TermNormalizer normalizer_{Profile::kDefault};
};

TEST_P(PublishedRuleTest, Holds) {
  KeyVerifier verifier(normalizer_, *arena_);
  EXPECT_EQ(verifier.Verify(GetParam().answer, GetParam().keys),
            GetParam().expected);
}

INSTANTIATE_TEST_SUITE_P(All, PublishedRuleTest, testing::ValuesIn(Cases()),
                         [](const auto& one) {
                           return std::string(one.param.name);
                         });

TEST(KeyVerifierTest, TooLongTextsMatchNothing) {
  TestArena arena;
  TermNormalizer normalizer(Profile::kDefault);
  KeyVerifier verifier(normalizer, *arena);
  std::string text;
  while (text.size() < kMaxVerifiedCharacters - 8) text += "fridg ";
  const std::string_view key[] = {text};
  EXPECT_EQ(verifier.Verify(text, key), kMatches);
  const std::string longer = text + text;
  const std::string_view long_key[] = {longer};
  EXPECT_EQ(verifier.Verify(longer, long_key), kDiffers);
}

TEST(KeyVerifierTest, TakesNoMemoryAfterItWasMade) {
  TestArena arena;
  TermNormalizer normalizer(Profile::kDefault);
  KeyVerifier verifier(normalizer, *arena);
  const std::size_t used = (*arena).used();
  const std::string_view key[] = {"a fridge"};
  EXPECT_EQ(verifier.Verify("the fridge", key), kMatches);
  EXPECT_EQ((*arena).used(), used);
}

// The published rules once more, for ASCII texts without numbers and denials
// (key_claims_test.cc): plain and quadratic. Only the stemmer and the list of
// stop words are the engine's.
class PlainVerifier {
 public:
  Verification Verify(std::string answer,
                      const std::vector<std::string>& keys) {
    for (char& c : answer) c = Lower(c);
    if (Refuses(answer)) return kRefuses;
    if (IsLabel(answer)) return kIllFormed;
    const std::string said = Normalized(answer);
    for (std::string key : keys) {
      for (char& c : key) c = Lower(c);
      const std::string right = Normalized(key);
      const double longer =
          static_cast<double>(std::max(said.size(), right.size()));
      if (static_cast<double>(Distance(said, right)) / 0.2 < longer - 1e-9) {
        return kMatches;
      }
    }
    return kDiffers;
  }

 private:
  static char Lower(char c) {
    return static_cast<char>(c >= 'A' && c <= 'Z' ? c + 32 : c);
  }
  static bool IsDigit(char c) { return c >= '0' && c <= '9'; }
  static bool IsWordCharacter(char c) {
    return (c >= 'a' && c <= 'z') || IsDigit(c);
  }

  static bool Refuses(std::string text) {
    while (!text.empty() && !IsWordCharacter(text.back())) text.pop_back();
    while (!text.empty() && !IsWordCharacter(text.front())) text.erase(0, 1);
    const std::vector<std::string> refusals = {
        "unanswerable",    "no",
        "no answer",       "not enough information",
        "unknown",         "it is not possible to tell",
        "it does not say", "no relevant information"};
    return std::ranges::find(refusals, text) != refusals.end();
  }

  // "a.", "(iii)", or nothing.
  static bool IsLabel(const std::string& text) {
    std::string inner;
    std::string around;
    for (const char c : text) {
      if (c == ' ') continue;
      (IsWordCharacter(c) ? inner : around) += c;
    }
    if (inner.empty()) return true;
    if (text.find(' ') != std::string::npos) return false;
    const std::vector<std::string> around_labels = {".", ")", "()"};
    if (std::ranges::find(around_labels, around) == around_labels.end()) {
      return false;
    }
    if (around == "()" && (text.front() != '(' || text.back() != ')')) {
      return false;
    }
    if (around != "()" && text.back() != around.front()) return false;
    const std::vector<std::string> roman = {"i",  "ii",  "iii",  "iv", "v",
                                            "vi", "vii", "viii", "ix", "x"};
    return (inner.size() == 1 && inner[0] >= 'a') ||
           std::ranges::find(roman, inner) != roman.end();
  }

  std::string Normalized(const std::string& text) {
    std::string normalized;
    std::string word;
    const std::string padded = text + "  ";
    for (std::size_t i = 0; i + 1 < padded.size(); ++i) {
      const char c = padded[i];
      // Inner points and commas belong to a number.
      const bool is_inner = (c == '.' || c == ',') && !word.empty() &&
                            IsDigit(word.back()) && IsDigit(padded[i + 1]);
      if (IsWordCharacter(c) || is_inner) {
        word += c;
        // A number ends where a word begins, and the other way round.
        if (is_inner || !IsWordCharacter(padded[i + 1]) ||
            IsDigit(c) == IsDigit(padded[i + 1])) {
          continue;
        }
      }
      const auto stop_words = StopWords();
      if (!word.empty() &&
          std::ranges::find(stop_words, word) == stop_words.end()) {
        if (!normalized.empty()) normalized += ' ';
        normalized += Stem(word);
      }
      word.clear();
    }
    return normalized;
  }
  std::string Stem(const std::string& word) {
    return std::string(normalizer_.Normalize(
        word, IsDigit(word[0]) ? TokenKind::kNumber : TokenKind::kWord));
  }

  static std::size_t Distance(const std::string& a, const std::string& b) {
    std::vector<std::vector<std::size_t>> d(
        a.size() + 1, std::vector<std::size_t>(b.size() + 1));
    for (std::size_t i = 0; i <= a.size(); ++i) d[i][0] = i;
    for (std::size_t j = 0; j <= b.size(); ++j) d[0][j] = j;
    for (std::size_t i = 1; i <= a.size(); ++i) {
      for (std::size_t j = 1; j <= b.size(); ++j) {
        d[i][j] = d[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 0u : 1u);
        d[i][j] = std::min(d[i][j], d[i - 1][j] + 1);
        d[i][j] = std::min(d[i][j], d[i][j - 1] + 1);
      }
    }
    return d[a.size()][b.size()];
  }

  TermNormalizer normalizer_{Profile::kDefault};
};

// Answers and keys that are often alike: keys are answers with some edits.
class MadeUpAnswers {
 public:
  std::string Answer() {
    static const std::vector<std::string> words = {
        "the",     "fridge", "of",          "Vaccination", "keeping", "ward",
        "degrees", "and",    "refugees",    "to",          "a",       "is",
        "unknown", "answer", "paracetamol", "is",          "xiv",     "doses"};
    static const std::vector<std::string> whole = {"a.",
                                                   "(iii)",
                                                   "no",
                                                   "Unknown.",
                                                   "it does not say",
                                                   "",
                                                   "...",
                                                   "B)",
                                                   "no relevant information!",
                                                   "(b)",
                                                   "the",
                                                   "x."};
    if (Draw(12) == 0) return whole[Draw(whole.size())];
    std::string answer;
    const std::size_t count = 1 + Draw(5);
    for (std::size_t i = 0; i < count; ++i) {
      if (i != 0) answer += Draw(8) == 0 ? ", " : " ";
      answer += words[Draw(words.size())];
    }
    return answer;
  }
  std::string Edited(std::string text) {
    const std::size_t edits = Draw(5);
    for (std::size_t i = 0; i < edits && !text.empty(); ++i) {
      const std::size_t at = Draw(text.size());
      const char c = static_cast<char>('s' + Draw(8));  // Makes no "no".
      switch (Draw(3)) {
        case 0:
          text.erase(at, 1);
          break;
        case 1:
          text.insert(at, 1, c);
          break;
        default:
          text[at] = c;
      }
    }
    return text;
  }
  std::size_t Draw(std::size_t below) {
    return static_cast<std::size_t>(random_() % below);
  }

 private:
  std::mt19937_64 random_{20260101};
};

TEST(KeyVerifierTest, AgreesWithAPlainImplementationOnMadeUpAnswers) {
  TestArena arena;
  TermNormalizer normalizer(Profile::kDefault);
  KeyVerifier verifier(normalizer, *arena);
  PlainVerifier plain;
  MadeUpAnswers made_up;
  std::size_t found[4] = {};
  for (int i = 0; i < 10'000; ++i) {
    const std::string answer = made_up.Answer();
    std::vector<std::string> keys(1 + made_up.Draw(3));
    for (std::string& key : keys) {
      key = made_up.Draw(4) == 0 ? made_up.Answer() : made_up.Edited(answer);
    }
    const std::vector<std::string_view> views(keys.begin(), keys.end());
    const Verification expected = plain.Verify(answer, keys);
    ASSERT_EQ(verifier.Verify(answer, views), expected)
        << "answer \"" << answer << "\", key \"" << keys[0] << '"';
    ++found[static_cast<std::size_t>(expected)];
  }
  // All outcomes are tried often.
  for (const std::size_t count : found) EXPECT_GT(count, 200u);
}

std::optional<std::uint32_t> Within(std::u32string_view a,
                                    std::u32string_view b, std::uint32_t most) {
  std::vector<std::uint32_t> row(b.size() + 1, 0xDEAD);
  return EditDistanceWithin(a, b, most, row);
}

// The whole matrix.
std::uint32_t Plain(std::u32string_view a, std::u32string_view b) {
  std::vector<std::vector<std::uint32_t>> cells(
      a.size() + 1, std::vector<std::uint32_t>(b.size() + 1));
  for (std::size_t i = 0; i <= a.size(); ++i) {
    for (std::size_t j = 0; j <= b.size(); ++j) {
      if (i == 0 || j == 0) {
        cells[i][j] = static_cast<std::uint32_t>(i + j);
        continue;
      }
      cells[i][j] = std::min({cells[i - 1][j] + 1, cells[i][j - 1] + 1,
                              cells[i - 1][j - 1] + (a[i - 1] != b[j - 1])});
    }
  }
  return cells[a.size()][b.size()];
}

TEST(EditDistanceTest, CountsInsertionsDeletionsAndReplacements) {
  EXPECT_EQ(Within(U"kitten", U"sitting", 7), 3u);
  EXPECT_EQ(Within(U"dose", U"doses", 1), 1u);
  EXPECT_EQ(Within(U"doses", U"dose", 1), 1u);
  EXPECT_EQ(Within(U"ab", U"ba", 2), 2u);
}

TEST(EditDistanceTest, SaysNothingAboveTheBound) {
  EXPECT_EQ(Within(U"kitten", U"sitting", 3), 3u);
  EXPECT_EQ(Within(U"kitten", U"sitting", 2), std::nullopt);
  EXPECT_EQ(Within(U"a", U"abcdef", 4), std::nullopt);
}

TEST(EditDistanceTest, EmptyTexts) {
  EXPECT_EQ(Within(U"", U"", 0), 0u);
  EXPECT_EQ(Within(U"", U"abc", 3), 3u);
  EXPECT_EQ(Within(U"abc", U"", 3), 3u);
  EXPECT_EQ(Within(U"abc", U"", 2), std::nullopt);
}

TEST(EditDistanceTest, AgreesWithTheWholeMatrix) {
  std::mt19937 random(7);
  for (int round = 0; round < 5000; ++round) {
    std::u32string texts[2];
    for (std::u32string& text : texts) {
      text.resize(random() % 12);
      for (char32_t& c : text) {
        c = static_cast<char32_t>(U'a' + random() % 3);
      }
    }
    const std::uint32_t distance = Plain(texts[0], texts[1]);
    const std::uint32_t most = static_cast<std::uint32_t>(random() % 12);
    const auto expected =
        distance <= most ? std::optional(distance) : std::nullopt;
    EXPECT_EQ(Within(texts[0], texts[1], most), expected);
  }
}

}  // namespace
}  // namespace answerbox::engine
