// Finds contradictions between answers and their contexts, for
// contradictions.py.
//
// usage: find_contradictions < LINES
//
// A line is {"id"?, "question"?, "context": [text, ...], "answer": text}.
// Writes for each {"id"?, "contradicted": [{"kind", "answer", "context",
// "begin", "end"}]}; begin and end are bytes of the answer. Says at the end on
// standard error how long the checks took, and how much memory one took at
// most.
#include <boost/json.hpp>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <iostream>
#include <string>
#include <string_view>
#include <vector>

#include "engine/ask/workspace.h"
#include "engine/grounding/contradictions/checked_answer.h"
#include "engine/grounding/contradictions/contradiction.h"
#include "engine/grounding/grounding.h"

namespace {

namespace json = boost::json;
using namespace answerbox::engine;

constexpr std::size_t kArenaBytes = std::size_t{12} << 20;

std::string_view TextOf(const json::object& line, const char* member) {
  const auto* const value = line.if_contains(member);
  if (value == nullptr) return {};
  return value->as_string();
}

std::string_view Part(std::string_view text, ByteRange range) {
  return text.substr(range.begin, range.end - range.begin);
}

json::object Check(const json::object& line, Workspace& workspace,
                   std::chrono::nanoseconds& spent) {
  std::vector<std::string_view> context;
  for (const json::value& passage : line.at("context").as_array()) {
    context.emplace_back(passage.as_string());
  }
  const CheckedAnswer checked{context, TextOf(line, "question"),
                              TextOf(line, "answer")};
  workspace.arena().Reset();
  const auto begin = std::chrono::steady_clock::now();
  const auto found = FindContradictions(checked, workspace);
  spent += std::chrono::steady_clock::now() - begin;
  json::object reply;
  if (const auto* const id = line.if_contains("id")) reply["id"] = *id;
  if (!found) {
    reply["error"] = Describe(found.error().code);
    return reply;
  }
  json::array contradicted;
  for (const Contradiction& one : *found) {
    contradicted.push_back(
        {{"kind", ToString(one.kind)},
         {"answer", Part(checked.answer, one.answer)},
         {"context", Part(context[one.context.passage], one.context.range)},
         {"begin", one.answer.begin},
         {"end", one.answer.end}});
  }
  reply["contradicted"] = std::move(contradicted);
  return reply;
}

}  // namespace

int main() {
  Workspace workspace(kArenaBytes);
  std::chrono::nanoseconds spent{};
  std::string text;
  std::size_t count = 0;
  while (std::getline(std::cin, text)) {
    const json::value line = json::parse(text);
    std::cout << json::serialize(Check(line.as_object(), workspace, spent))
              << '\n';
    ++count;
  }
  std::cerr << count << " checks, "
            << (count == 0 ? 0
                           : spent.count() / 1000 / static_cast<long>(count))
            << " us each, " << workspace.arena().high_water_mark()
            << " bytes of arena at most\n";
  return 0;
}
