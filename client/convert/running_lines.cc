#include "client/convert/running_lines.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cstddef>
#include <map>
#include <set>
#include <string>

namespace answerbox::client {
namespace {

constexpr std::size_t kEdgeLines = 2;
constexpr std::size_t kMaxLineBytes = 120;
constexpr std::size_t kMinPages = 3;

bool IsDigit(char c) { return c >= '0' && c <= '9'; }

// A key that is equal for lines that repeat. Empty for a line that can't.
std::string RepetitionKey(std::string_view line, std::size_t page_number) {
  if (line.size() > kMaxLineBytes) return {};
  std::string key;
  for (const char c : line) {
    if (std::isspace(static_cast<unsigned char>(c)) != 0) continue;
    if (!IsDigit(c)) {
      key += c;
    } else if (key.empty() || key.back() != '#') {
      key += '#';
    }
  }
  if (key != "#") return key;
  long number = 0;
  const std::size_t first = line.find_first_of("0123456789");
  std::from_chars(line.data() + first, line.data() + line.size(), number);
  return key + std::to_string(number - static_cast<long>(page_number));
}

struct EdgeLine {
  std::string key;
  std::size_t depth;  // Lines from the edge up to and including this one.
};

// The page's first or last lines with text, from the edge inwards.
std::vector<EdgeLine> EdgeLines(const PageLines& lines, bool top,
                                std::size_t page_number) {
  std::vector<EdgeLine> edge;
  for (std::size_t i = 0; i < lines.size() && edge.size() < kEdgeLines; ++i) {
    const auto line = top ? lines[i] : lines[lines.size() - 1 - i];
    if (line.empty()) continue;
    edge.push_back({RepetitionKey(line, page_number), i + 1});
  }
  return edge;
}

// How many lines to drop from each page at one edge.
std::vector<std::size_t> RunningDepths(const std::vector<PageLines>& pages,
                                       bool top) {
  std::map<std::string, std::size_t> pages_with;
  std::size_t pages_with_text = 0;
  for (std::size_t page = 0; page < pages.size(); ++page) {
    std::set<std::string> keys;
    for (const EdgeLine& line : EdgeLines(pages[page], top, page + 1)) {
      if (!line.key.empty()) keys.insert(line.key);
    }
    if (!pages[page].empty()) ++pages_with_text;
    for (const std::string& key : keys) ++pages_with[key];
  }
  const std::size_t enough = std::max(kMinPages, (pages_with_text * 2 + 4) / 5);
  std::set<std::string> seen;
  std::vector<std::size_t> depths(pages.size());
  for (std::size_t page = 0; page < pages.size(); ++page) {
    for (const EdgeLine& line : EdgeLines(pages[page], top, page + 1)) {
      if (line.key.empty() || pages_with[line.key] < enough) break;
      const bool is_number = line.key.front() == '#';
      if (seen.insert(line.key).second && !is_number) break;
      depths[page] = line.depth;
    }
  }
  return depths;
}

void TrimBlankLines(PageLines& lines) {
  const auto text = [](std::string_view line) { return !line.empty(); };
  lines.erase(lines.begin(), std::find_if(lines.begin(), lines.end(), text));
  while (!lines.empty() && lines.back().empty()) lines.pop_back();
}

}  // namespace

void DropRunningLines(std::vector<PageLines>& pages) {
  const std::vector<std::size_t> top = RunningDepths(pages, true);
  const std::vector<std::size_t> bottom = RunningDepths(pages, false);
  for (std::size_t i = 0; i < pages.size(); ++i) {
    PageLines& lines = pages[i];
    lines.resize(lines.size() - bottom[i]);
    const std::size_t from = std::min(top[i], lines.size());
    lines.erase(lines.begin(),
                lines.begin() + static_cast<std::ptrdiff_t>(from));
    TrimBlankLines(lines);
  }
}

}  // namespace answerbox::client
