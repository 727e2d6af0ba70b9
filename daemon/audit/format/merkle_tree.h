// The tree of RFC 6962, section 2.1, over the log's lines: one hash stands for
// all of them, and a short proof shows that a line is among them. Everything
// here takes the lines in order and keeps O(log n) of them.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "daemon/audit/format/digest.h"

namespace answerbox::daemon {

// Roots of the complete subtrees that make up a tree, largest first: one for
// each bit that is set in the number of leaves.
class MerkleTree {
 public:
  MerkleTree() = default;
  // Goes on from `size` leaves. Nothing when `peaks` are not as many as `size`
  // has bits set.
  [[nodiscard]] static std::optional<MerkleTree> Resume(
      std::uint64_t size, std::span<const Digest> peaks);

  // Amortized one hash.
  void Append(const Digest& leaf);

  [[nodiscard]] std::uint64_t size() const noexcept { return size_; }
  [[nodiscard]] std::span<const Digest> peaks() const noexcept {
    return peaks_;
  }
  // SHA-256 of nothing for a tree without leaves.
  [[nodiscard]] Digest Root() const;

 private:
  std::uint64_t size_ = 0;
  std::vector<Digest> peaks_;
};

// Collects the proof for one leaf while leaves are appended.
class MerkleProver {
 public:
  // `tree` may hold leaves already, but not the leaf `index`.
  MerkleProver(MerkleTree tree, std::uint64_t index);

  void Append(const Digest& leaf);

  [[nodiscard]] const MerkleTree& tree() const noexcept { return tree_; }
  // Siblings from the leaf up (RFC 6962, 2.1.1). Precondition: the leaf was
  // appended.
  [[nodiscard]] std::vector<Digest> Path() const;

 private:
  MerkleTree tree_;
  std::uint64_t index_;
  std::vector<Digest> path_;  // Within the complete subtree of the leaf.
  std::uint64_t subtree_begin_ = 0;
  std::uint64_t subtree_leaves_ = 0;  // 0: the leaf is not there yet.
};

// The root that follows from the path. Nothing when the path's length is not
// right for `index` in a tree of `size`.
[[nodiscard]] std::optional<Digest> RootFromPath(const Digest& leaf,
                                                 std::uint64_t index,
                                                 std::uint64_t size,
                                                 std::span<const Digest> path);

}  // namespace answerbox::daemon
