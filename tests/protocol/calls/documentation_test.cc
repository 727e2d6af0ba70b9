// Compares docs/socket-protocol.md, and the topics of docs/protocol-mqtt.md,
// with the table of calls.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <map>
#include <string>
#include <string_view>

#include "protocol/calls/call.h"

namespace answerbox::protocol {
namespace {

using calls::AllCalls;
using calls::Call;
using calls::Member;
using testing::HasSubstr;

// Greater ranges say only how many bits a number has, unless people give it.
constexpr std::uint64_t kMostToldRange = 1'000'000;

std::string FileText(const std::string& path) {
  std::ifstream file(ANSWERBOX_SOURCE_DIR "/" + path);
  return {std::istreambuf_iterator<char>(file), {}};
}

std::string InBackquotes(std::string_view name) {
  return '`' + std::string(name) + '`';
}

// From a heading of its level that names the call to the next one.
std::string SectionOf(const std::string& document, std::string_view call) {
  std::string section;
  bool is_inside = false;
  std::string_view rest = document;
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find('\n'), rest.size() - 1) + 1;
    const std::string_view line = rest.substr(0, end);
    if (line.starts_with("## ") || line.starts_with("### ")) {
      is_inside = line.find(InBackquotes(call)) != line.npos;
    }
    if (is_inside) section += line;
    rest.remove_prefix(end);
  }
  return section;
}

// Lines that only the width of the page divides become one.
std::string Unwrapped(const std::string& text) {
  std::string line;
  for (const char c : text) {
    if (c != '\n' && c != ' ') {
      line += c;
    } else if (!line.ends_with(' ')) {
      line += ' ';
    }
  }
  return line;
}

bool IsToldElsewhere(const Member& member) {
  return member.name == calls::kRun.name ||
         member.name == calls::kRecorded.name;
}

// "`documents.list` {collection?, after?, limit?} → {documents, next}"
std::string SignatureOf(const Call& call) {
  std::string text = InBackquotes(call.name) + " {";
  std::string_view between;
  for (const Param& param : call.params) {
    text.append(between).append(NameOf(param));
    if (!IsRequired(param)) text += '?';
    between = ", ";
  }
  text += "} → {";
  between = "";
  for (const Member& member : call.reply) {
    if (IsToldElsewhere(member)) continue;
    text.append(between).append(member.name);
    if (!member.when.empty()) text += '?';
    between = ", ";
  }
  return text + '}';
}

// The rows of the section's tables, by the names in their first cells.
std::map<std::string, std::string> RowsOf(const std::string& section) {
  std::map<std::string, std::string> rows;
  std::size_t at = 0;
  while (at < section.size()) {
    const std::size_t end = section.find('\n', at);
    const std::string line = section.substr(at, end - at);
    at = end == section.npos ? section.size() : end + 1;
    if (!line.starts_with("| `")) continue;
    const std::string cell = line.substr(0, line.find(" | "));
    for (std::size_t name = cell.find('`'); name != cell.npos;) {
      const std::size_t name_end = cell.find('`', name + 1);
      rows[cell.substr(name + 1, name_end - name - 1)] += line;
      name = cell.find('`', name_end + 1);
    }
  }
  return rows;
}

// A description may send its reader to that of another call.
bool RefersElsewhere(const std::string& text) {
  return text.find("as in `") != text.npos ||
         text.find("(#threshold-targets)") != text.npos;
}

void ExpectTold(const std::string& text, const std::string& what,
                const std::string& where) {
  EXPECT_TRUE(text.find(what) != text.npos)
      << where << " does not tell: " << what;
}

