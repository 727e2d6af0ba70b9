// Follows the records of a log, one file after another, and holds them against
// the head that is kept beside it. docs/audit-format.md, "At start".
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "daemon/audit/format/chain.h"
#include "daemon/audit/format/evidence.h"
#include "daemon/audit/format/kept_head.h"

namespace answerbox::daemon {

class LogReader {
 public:
  // `kept` outlives it.
  explicit LogReader(const std::optional<KeptHead>& kept);

  // Reads up to the first line that does not follow; gives where that begins.
  [[nodiscard]] std::size_t Read(const std::filesystem::path& path,
                                 std::string_view text);

  // A disagreement, if one was met.
  [[nodiscard]] const std::optional<Disagreement>& found() const noexcept {
    return found_;
  }
  // One of the file that was read last.
  [[nodiscard]] Disagreement Found(std::string message,
                                   std::uint64_t offset) const;

  // Finds a log that was never compared with the kept head, and one that goes
  // on although the kept head says that the daemon had stopped. Call at the
  // end, for a log that is at least as long as the kept head says.
  //   end   where the whole records of the file that was read last end
  //   rest  bytes after that
  void CheckKeptHead(std::size_t end, std::size_t rest);
  // Call at the end. Whether the last head of the log, after the kept one, is
  // good. Only that one is looked at, as it covers what is before.
  void CheckNewestHead();

  [[nodiscard]] const Chain& chain() const noexcept { return chain_; }
  // Id of the key that signs from here on.
  [[nodiscard]] const std::string& key() const noexcept { return key_; }
  [[nodiscard]] std::uint64_t format() const noexcept { return format_; }
  [[nodiscard]] const std::optional<SignedHead>& newest() const noexcept {
    return newest_;
  }
  // First record that `newest` does not cover.
  [[nodiscard]] std::uint64_t signed_end() const noexcept {
    return signed_end_;
  }
  // Whether nothing was read but what a log begins with.
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
  // The first line of a file.
  [[nodiscard]] bool Open(std::string_view line);
  // What a record in place says besides its hash.
  void Note(const LinePrefix& prefix, std::string_view line, std::size_t at);
  void NoteKey(std::string_view line, std::size_t at);
  [[nodiscard]] bool IsVouchedFor(const KeyRecord& record) const;
  // With the kept head, where that ends.
  void Compare(std::size_t at);

  const std::optional<KeptHead>& kept_;
  Chain chain_;
  std::string file_;
  std::string key_;
  std::string key_der_;
  std::vector<std::string> known_keys_;  // DER.
  std::uint64_t format_ = 0;
  bool is_unused_ = true;
  bool is_compared_ = false;
  std::optional<SignedHead> newest_;
  std::uint64_t signed_end_ = 0;
  std::optional<Disagreement> found_;
  // File and offset of the first record that the kept head does not cover.
  std::optional<std::pair<std::string, std::uint64_t>> after_kept_;
  std::optional<PlacedHead> last_head_;  // Of the log, after the kept one.
};

}  // namespace answerbox::daemon
