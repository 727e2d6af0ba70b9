// Feeds any bytes as a stream of lines through the line buffer, the request
// reader and the parameters of every method, to a reply. Replies must be JSON,
// ids must be found as they are read, and all memory must come back to its
// budget.
#include <algorithm>
#include <boost/json/parse.hpp>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "daemon/error.h"
#include "daemon/methods/documents/collection_params.h"
#include "daemon/methods/documents/document_params.h"
#include "daemon/methods/question_params.h"
#include "daemon/methods/users/user_methods.h"
#include "daemon/protocol/json_rpc.h"
#include "daemon/protocol/line_buffer.h"
#include "protocol/calls/collections.h"
#include "protocol/json/json_member.h"

namespace {

using namespace answerbox::daemon;

constexpr std::size_t kMostLineBytes = 4096;
constexpr std::size_t kOwnBytes = 1024;
constexpr std::size_t kMaxNesting = 32;

void Check(bool condition) {
  if (!condition) std::abort();
}

// The reply to a refused request must be one line of JSON with an id.
void CheckErrorLine(const std::optional<std::string>& id, const Error& error) {
  const std::string line = ErrorLine(id.value_or("null"), error);
  Check(std::ranges::count(line, '\n') == 1 && line.back() == '\n');
  const boost::json::value reply = boost::json::parse(line);
  Check(reply.at("error").at("code").is_int64());
  Check(boost::json::parse(id.value_or("null")) == reply.at("id"));
}

template <typename T>
void CheckDecoded(const std::optional<std::string>& id,
                  const Result<T>& decoded) {
  if (decoded) return;
  Check(decoded.error().kind == ErrorKind::kInvalidParams);
  CheckErrorLine(id, decoded.error());
}

void DecodeAll(const Request& request) {
  const boost::json::object& params = request.params();
  const Result<AskParams> ask =
      DecodeAsk(params, answerbox::engine::Arithmetic::kFixed);
  CheckDecoded(request.id(), ask);
  if (ask) {
    const answerbox::engine::Question& question = ask->question;
    Check(!question.text.empty() && question.runners_up <= 20);
    Check(question.words >= 10 && question.words <= 1000);
    // Nothing: as many as the first one's confidence calls for.
    const std::size_t answers = question.answers.value_or(1);
    Check(answers >= 1 && answers <= answerbox::engine::kMaxAnswers);
  }
  const Result<StretchParams> text = DecodeText(params);
  CheckDecoded(request.id(), text);
  if (text) Check(text->begin <= text->end);
  CheckDecoded(request.id(), DecodeAdd(params));
  CheckDecoded(request.id(), DecodePart(params));
  CheckDecoded(request.id(), DecodeBegin(params));
  CheckDecoded(request.id(), DecodeRemove(params));
  CheckDecoded(request.id(), DecodeBeginChange(params));
  CheckDecoded(request.id(), DecodeCommitChange(params));
  CheckDecoded(request.id(), DecodeChange(params));
  CheckDecoded(request.id(), DecodeCommit(params));
  CheckDecoded(request.id(), DecodeUpload(params));
  CheckDecoded(request.id(), DecodeList(params));
  CheckDecoded(request.id(), DecodeCreate(params, {}));
  CheckDecoded(request.id(), DecodeSet(params));
  CheckDecoded(request.id(), DecodeAddUser(params));
  CheckDecoded(request.id(), DecodeSetUser(params));
  CheckDecoded(request.id(), DecodePassword(params));
  CheckDecoded(request.id(), DecodeUpkeep(params, calls::kCollectionsVerify));
}

void ReadLine(std::string_view line,
              const std::shared_ptr<MemoryBudget>& budget) {
  const auto request = ReadRequest(line, kMaxNesting, budget);
  if (request) {
    // The id is found without a tree, too.
    const auto id = FindScalar(line, "id", kMaxIdBytes, kMaxNesting);
    Check(id.has_value() == (*request)->id().has_value());
    Check(!id || *id == boost::json::parse(*(*request)->id()));
    DecodeAll(**request);
  } else {
    CheckErrorLine(request.error().id, request.error().error);
  }
}

// False if the stream ends here.
bool ReadLines(LineBuffer& lines, const std::shared_ptr<MemoryBudget>& budget) {
  for (;;) {
    const auto line = lines.NextLine();
    if (!line) return false;
    if (!*line) return true;
    ReadLine(**line, budget);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
  std::string_view rest(reinterpret_cast<const char*>(data), size);
  const auto budget = std::make_shared<MemoryBudget>(64 << 10);
  {
    LineBuffer lines(kMostLineBytes, kOwnBytes, *budget);
    while (!rest.empty()) {
      const auto room = lines.PrepareRead();
      if (!room) break;
      const std::size_t step = std::min(rest.size(), room->size());
      std::copy_n(rest.data(), step, room->data());
      lines.Commit(step);
      rest.remove_prefix(step);
      if (!ReadLines(lines, budget)) break;
    }
  }
  Check(budget->used_bytes() == 0);
  return 0;
}
