#include "protocol/audit/proof.h"

#include <boost/json/object.hpp>
#include <boost/json/parse.hpp>

#include "protocol/audit/record_line.h"

namespace answerbox::protocol {
namespace {

std::string_view ViewOf(const boost::json::string& text) {
  return {text.data(), text.size()};
}

std::optional<std::vector<Digest>> ParsePath(const boost::json::array& path) {
  std::vector<Digest> digests;
  for (const boost::json::value& node : path) {
    const auto digest = node.is_string()
                            ? DigestFromHex(ViewOf(node.get_string()))
                            : std::nullopt;
    if (!digest) return std::nullopt;
    digests.push_back(*digest);
  }
  return digests;
}

}  // namespace

std::string RecordProof::Text() const {
  std::string text =
      "{\"answerbox-proof\":1,\"record\":" + std::to_string(record) +
      ",\"head\":\"" + head.Text() + "\",\"path\":[";
  for (const Digest& node : path) {
    if (text.back() != '[') text += ',';
    text += '"' + ToHex(node) + '"';
  }
  return text + "]}";
}

std::optional<RecordProof> ParseProof(std::string_view text) {
  boost::system::error_code error;
  // Anybody may have written the proof. A member that is missing or of another
  // type makes it none.
  const boost::json::value value =
      boost::json::parse({text.data(), text.size()}, error);
  if (error || !value.is_object()) return std::nullopt;
  const boost::json::object& object = value.get_object();
  const auto* record = object.if_contains("record");
  const auto* head = object.if_contains("head");
  const auto* path = object.if_contains("path");
  if (record == nullptr || !record->is_int64() || record->get_int64() < 0 ||
      head == nullptr || !head->is_string() || path == nullptr ||
      !path->is_array()) {
    return std::nullopt;
  }
  auto parsed_head = ParseHead(ViewOf(head->get_string()));
  auto parsed_path = ParsePath(path->get_array());
  if (!parsed_head || !parsed_path) return std::nullopt;
  return RecordProof{static_cast<std::uint64_t>(record->get_int64()),
                     std::move(*parsed_head), std::move(*parsed_path)};
}

ProofVerdict CheckProof(std::string_view line, const RecordProof& proof,
                        const PublicKey& key) {
  // The signature comes first: without it the tree is nobody's, and its root
  // proves nothing.
  if (key.id() != proof.head.key ||
      !key.Verifies(proof.head.Statement(), proof.head.signature)) {
    return ProofVerdict::kBadSignature;
  }
  const auto prefix = ReadPrefix(line);
  const auto root =
      RootFromPath(HashLine(line), proof.record, proof.head.size, proof.path);
  // The number is in the line and in the proof. The path leads to the root only
  // from the leaf of that number.
  return prefix && prefix->seq == proof.record && root == proof.head.root
             ? ProofVerdict::kProven
             : ProofVerdict::kOtherRecord;
}

}  // namespace answerbox::protocol
