// A pack on its way in. Its signature is checked before anything of it is
// stored, and each part while it is written to a folder that nobody else uses.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "daemon/collections/files/collection_settings.h"
#include "daemon/collections/snapshots/snapshot.h"
#include "daemon/error.h"
#include "platform/file/file_writer.h"
#include "protocol/audit/signing_key.h"
#include "protocol/pack/pack_reader.h"

namespace answerbox::daemon {

// Destroying it removes the folder. Used by one thread at a time.
class ReceivedPack final : private PackSink {
 public:
  //   collection   in which it shall be installed
  //   folder       does not exist yet; the next opening of the store removes it
  //   keys         one of them must have signed it
  //   max_bytes    of all parts
  //   next_number  gives the number of a file
  //   turn         released when the pack is destroyed: a daemon receives one
  ReceivedPack(std::string collection, std::filesystem::path folder,
               std::vector<PublicKey> keys, std::uint64_t max_bytes,
               std::function<std::uint64_t()> next_number,
               std::shared_ptr<void> turn);
  ~ReceivedPack() override;
  ReceivedPack(const ReceivedPack&) = delete;
  ReceivedPack& operator=(const ReceivedPack&) = delete;

  // Takes the next bytes. Errors: kRejected (untrusted_pack, damaged_pack,
  // unusable_pack), kLimit, kStorage. After an error it may only be destroyed.
  [[nodiscard]] Result<void> Append(std::string_view bytes);

  // Opens what was received, and reads every byte of the segments; call it
  // after the last byte, once. Errors: as Append; kCorrupt.
  [[nodiscard]] Result<void> Open();

  // --- After Open()

  [[nodiscard]] const CollectionSettings& settings() const noexcept {
    return settings_;
  }
  [[nodiscard]] const std::vector<Snapshot::Segment>& segments()
      const noexcept {
    return segments_;
  }
  [[nodiscard]] std::uint64_t bytes() const noexcept;
  [[nodiscard]] std::uint64_t documents() const noexcept;
  // Moves the files into the folder of a collection, which owns them from now
  // on. Errors: kStorage; those that were moved are then removed.
  [[nodiscard]] Result<void> MoveTo(const std::filesystem::path& folder);

  // ---

  [[nodiscard]] const std::string& collection() const noexcept {
    return collection_;
  }
  // What it says of itself, for the record of a refusal; null: not known yet.
  // A key that is empty did not sign it.
  [[nodiscard]] const std::shared_ptr<const PackMark>& mark() const noexcept {
    return settings_.pack;
  }

 private:
  [[nodiscard]] Result<void> OnSeal(const PackSeal& seal) override;
  [[nodiscard]] Result<void> OnPart(const PackPart& part) override;
  [[nodiscard]] Result<void> OnBytes(std::string_view bytes) override;
  [[nodiscard]] Result<void> OnPartEnd() override;
  [[nodiscard]] Result<void> TakeSettings(const PackHeader& header);
  [[nodiscard]] Result<void> TakeText();

  const std::string collection_;
  const std::filesystem::path folder_;
  const std::vector<PublicKey> keys_;
  const std::uint64_t max_bytes_;
  const std::function<std::uint64_t()> next_number_;
  const std::shared_ptr<void> turn_;
  PackReader reader_;
  PackPartKind kind_ = PackPartKind::kSegment;  // Of the present part.
  std::string text_;                            // Of one that is no segment.
  std::optional<platform::FileWriter> file_;    // Of a segment.
  std::vector<std::uint64_t> numbers_;          // Of the segments.
  std::vector<std::string> files_;              // All names in the folder.
  CollectionSettings settings_;
  std::vector<Snapshot::Segment> segments_;
};

// The public keys whose packs are installed: files NAME.pub (PEM) in a folder
// that only root writes. docs/operations.md, "Packs".
inline constexpr std::size_t kMaxTrustedKeys = 64;

// Reads all keys of the folder. Errors: kRejected (untrusted_pack), with what
// to do: there is no key, or more than kMaxTrustedKeys, or others than root and
// the daemon's user may write the folder or a key; kStorage; kCorrupt for a
// file that is no key.
[[nodiscard]] Result<std::vector<PublicKey>> ReadTrustedKeys(
    const std::filesystem::path& folder);
// Errors: kStorage; kRejected (untrusted_pack): the key of the pack is not
// there or can't be read, or others may write to the folder.
[[nodiscard]] Result<void> CheckTrusted(const PackMark& pack,
                                        const std::filesystem::path& folder);

}  // namespace answerbox::daemon
