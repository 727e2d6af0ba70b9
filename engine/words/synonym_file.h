// A synonym file, in the format that Solr and Elasticsearch read:
//   # comment
//   paracetamol, acetaminophen       each stands for each other
//   heart attack, mi => infarction   left words are met by right words alone
// A backslash takes the character after it as it is: "\,", "\\", "\#".
// docs/socket-protocol.md, "Synonyms", has the rules.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace answerbox::engine {

inline constexpr std::size_t kMaxSynonymBytes = std::size_t{1} << 18;
inline constexpr std::size_t kMaxSynonymRules = 10'000;
inline constexpr std::size_t kMaxSynonymEntryBytes = 256;

// A line of the file. Entries are without the white space around them, and
// without backslashes; none is empty.
struct SynonymRule {
  std::vector<std::string> left;
  std::vector<std::string> right;  // Of a line without "=>": empty.
};

struct SynonymError {
  std::size_t line = 0;    // From 1.
  std::size_t column = 0;  // From 1, in characters.
  std::string message;     // What is wrong, and what to do.
};

// All rules, or the first error: text that is longer than kMaxSynonymBytes or
// not UTF-8; more than kMaxSynonymRules rules; an entry that is empty or longer
// than kMaxSynonymEntryBytes; a rule of one entry; a second "=>"; a backslash
// at the end of a line. Linear in the text.
[[nodiscard]] std::variant<std::vector<SynonymRule>, SynonymError>
ReadSynonymFile(std::string_view text);

}  // namespace answerbox::engine
