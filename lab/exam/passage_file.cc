#include "lab/exam/passage_file.h"

#include <unordered_set>
#include <utility>

#include "client/input/file_contents.h"
#include "lab/client.h"

namespace answerbox::lab {

Outcome<std::vector<ExamPassage>> ParsePassages(const std::string& name,
                                                std::string_view contents) {
  std::vector<ExamPassage> passages;
  std::unordered_set<std::string> ids;
  const auto read = ReadJsonLines(
      name, contents, kMaxPassageLineBytes,
      [&](const boost::json::object&, LineMembers& members) {
        ExamPassage passage{.id = members.Text("id"),
                            .text = members.Text("text")};
        const std::string title = members.TextIfThere("title");
        if (!title.empty()) passage.text = title + "\n\n" + passage.text;
        if (passage.id.size() > kMaxPassageIdBytes) {
          members.Fail("id", "is longer than " +
                                 std::to_string(kMaxPassageIdBytes) + " bytes");
        } else if (passage.id.find_first_of(" \t\r\n\v\f") !=
                   std::string::npos) {
          members.Fail("id", "holds white space, which a run can't have");
        } else if (!ids.insert(passage.id).second) {
          members.Fail("id", "is that of an earlier passage");
        } else if (passages.size() >= kMaxPassages) {
          members.Fail("id", "is that of one passage too many; at most " +
                                 std::to_string(kMaxPassages) + " are allowed");
        }
        passages.push_back(std::move(passage));
      });
  if (!read) return read.error();
  if (passages.empty()) return Rejected(name + " has no passage");
  return passages;
}

}  // namespace answerbox::lab
