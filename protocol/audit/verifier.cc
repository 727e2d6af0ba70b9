#include "protocol/audit/verifier.h"

#include <algorithm>
#include <charconv>
#include <cstring>
#include <utility>

namespace answerbox::protocol {
namespace {

Finding At(Damage damage, std::uint64_t seq, std::string message) {
  return {damage, seq, seq, 0, std::move(message)};
}

std::string Record(std::uint64_t seq) {
  return "Record " + std::to_string(seq);
}

const PublicKey* FindKey(const std::vector<PublicKey>& keys,
                         std::string_view id) {
  const auto found = std::ranges::find(keys, id, &PublicKey::id);
  return found == keys.end() ? nullptr : &*found;
}

// The end of the line at `at`: its line feed, or the end of the text.
std::size_t LineEnd(std::string_view text, std::size_t at) {
  const void* const found =
      std::memchr(text.data() + at, '\n', text.size() - at);
  if (found == nullptr) return text.size();
  return static_cast<std::size_t>(static_cast<const char*>(found) -
                                  text.data());
}

bool IsSpecial(std::string_view kind) {
  return kind == "head" || kind == "open" || kind == "key" ||
         kind == "evidence";
}

}  // namespace

std::string_view ToString(Damage damage) noexcept {
  switch (damage) {
    case Damage::kChanged:
      return "changed";
    case Damage::kRemoved:
      return "removed";
    case Damage::kInserted:
      return "inserted";
    case Damage::kReordered:
      return "reordered";
    case Damage::kTruncated:
      return "truncated";
    case Damage::kNotSigned:
      return "not_signed";
    case Damage::kUntrusted:
      return "untrusted";
  }
  return "unknown";
}

std::optional<Finding> Verifier::ReadFile(std::string_view text) {
  if (text.empty()) {
    // The daemon writes the first record together with the file.
    return At(Damage::kTruncated, size(),
              "The file is empty: " + Record(size()) + " is not there.");
  }
  std::size_t previous = std::string_view::npos;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = LineEnd(text, at);
    const std::string_view line = text.substr(at, end - at);
    // Before all else: an editor that changed line ends changed every line, and
    // each would be called changed.
    if (auto finding = FindForeignBytes(text, at, end)) return finding;
    if (chain_.log.empty()) {
      if (auto finding = Begin(line)) return finding;
    }
    const auto prefix = ReadPrefix(line);
    // The chain breaks here. What was done to the log is found out by the lines
    // around.
    if (end == text.size() || !prefix || prefix->seq != size() ||
        !RepeatsHash(*prefix, chain_.previous)) {
      return Diagnose({chain_, text, previous, at});
    }
    if (auto finding = ReadRecord(line, *prefix)) {
      finding->offset = at;
      return finding;
    }
    previous = at;
    at = end + 1;
  }
  // Two lines may have become one: no line follows here that would show it.
  if (previous != std::string_view::npos &&
      HoldsRecord(text.substr(previous), size())) {
    Finding finding = At(Damage::kChanged, size() - 1,
                         Record(size() - 1) + " has been changed.");
    finding.offset = previous;
    return finding;
  }
  return std::nullopt;
}

std::optional<Finding> Verifier::FindForeignBytes(std::string_view text,
                                                  std::size_t at,
                                                  std::size_t end) const {
  constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
  std::string_view line = text.substr(at, end - at);
  const bool has_mark = at == 0 && line.starts_with(kByteOrderMark);
  const bool has_return = end != text.size() && line.ends_with("}\r");
  if (!has_mark && !has_return) return std::nullopt;
  if (has_mark) line.remove_prefix(kByteOrderMark.size());
  if (has_return) line.remove_suffix(1);
  const auto prefix = ReadPrefix(line);
  // The first line of the first file says its own number.
  const std::uint64_t seq = prefix && chain_.log.empty() ? prefix->seq : size();
  Finding finding =
      At(Damage::kChanged, seq,
         has_mark ? "The file begins with a byte order mark, which was not "
                    "there when it was written."
                  : Record(seq) +
                        " ends with a carriage return: the file's line ends "
                        "were converted.");
  finding.offset = has_mark ? 0 : end - 1;
  return finding;
}

std::optional<Finding> Verifier::Begin(std::string_view line) {
  auto chain = ResumeChain(line);
  if (!chain) {
    return At(Damage::kChanged, 0,
              "The file does not begin with a readable open record.");
  }
  chain_ = std::move(*chain);
  if (const auto record = ParseOpenRecord(line)) {
    keys_.Begin(record->public_key);
    used_keys_.push_back(keys_.id());
  }
  return CheckKeptHeads();
}

