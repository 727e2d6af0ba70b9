#include "protocol/audit/chain.h"

#include <boost/json/object.hpp>
#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>

namespace answerbox::protocol {
namespace {

namespace json = boost::json;

// These few kinds are read as JSON; all others are only hashed.
std::optional<json::object> ParseLine(std::string_view line) {
  boost::system::error_code error;
  json::value value = json::parse({line.data(), line.size()}, error);
  if (error || !value.is_object()) return std::nullopt;
  return std::move(value.get_object());
}

std::optional<std::string> TextOf(const json::object& record, const char* key) {
  const json::value* value = record.if_contains(key);
  if (value == nullptr || !value->is_string()) return std::nullopt;
  return std::string(value->get_string().data(), value->get_string().size());
}

std::optional<std::string> BytesOf(const json::object& record,
                                   const char* key) {
  const auto text = TextOf(record, key);
  return text ? FromBase64(*text) : std::nullopt;
}

std::optional<std::uint64_t> NumberOf(const json::object& record,
                                      const char* key) {
  const json::value* value = record.if_contains(key);
  // Numbers above 2^63 never occur in a log; one in a line that somebody wrote
  // is no number.
  if (value == nullptr || !value->is_int64() || value->get_int64() < 0) {
    return std::nullopt;
  }
  return static_cast<std::uint64_t>(value->get_int64());
}

std::string Base64(std::string_view bytes) {
  return ToBase64(std::as_bytes(std::span(bytes)));
}

std::optional<std::vector<Digest>> PeaksOf(const json::object& record) {
  const json::value* value = record.if_contains("peaks");
  if (value == nullptr || !value->is_array()) return std::nullopt;
  std::vector<Digest> peaks;
  for (const json::value& peak : value->get_array()) {
    if (!peak.is_string()) return std::nullopt;
    const auto digest =
        DigestFromHex({peak.get_string().data(), peak.get_string().size()});
    if (!digest) return std::nullopt;
    peaks.push_back(*digest);
  }
  return peaks;
}

// The member `set_aside`: [record, folder, SHA-256] each. Empty if there is
// none.
std::optional<std::vector<NamedEvidence>> SetAsideOf(
    const json::object& record) {
  std::vector<NamedEvidence> all;
  const json::value* value = record.if_contains("set_aside");
  if (value == nullptr) return all;
  if (!value->is_array()) return std::nullopt;
  for (const json::value& one : value->get_array()) {
    const json::array* parts = one.if_array();
    if (parts == nullptr || parts->size() != 3 || !(*parts)[0].is_int64() ||
        (*parts)[0].get_int64() < 0 || !(*parts)[1].is_string() ||
        !(*parts)[2].is_string()) {
      return std::nullopt;
    }
    const json::string& folder = (*parts)[1].get_string();
    const json::string& sha256 = (*parts)[2].get_string();
    all.push_back({static_cast<std::uint64_t>((*parts)[0].get_int64()),
                   {folder.data(), folder.size()},
                   {sha256.data(), sha256.size()}});
  }
  return all;
}

}  // namespace

std::optional<OpenRecord> ParseOpenRecord(std::string_view line) {
  const auto record = ParseLine(line);
  if (!record) return std::nullopt;
  const auto log = TextOf(*record, "log");
  const auto key = TextOf(*record, "key");
  const auto public_key = BytesOf(*record, "public_key");
  auto peaks = PeaksOf(*record);
  auto set_aside = SetAsideOf(*record);
  if (!log || !key || !public_key || !peaks || !set_aside) return std::nullopt;
  const auto format = NumberOf(*record, "format");
  // The format is only read here. Who may use the record decides whether the
  // format is known, as a log of another format must be named and not called
  // damaged.
  if (!IsId(*log) || !IsId(*key) || !format) return std::nullopt;
  return OpenRecord{*log,        *key,
                    *public_key, std::move(*peaks),
                    *format,     std::move(*set_aside)};
}

std::string OpenBody(const OpenRecord& record, std::string_view times) {
  std::string body = "\"kind\":\"open\"," + std::string(times);
  body += ",\"version\":\"" ANSWERBOX_VERSION "\",\"format\":" +
          std::to_string(record.format) + ",\"log\":\"";
  body += record.log + "\",\"key\":\"" + record.key;
  body += "\",\"public_key\":\"" + Base64(record.public_key);
  body += "\",\"peaks\":[";
  for (const Digest& peak : record.peaks) {
    if (body.back() != '[') body += ',';
    body += '"' + ToHex(peak) + '"';
  }
  body += ']';
  if (!record.set_aside.empty()) {
    json::array set_aside;
    for (const NamedEvidence& one : record.set_aside) {
      set_aside.push_back(json::array{one.record, one.folder, one.sha256});
    }
    body += ",\"set_aside\":" + json::serialize(set_aside);
  }
  return body + '}';
}

std::string KeyRecord::Statement(std::string_view log,
                                 std::uint64_t seq) const {
  // The number of the record is signed too, so that the statement can't be
  // repeated at another place of the log.
  return "answerbox-key/1 " + std::string(log) + ' ' + std::to_string(seq) +
         ' ' + Base64(public_key);
}

std::optional<KeyRecord> ParseKeyRecord(std::string_view line) {
  const auto record = ParseLine(line);
  if (!record) return std::nullopt;
  const auto public_key = BytesOf(*record, "public_key");
  const auto by = TextOf(*record, "by");
  const auto signature = BytesOf(*record, "signature");
  if (!public_key || !by || !signature) return std::nullopt;
  if (!by->empty() && !IsId(*by)) return std::nullopt;
  return KeyRecord{*public_key, *by, *signature};
}

std::string KeyBody(const KeyRecord& record, std::string_view times) {
  return "\"kind\":\"key\"," + std::string(times) + ",\"public_key\":\"" +
         Base64(record.public_key) + "\",\"by\":\"" + record.by +
         "\",\"signature\":\"" + Base64(record.signature) + "\"}";
}

std::optional<EvidenceRecord> ParseEvidenceRecord(std::string_view line) {
  const auto record = ParseLine(line);
  if (!record) return std::nullopt;
  // A member that is missing reads as empty: the record is on the chain, and
  // says at least that there was evidence.
  return EvidenceRecord{TextOf(*record, "folder").value_or(""),
                        TextOf(*record, "sha256").value_or(""),
                        TextOf(*record, "found").value_or(""),
                        TextOf(*record, "file").value_or(""),
                        NumberOf(*record, "offset").value_or(0),
                        TextOf(*record, "head").value_or("")};
}

std::optional<NamedEvidence> NameEvidence(const LinePrefix& prefix,
                                          std::string_view line) {
  auto record = ParseEvidenceRecord(line);
  if (!record) return std::nullopt;
  return NamedEvidence{prefix.seq, std::move(record->folder),
                       std::move(record->sha256)};
}

std::optional<SignedHead> ParseHeadRecord(std::string_view line) {
  const auto record = ParseLine(line);
  if (!record) return std::nullopt;
  const auto text = TextOf(*record, "head");
  auto head = text ? ParseHead(*text) : std::nullopt;
  // A kept head is signed over the same records under another title. In the log
  // it would be a head that the daemon never put there.
  if (head && head->kind != HeadKind::kLog) return std::nullopt;
  return head;
}

std::string HeadBody(const SignedHead& head) {
  return "\"kind\":\"head\",\"head\":\"" + head.Text() + "\"}";
}

bool IsWellFormed(std::string_view line) {
  // Whoever reads a log may parse each line; a line without bound would let one
  // record exhaust a reader.
  return line.size() <= kMaxLineBytes && ParseLine(line).has_value();
}

std::optional<Chain> ResumeChain(std::string_view line) {
  const auto prefix = ReadPrefix(line);
  if (!prefix || prefix->kind != "open") return std::nullopt;
  const auto record = ParseOpenRecord(line);
  const auto previous = DigestFromHex(prefix->prev);
  if (!record || !previous) return std::nullopt;
  // The peaks stand for all older records, which need not be there. A head that
  // covers them proves whether they are right.
  auto tree = MerkleTree::Resume(prefix->seq, record->peaks);
  if (!tree || (prefix->seq == 0 && *previous != Digest{})) return std::nullopt;
  Chain chain;
  chain.log = record->log;
  chain.previous = *previous;
  chain.tree = std::move(*tree);
  chain.begin = prefix->seq;
  return chain;
}

}  // namespace answerbox::protocol
