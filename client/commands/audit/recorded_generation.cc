#include "client/commands/audit/recorded_generation.h"

#include <boost/json/array.hpp>

#include "client/rpc/json_fields.h"
#include "engine/text/utf8.h"
#include "protocol/generation/cited_answer.h"

namespace answerbox::client {
namespace {

namespace json = boost::json;

// The text as a reply shows it, without marks of citations.
std::string ShownText(const RecordedGeneration& record) {
  if (!engine::ValidateUtf8(record.text)) return {};
  return protocol::ReadCitedAnswer(record.text, record.passages).text;
}

}  // namespace

RecordedGeneration ReadGeneration(const json::object& record) {
  const json::object& model = ObjectAt(record, "model");
  return {TextAt(model, "name"), TextAt(model, "sha256"),
          TextAt(record, "fate"), TextAt(record, "text"),
          ArrayAt(record, "context").size()};
}

Regeneration CompareGeneration(const RecordedGeneration& record,
                               const json::object& generated) {
  const std::string status = TextAt(generated, "status");
  if (status != "given" && status != "refused") return Regeneration::kFailed;
  const json::object& model = ObjectAt(generated, "model");
  if (TextAt(model, "name") != record.model ||
      TextAt(model, "sha256") != record.sha256) {
    return Regeneration::kOtherModel;
  }
  const bool is_given = status == "given";
  if ((is_given ? status : TextAt(generated, "reason")) != record.fate) {
    return Regeneration::kDifferent;
  }
  // The text of a refused generation is in no reply.
  return !is_given || TextAt(generated, "text") == ShownText(record)
             ? Regeneration::kSame
             : Regeneration::kDifferent;
}

}  // namespace answerbox::client