std::optional<Finding> Verifier::ReadRecord(std::string_view line,
                                            const LinePrefix& prefix) {
  if (IsSpecial(prefix.kind)) {
    if (auto finding = ReadSpecial(line, prefix)) return finding;
    // Otherwise somebody could drop all heads of a log and chain it anew.
  } else if (size() - signed_size() > kMaxRecordsPerHead) {
    return At(Damage::kNotSigned, signed_size(),
              "No head follows record " + std::to_string(signed_size()) +
                  " for longer than the format allows.");
  }
  if (prefix.kind == "removed") ReadRemoved(line);
  chain_.Append(HashLine(line));
  if (auto finding = CheckKeptHeads()) return finding;
  return CheckKeysOfKeptHeads();
}

std::optional<Finding> Verifier::ReadSpecial(std::string_view line,
                                             const LinePrefix& prefix) {
  if (prefix.kind == "head") return ReadHead(line);
  if (prefix.kind == "key") return ReadKey(line);
  if (prefix.kind == "evidence") return ReadEvidence(line);
  return ReadOpen(line);
}

std::optional<Finding> Verifier::ReadOpen(std::string_view line) {
  const auto record = ParseOpenRecord(line);
  if (!record || record->log != chain_.log ||
      !std::ranges::equal(record->peaks, chain_.tree.peaks())) {
    return At(Damage::kChanged, size(),
              Record(size()) + " does not fit the records before it.");
  }
  if (record->format != kLogFormat) {
    return At(
        Damage::kChanged, size(),
        Record(size()) + " is of format " + std::to_string(record->format) +
            ", and this version knows format " + std::to_string(kLogFormat) +
            " alone: verify the log with the version that wrote it.");
  }
  // Later files repeat the evidence, so that nobody hides it by leaving the
  // first file out.
  // Files with these records may be kept elsewhere.
  for (const NamedEvidence& named : record->set_aside) {
    const bool is_known =
        std::ranges::any_of(evidence_, [&](const AdmittedEvidence& one) {
          return one.record == named.record;
        });
    if (is_known) continue;
    evidence_.push_back(
        {named.record, {named.folder, named.sha256, {}, {}, 0, {}}});
  }
  // After a power cut during a change of keys, the old key goes on.
  if (keys_.MayComeBack(record->public_key)) keys_.Follow(record->public_key);
  // Trust on first use: shows damage, but no forgery.
  if (takes_first_key_ && trusted_.empty()) {
    auto key = PublicKey::Parse(record->public_key);
    if (key) trusted_.push_back(std::move(*key));
  }
  return std::nullopt;
}

std::optional<Finding> Verifier::ReadEvidence(std::string_view line) {
  auto record = ParseEvidenceRecord(line);
  if (!record) {
    return At(Damage::kChanged, size(), Record(size()) + " can't be read.");
  }
  evidence_.push_back({size(), std::move(*record)});
  return std::nullopt;
}

void Verifier::ReadRemoved(std::string_view line) {
  // No string of a record has these bytes: quotation marks in it are escaped.
  constexpr std::string_view kLast = ",\"last\":";
  const std::size_t at = line.find(kLast);
  if (at == line.npos) return;
  std::uint64_t last = 0;
  std::from_chars(line.data() + at + kLast.size(), line.data() + line.size(),
                  last);
  removal_ = size();
  removed_end_ = last + 1;
}

std::vector<std::uint64_t> Verifier::NotCompared() const {
  std::vector<std::uint64_t> sizes;
  for (const SignedHead& head : kept_) {
    if (IsRemoved(head.size)) sizes.push_back(head.size);
  }
  return sizes;
}

std::optional<Finding> Verifier::CheckHead(const SignedHead& head) const {
  const PublicKey* key = FindKey(trusted_, head.key);
  if (key == nullptr) {
    return At(Damage::kUntrusted, size(),
              Record(size()) + " is signed by key " + head.key +
                  ", which is not among the trusted ones.");
  }
  if (!key->Verifies(head.Statement(), head.signature)) {
    return At(Damage::kChanged, size(),
              Record(size()) + " has a signature that is not good.");
  }
  return std::nullopt;
}

