// Diagnose: how a log was damaged.
#include <string>

#include "protocol/audit/verifier.h"

namespace answerbox::protocol {
namespace {

// A line without its end, and where the next one begins.
struct Line {
  std::string_view text;
  std::size_t next = std::string_view::npos;  // npos: the file ends before.
};

Line LineAt(std::string_view file, std::size_t at) {
  const std::size_t end = file.find('\n', at);
  if (end == std::string_view::npos) return {file.substr(at), end};
  return {file.substr(at, end - at), end + 1};
}

class Diagnoser {
 public:
  explicit Diagnoser(const BrokenPlace& place)
      : place_(place),
        expected_(place.chain.tree.size()),
        broken_(LineAt(place.text, place.broken)) {
    if (place.previous != std::string_view::npos) {
      previous_ = LineAt(place.text, place.previous).text;
    }
    if (broken_.next < place.text.size()) {
      next_ = LineAt(place.text, broken_.next).text;
    }
  }

  Finding Find() const {
    if (broken_.next == std::string_view::npos) {
      return Found(Damage::kTruncated, expected_, "ends before its line does");
    }
    const auto prefix = ReadPrefix(broken_.text);
    // From here on the line reads as a record. Its number and the hash that it
    // repeats say where it belongs; both are compared with what must come here.
    if (!prefix) return Unreadable();
    const bool is_linked = RepeatsHash(*prefix, place_.chain.previous);
    if (prefix->seq == expected_) return BrokenLink(*prefix);
    // It repeats the right hash, so it was written for this place: only its
    // number was changed.
    if (is_linked) {
      return Found(Damage::kChanged, expected_,
                   "has another number, " + std::to_string(prefix->seq));
    }
    return prefix->seq > expected_ ? Ahead(prefix->seq) : Behind(prefix->seq);
  }

 private:
  Finding Found(Damage damage, std::uint64_t seq,
                const std::string& what) const {
    return {damage, seq, seq, place_.broken,
            "Record " + std::to_string(seq) + ' ' + what + '.'};
  }
  Finding PreviousChanged() const {
    return Found(Damage::kChanged, expected_ == 0 ? 0 : expected_ - 1,
                 "has been changed");
  }

  Finding Unreadable() const {
    const auto next = ReadPrefix(next_);
    if (next && next->seq == expected_) {
      // The next line has the number that this one should have.
      // The line before may have been split, or this one is foreign.
      if (RepeatsHash(*next, place_.chain.previous)) {
        return Found(Damage::kInserted, expected_, "has a foreign line before");
      }
      return PreviousChanged();
    }
    return Found(Damage::kChanged, expected_, "has been changed");
  }

  // The right number, but not the hash of the line before: one of the two lines
  // was changed, and what comes next saw which of them.
  Finding BrokenLink(const LinePrefix& prefix) const {
    const Finding changed =
        Found(Damage::kChanged, expected_, "has been changed");
    // The first record of the first file has no line before it that could have
    // been changed.
    if (expected_ == place_.chain.begin) return changed;
    // The next line repeats the hash of this one as it was written.
    if (const auto next = ReadPrefix(next_)) {
      return RepeatsHash(*next, HashLine(broken_.text)) ? PreviousChanged()
                                                        : changed;
    }
    // The last line, and a head: the tree that it signed tells whether the line
    // before still is what it was.
    if (prefix.kind == "head") {
      const auto head = ParseHeadRecord(broken_.text);
      return head && head->root != place_.chain.tree.Root() ? PreviousChanged()
                                                            : changed;
    }
    // The last line of the log: nothing tells which of the two was changed.
    Finding either = PreviousChanged();
    either.last = expected_;
    either.message = "Record " + std::to_string(either.first) + " or record " +
                     std::to_string(expected_) + " has been changed.";
    return either;
  }

  Finding Ahead(std::uint64_t seq) const {
    // Two lines became one when the line feed between them was lost.
    if (HoldsRecord(previous_, expected_)) return PreviousChanged();
    // The missing record may stand further on. Looks only at this file: a
    // record that was moved to another one is missing here.
    for (Line line = broken_; line.next < place_.text.size();) {
      line = LineAt(place_.text, line.next);
      const auto prefix = ReadPrefix(line.text);
      if (prefix && prefix->seq == expected_) {
        return Found(Damage::kReordered, expected_,
                     "stands behind record " + std::to_string(seq));
      }
    }
    Finding removed = Found(Damage::kRemoved, expected_, "is missing");
    removed.last = seq - 1;
    if (removed.last != removed.first) {
      removed.message = "Records " + std::to_string(removed.first) + " to " +
                        std::to_string(removed.last) + " are missing.";
    }
    return removed;
  }

  Finding Behind(std::uint64_t seq) const {
    return Found(Damage::kInserted, seq, "is there more than once");
  }

  const BrokenPlace& place_;
  std::uint64_t expected_;
  Line broken_;
  std::string_view previous_;
  std::string_view next_;
};

}  // namespace

Finding Diagnose(const BrokenPlace& place) { return Diagnoser(place).Find(); }

}  // namespace answerbox::protocol
