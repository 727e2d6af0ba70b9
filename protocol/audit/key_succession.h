// The keys that sign a log, one after the other. docs/audit-format.md, "Keys".
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "protocol/audit/chain.h"

namespace answerbox::protocol {

class KeySuccession {
 public:
  // Begins with the key that the first `open` record names.
  //   der  as in the record; not checked
  void Begin(std::string_view der);

  // The key that signs from here on; empty before Begin.
  [[nodiscard]] const std::string& der() const noexcept { return der_; }
  [[nodiscard]] const std::string& id() const noexcept { return id_; }

  // The present key has signed a head. From here on the key before it can't
  // come back.
  void NoteHead() noexcept { has_signed_ = true; }

  // Whether this key may sign without a signature of the present one. It is the
  // present key, or the key directly before it while the present one has signed
  // no head: a power cut kept the present one from being stored.
  [[nodiscard]] bool MayComeBack(std::string_view der) const;
  // Whether the record's key can be trusted as much as the present one: it may
  // come back, or the present key signed it. Checks one signature at most.
  //   seq  number of the record
  [[nodiscard]] bool VouchesFor(const KeyRecord& record, std::string_view log,
                                std::uint64_t seq) const;
  // `der` signs from here on.
  void Follow(std::string_view der);

 private:
  std::string der_;
  std::string id_;
  std::string previous_;  // DER of the key directly before; empty: unknown.
  bool has_signed_ = false;
};

}  // namespace answerbox::protocol