std::optional<Finding> Verifier::ReadHead(std::string_view line) {
  auto head = ParseHeadRecord(line);
  std::string expected;
  // A head is the one record whose every byte follows from what was signed. So
  // it is made again and compared.
  if (head) AppendLine(size(), chain_.previous, HeadBody(*head), expected);
  if (expected != line || head->log != chain_.log || head->size != size()) {
    return At(Damage::kChanged, size(),
              Record(size()) + " is a head that can't stand here.");
  }
  if (auto finding = CheckHead(*head)) return finding;
  // A key that was replaced, or not yet brought in, signs nothing at this
  // place, even if it is trusted.
  if (head->key != keys_.id()) {
    return At(Damage::kUntrusted, size(),
              Record(size()) + " is signed by key " + head->key +
                  ", but the log's key is " + keys_.id() + " there.");
  }
  if (head->root != chain_.tree.Root()) {
    // The chain is whole, so it was made anew. Which of the records differs,
    // nothing tells.
    Finding finding = At(Damage::kNotSigned, signed_size(),
                         "Among records " + std::to_string(signed_size()) +
                             " to " + std::to_string(size() - 1) +
                             " is one that was not there when their head was "
                             "signed.");
    finding.last = size() - 1;
    return finding;
  }
  last_head_ = std::move(head);
  keys_.NoteHead();
  ++heads_;
  return std::nullopt;
}

std::optional<Finding> Verifier::ReadKey(std::string_view line) {
  const auto record = ParseKeyRecord(line);
  auto key = record ? PublicKey::Parse(record->public_key)
                    : Result<PublicKey>(Error{});
  if (!key) {
    return At(Damage::kChanged, size(), Record(size()) + " holds no key.");
  }
  // A key that --key names needs no other proof, unless it was replaced before:
  // then somebody else may have it.
  const bool is_known = FindKey(trusted_, key->id()) != nullptr;
  const bool is_vouched_for = FindKey(trusted_, keys_.id()) != nullptr &&
                              keys_.VouchesFor(*record, chain_.log, size());
  // Whoever replaced a key may have done so because somebody else has it.
  if (!is_vouched_for && is_known && IsReplaced(key->id())) {
    return At(Damage::kUntrusted, size(),
              Record(size()) + " brings back key " + key->id() +
                  ", which was replaced before; the key " + keys_.id() +
                  " does not vouch for it.");
  }
  if (!is_vouched_for && !is_known) {
    return At(Damage::kUntrusted, size(),
              Record(size()) + " brings in key " + key->id() +
                  ", for which no trusted key vouches.");
  }
  keys_.Follow(record->public_key);
  used_keys_.push_back(keys_.id());
  if (!is_known) trusted_.push_back(std::move(*key));
  return std::nullopt;
}

bool Verifier::IsReplaced(std::string_view key_id) const {
  return key_id != keys_.id() &&
         std::ranges::find(used_keys_, key_id) != used_keys_.end();
}

std::optional<Finding> Verifier::CheckKeysOfKeptHeads() const {
  for (const SignedHead& head : kept_) {
    if (head.size == size() && head.key != keys_.id()) {
      return At(Damage::kUntrusted, size() - 1,
                "The kept head is signed by key " + head.key +
                    ", but the log's key is " + keys_.id() +
                    " where it was made.");
    }
  }
  return std::nullopt;
}

std::optional<Finding> Verifier::CheckKeptHeads() const {
  for (const SignedHead& head : kept_) {
    if (head.size != size()) continue;
    if (head.log != chain_.log) {
      return At(Damage::kNotSigned, 0, "The kept head is of another log.");
    }
    if (head.root != chain_.tree.Root()) {
      Finding finding =
          At(Damage::kNotSigned, chain_.begin,
             "The first " + std::to_string(size()) +
                 " records are not those that the kept head was made of.");
      finding.last = size() - 1;
      return finding;
    }
  }
  return std::nullopt;
}

std::optional<Finding> Verifier::Finish() const {
  for (const SignedHead& head : kept_) {
    if (head.log != chain_.log) {
      return At(Damage::kNotSigned, 0, "The kept head is of another log.");
    }
    if (auto finding = CheckHead(head)) {
      finding->message = "The kept head: " + finding->message;
      return finding;
    }
    if (head.size < begin() && !IsRemoved(head.size)) {
      Finding finding =
          At(Damage::kRemoved, head.size,
             "The files begin with record " + std::to_string(begin()) +
                 ", behind the kept head; give those before it too.");
      finding.last = begin() - 1;
      return finding;
    }
    if (head.size > size()) {
      Finding finding =
          At(Damage::kTruncated, size(),
             "The log ends before record " + std::to_string(size()) +
                 ", but the kept head covers " + std::to_string(head.size) +
                 " records.");
      finding.last = head.size - 1;
      return finding;
    }
  }
  // The daemon signs where the log ends when it stops, and replaces that before
  // it writes again.
  if (end_ && size() > *end_) {
    Finding finding =
        At(Damage::kInserted, *end_,
           Record(*end_) +
               " follows the end that was signed when the daemon stopped.");
    finding.last = size() - 1;
    return finding;
  }
  return std::nullopt;
}

}  // namespace answerbox::protocol
