// Follows the records of a log from file to file, and compares them with the
// head that is kept beside the log. docs/audit-format.md, "At start".
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "protocol/audit/chain.h"
#include "protocol/audit/evidence.h"
#include "protocol/audit/key_succession.h"
#include "protocol/audit/known_state.h"
#include "protocol/audit/log_folder.h"

namespace answerbox::protocol {

class LogReader {
 public:
  // `kept` outlives it.
  explicit LogReader(const std::optional<KeptHead>& kept);

  // Reads up to the first line that does not follow from its predecessor.
  // Returns the offset of that line.
  [[nodiscard]] std::size_t Read(const std::filesystem::path& path,
                                 std::string_view text);

  // The first disagreement, if there is one.
  [[nodiscard]] const std::optional<Disagreement>& found() const noexcept {
    return found_;
  }
  // Makes a disagreement about the file that was read last.
  [[nodiscard]] Disagreement Found(std::string message,
                                   std::uint64_t offset) const;

  // Finds two disagreements: the log did not reach the place of the kept head,
  // or it goes on although the kept head says that the daemon had stopped. Call
  // it after the last file, for a log that is at least as long as the kept head
  // says.
  //   end   offset where the whole records of the last file end
  //   rest  number of bytes after `end`
  void CheckKeptHead(std::size_t end, std::size_t rest);
  // Checks the last head of the log after the kept one. It covers all earlier
  // records, so the others need no check. Call it after the last file.
  void CheckNewestHead();

  [[nodiscard]] const Chain& chain() const noexcept { return chain_; }
  // Id of the key that signs from here on.
  [[nodiscard]] const std::string& key() const noexcept { return keys_.id(); }
  // The format that the files name.
  [[nodiscard]] std::uint64_t format() const noexcept { return format_; }
  [[nodiscard]] const std::optional<SignedHead>& newest() const noexcept {
    return newest_;
  }
  // The first record that newest() does not cover.
  [[nodiscard]] std::uint64_t signed_end() const noexcept {
    return signed_end_;
  }
  // Where the records begin that newest() does not cover; nothing if there are
  // none. Call it after CheckNewestHead.
  struct Tail {
    std::string file;
    std::uint64_t offset = 0;
    std::uint64_t record = 0;  // Number of the first one.
  };
  [[nodiscard]] const std::optional<Tail>& tail() const noexcept {
    return tail_;
  }
  // The evidence that the log names.
  [[nodiscard]] const std::vector<NamedEvidence>& set_aside() const noexcept {
    return set_aside_;
  }
  // What the records that were read tell of users and collections.
  [[nodiscard]] const KnownState& known() const noexcept { return known_; }
  // Whether the last file has a `state` record.
  [[nodiscard]] bool has_state() const noexcept { return has_state_; }
  // Whether the log has no records besides those that begin it.
  [[nodiscard]] bool IsUnused() const noexcept { return is_unused_; }

 private:
  struct PlacedHead {
    std::string line;
    std::string file;
    std::uint64_t offset = 0;
    std::uint64_t size = 0;
    Digest root{};
    std::string key;  // DER.
  };

  [[nodiscard]] bool IsCovered() const {
    return kept_ && chain_.tree.size() < kept_->head.size;
  }
  // Reads the first line of a file. False when it does not follow.
  [[nodiscard]] bool Open(std::string_view line);
  // Takes in the content of a record that follows, if its kind matters.
  void Note(const LinePrefix& prefix, std::string_view line, std::size_t at);
  void NoteKey(std::string_view line, std::size_t at);
  // Compares the log with the kept head, at the record where that head ends.
  void Compare(std::size_t at);

  const std::optional<KeptHead>& kept_;
  Chain chain_;
  std::string file_;
  KeySuccession keys_;
  std::uint64_t format_ = 0;
  bool is_unused_ = true;
  std::vector<NamedEvidence> set_aside_;
  KnownState known_;
  bool has_state_ = false;
  bool is_compared_ = false;
  std::optional<SignedHead> newest_;
  std::optional<Tail> tail_;
  std::uint64_t signed_end_ = 0;
  std::optional<Disagreement> found_;
  // File and offset of the first record that the kept head does not cover.
  std::optional<std::pair<std::string, std::uint64_t>> after_kept_;
  std::optional<PlacedHead> last_head_;  // Of the log, after the kept one.
};

}  // namespace answerbox::protocol
