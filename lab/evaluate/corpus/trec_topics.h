// TREC's topics, which are queries with an explanation: `<top>` elements with a
// number and a title, as in XML or with tags that are never closed.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "lab/client.h"

namespace answerbox::lab {

struct TrecTopic {
  std::string id;
  std::string title;
};

// What the judgements call a topic.
enum class TopicNaming : std::uint8_t {
  kByNumber,  // By its <num>.
  kByOrder,   // "1", "2", ... in the order of the file, as Cranfield's do.
};

// Drops the words "Number:" and "Topic:" that older topics have. Errors:
// kRejected, with what is wrong in which line and column: a topic that is not
// closed, has no title or no number, or the number of another; or the file has
// no topic.
//   file  its name, for messages
[[nodiscard]] Outcome<std::vector<TrecTopic>> ParseTrecTopics(
    const std::string& file, std::string_view contents, TopicNaming naming);

// Reads at most kMaxTrecFileBytes. Errors: also those of reading.
[[nodiscard]] Outcome<std::vector<TrecTopic>> ReadTrecTopics(
    const std::filesystem::path& path, TopicNaming naming);

}  // namespace answerbox::lab
