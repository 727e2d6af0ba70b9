#include "protocol/audit/log_reader.h"

#include <algorithm>
#include <span>
#include <tuple>
#include <utility>

namespace answerbox::protocol {
namespace {

std::string Records(std::uint64_t count) {
  return std::to_string(count) + (count == 1 ? " record" : " records");
}

// Whether the line has control characters. A whole JSON line has none; a block
// that a power cut kept from the disk reads as zeros.
bool HoldsControl(std::string_view line) {
  return std::ranges::any_of(
      line, [](char c) { return static_cast<unsigned char>(c) < ' '; });
}

}  // namespace

LogReader::LogReader(const std::optional<KeptHead>& kept) : kept_(kept) {
  if (!kept_) return;
  newest_ = kept_->head;
  signed_end_ = newest_->size;
}

std::size_t LogReader::Read(const std::filesystem::path& path,
                            std::string_view text) {
  file_ = path.filename();
  std::size_t at = 0;
  for (std::size_t end; (end = text.find('\n', at)) != text.npos;
       at = end + 1) {
    const std::string_view line = text.substr(at, end - at);
    // Each file begins with an `open` record that repeats what came before, so
    // that files can be read without the older ones.
    if (at == 0 && !Open(line)) break;
    if (!found_ && at == 0) Compare(0);
    const auto prefix = ReadPrefix(line);
    if (!prefix || prefix->seq != chain_.tree.size() ||
        !RepeatsHash(*prefix, chain_.previous) ||
        (!IsCovered() && HoldsControl(line))) {
      break;
    }
    // Remembered for the message: where the log goes on although its end was
    // signed.
    if (is_compared_ && !after_kept_) after_kept_ = {file_, at};
    if (!tail_ && !IsCovered()) tail_ = {file_, at, prefix->seq};
    Note(*prefix, line, at);
    chain_.Append(HashLine(line));
    Compare(at);
  }
  return at;
}

Disagreement LogReader::Found(std::string message, std::uint64_t offset) const {
  return {std::move(message), file_, offset,
          newest_ ? newest_->Text() : std::string()};
}

void LogReader::CheckKeptHead(std::size_t end, std::size_t rest) {
  if (!kept_ || found_) return;
  const std::uint64_t size = kept_->head.size;
  if (!is_compared_) {
    found_ = Found("The log begins with record " +
                       std::to_string(chain_.begin) + ", after the " +
                       Records(size) + " that the kept head covers.",
                   0);
  } else if (kept_->head.kind == HeadKind::kStopped &&
             (after_kept_ || rest != 0)) {
    found_ = Found("Record " + std::to_string(size) +
                       " follows the end that was signed when the daemon "
                       "stopped.",
                   end);
    if (after_kept_) std::tie(found_->file, found_->offset) = *after_kept_;
  }
}

void LogReader::CheckNewestHead() {
  if (found_ || !last_head_) return;
  const auto key = PublicKey::Parse(last_head_->key);
  const auto head = ParseHeadRecord(last_head_->line);
  const std::string& line = last_head_->line;
  if (key && head && line.substr(line.find("\"kind\"")) == HeadBody(*head) &&
      head->log == chain_.log && head->size == last_head_->size &&
      head->root == last_head_->root && head->key == key->id() &&
      key->Verifies(head->Statement(), head->signature)) {
    newest_ = *head;
    signed_end_ = head->size + 1;
    return;
  }
  found_ = {"Record " + std::to_string(last_head_->size) +
                " is a head that was never signed.",
            last_head_->file, last_head_->offset,
            newest_ ? newest_->Text() : std::string()};
}

bool LogReader::Open(std::string_view line) {
  const auto record = ParseOpenRecord(line);
  auto resumed = ResumeChain(line);
  // The first line of a file must be one, or the file is not part of the log.
  if (!record || !resumed) return false;
  // A new file is no way to bring in a key: a `key` record is.
  const bool may_sign = keys_.MayComeBack(record->public_key);
  if (chain_.log.empty()) {
    chain_ = std::move(*resumed);
    keys_.Begin(record->public_key);
    set_aside_ = record->set_aside;
    format_ = record->format;
  } else if (record->log != chain_.log || record->format != format_ ||
             !std::ranges::equal(record->peaks, chain_.tree.peaks()) ||
             (!IsCovered() && (!may_sign || record->set_aside != set_aside_))) {
    return false;
  } else if (may_sign) {
    keys_.Follow(record->public_key);
  }
  return true;
}

void LogReader::Note(const LinePrefix& prefix, std::string_view line,
                     std::size_t at) {
  // These begin a log, before anything has happened.
  if (prefix.kind != "open" && prefix.kind != "evidence" &&
      prefix.kind != "state") {
    is_unused_ = false;
  }
  known_.Take(prefix.kind, line);
  has_state_ = prefix.kind == "state" || (has_state_ && prefix.kind != "open");
  if (prefix.kind == "evidence" && is_unused_ && chain_.begin == 0) {
    if (auto named = NameEvidence(prefix, line)) {
      set_aside_.push_back(std::move(*named));
    }
  }
  if (prefix.kind == "head") {
    keys_.NoteHead();
    // The kept head is newer and covers this one.
    if (IsCovered()) return;
    tail_.reset();
    last_head_ = {std::string(line),  file_,      at, prefix.seq,
                  chain_.tree.Root(), keys_.der()};
  } else if (prefix.kind == "key") {
    NoteKey(line, at);
  }
}

void LogReader::NoteKey(std::string_view line, std::size_t at) {
  const auto record = ParseKeyRecord(line);
  // Records that the kept head covers need no other proof.
  if (!record || (!IsCovered() &&
                  !keys_.VouchesFor(*record, chain_.log, chain_.tree.size()))) {
    // The first fault is told; later ones may follow from it.
    if (!found_) {
      found_ = Found("Record " + std::to_string(chain_.tree.size()) +
                         " changes the key, and the key before does not vouch "
                         "for it.",
                     at);
    }
    return;
  }
  keys_.Follow(record->public_key);
}

void LogReader::Compare(std::size_t at) {
  // Only at the very record where the head ends, as the tree grows with each
  // line.
  if (!kept_ || found_ || chain_.tree.size() != kept_->head.size) return;
  is_compared_ = true;
  const SignedHead& head = kept_->head;
  if (head.log != chain_.log) {
    found_ = Found("The log is " + chain_.log + ", but the kept head is of " +
                       head.log + ".",
                   0);
  } else if (head.root != chain_.tree.Root()) {
    found_ = Found(
        "The first " + Records(head.size) + " are not those that were signed.",
        at);
  } else if (head.key != keys_.id()) {
    found_ = Found("The kept head is signed by key " + head.key +
                       ", but the log's key is " + keys_.id() + ".",
                   at);
  } else {
    keys_.NoteHead();
  }
}

}  // namespace answerbox::protocol