// What a description says of a parameter: its range, its default, and the words
// to choose from.
void ExpectDescribed(const Call& call, const Param& param,
                     const std::string& text) {
  if (RefersElsewhere(text)) return;
  const std::string where =
      std::string(call.name) + ", " + std::string(NameOf(param));
  if (const auto* choice = std::get_if<const ChoiceParam*>(&param)) {
    for (const std::string_view name : (*choice)->names) {
      EXPECT_TRUE(text.find('"' + std::string(name) + '"') != text.npos ||
                  text.find(InBackquotes(name)) != text.npos)
          << where << " does not tell: " << name;
    }
  } else if (const auto* real = std::get_if<const RealParam*>(&param)) {
    ExpectTold(text, RangeText(param, ","), where);
    RealParam plain = **real;
    plain.default_text = {};
    ExpectTold(text, DefaultText(&plain), where);
  } else if (const auto* integer = std::get_if<const IntegerParam*>(&param)) {
    if ((*integer)->most > kMostToldRange && (*integer)->option.name.empty()) {
      return;
    }
    ExpectTold(text, RangeText(param, ","), where);
    IntegerParam plain = **integer;
    plain.default_text = {};
    ExpectTold(text, DefaultText(&plain, ","), where);
  }
}

TEST(DocumentationTest, EveryCallHasItsParametersAndReplyThere) {
  const std::string document = FileText("docs/socket-protocol.md");
  for (const Call* const call : AllCalls()) {
    const std::string section = SectionOf(document, call->name);
    ASSERT_FALSE(section.empty()) << call->name;
    const std::string text = Unwrapped(section);
    const auto rows = RowsOf(section);
    const bool has_signature = text.find(SignatureOf(*call)) != text.npos;
    for (const Param& param : call->params) {
      const auto row = rows.find(std::string(NameOf(param)));
      EXPECT_TRUE(has_signature || row != rows.end())
          << call->name << " does not tell of " << NameOf(param)
          << "; say so in a table, or with the line\n"
          << SignatureOf(*call);
      ExpectDescribed(*call, param, row == rows.end() ? text : row->second);
    }
    for (const Member& member : call->reply) {
      EXPECT_TRUE(has_signature || IsToldElsewhere(member) ||
                  text.find('"' + std::string(member.name) + "\":") !=
                      text.npos ||
                  rows.contains(std::string(member.name)))
          << call->name << " does not tell of the member " << member.name
          << "; say so in a table or example, or with the line\n"
          << SignatureOf(*call);
    }
  }
}

TEST(DocumentationTest, TheRepliesToWhatIsRecordedNameTheRecord) {
  for (const Call* const call : AllCalls()) {
    EXPECT_EQ(std::ranges::any_of(call->reply, IsToldElsewhere),
              call->recorded != RecordKind::kNothing)
        << call->name;
  }
}

TEST(DocumentationTest, EveryParameterOfATableIsOfItsCall) {
  const std::string document = FileText("docs/socket-protocol.md");
  for (const Call* const call : AllCalls()) {
    const std::string section = SectionOf(document, call->name);
    const std::size_t begin = section.find("| parameter |");
    if (begin == section.npos) continue;
    const std::string table =
        section.substr(begin, section.find("\n\n", begin) - begin + 1);
    for (const auto& row : RowsOf(table)) {
      const auto is_it = [&](const Param& param) {
        return NameOf(param) == row.first;
      };
      EXPECT_TRUE(std::ranges::any_of(call->params, is_it))
          << call->name << " has no " << row.first;
    }
  }
}

TEST(DocumentationTest, EveryCallTakesTheRightOfTheDocument) {
  const std::string document = FileText("docs/socket-protocol.md");
  const std::size_t begin = document.find("## Rights");
  const std::string rights =
      document.substr(begin, document.find("\n## ", begin) - begin);
  for (const Call* const call : AllCalls()) {
    const std::string right =
        call->right ? std::string(ToString(call->right->right)) : "none";
    const std::size_t row = rights.find("| " + right + " | ");
    ASSERT_NE(row, rights.npos) << right;
    EXPECT_THAT(rights.substr(row, rights.find('\n', row) - row),
                HasSubstr(InBackquotes(call->name)));
  }
}

TEST(DocumentationTest, EveryCallWithATopicHasItInTheDocumentOfMqtt) {
  const std::string document = FileText("docs/protocol-mqtt.md");
  for (const Call* const call : AllCalls()) {
    if (!call->has_topic) continue;
    EXPECT_THAT(document,
                HasSubstr("answerbox/COLLECTION/" + std::string(call->name)));
  }
}

}  // namespace
}  // namespace answerbox::protocol
