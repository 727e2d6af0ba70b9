// The Merkle tree of RFC 6962, section 2.1, over the log's lines. Its root is
// one hash for all lines, and a short proof shows that a line is among them.
// The classes take leaves in order and keep O(log n) hashes.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "protocol/audit/digest.h"

namespace answerbox::protocol {

// A tree that grows. It keeps the roots of its complete subtrees (`peaks`), the
// largest first: one for each bit that is set in the number of leaves.
class MerkleTree {
 public:
  MerkleTree() = default;
  // A tree with `size` leaves. Nothing unless there are as many `peaks` as bits
  // set in `size`.
  [[nodiscard]] static std::optional<MerkleTree> Resume(
      std::uint64_t size, std::span<const Digest> peaks);

  // Takes one hash on average.
  void Append(const Digest& leaf);

  [[nodiscard]] std::uint64_t size() const noexcept { return size_; }
  [[nodiscard]] std::span<const Digest> peaks() const noexcept {
    return peaks_;
  }
  // The SHA-256 of no bytes for a tree without leaves.
  [[nodiscard]] Digest Root() const;

 private:
  std::uint64_t size_ = 0;
  std::vector<Digest> peaks_;
};

// Collects the proof for one leaf while leaves are appended.
class MerkleProver {
 public:
  // Precondition: `tree` has `index` leaves or fewer.
  MerkleProver(MerkleTree tree, std::uint64_t index);

  void Append(const Digest& leaf);

  [[nodiscard]] const MerkleTree& tree() const noexcept { return tree_; }
  // The siblings from the leaf to the root (RFC 6962, 2.1.1). Precondition: the
  // leaf was appended.
  [[nodiscard]] std::vector<Digest> Path() const;

 private:
  MerkleTree tree_;
  std::uint64_t index_;
  std::vector<Digest> path_;  // In the leaf's complete subtree.
  std::uint64_t subtree_begin_ = 0;
  std::uint64_t subtree_leaves_ = 0;  // 0: the leaf is not there yet.
};

// The root that follows from a leaf and its path. Nothing when the path has not
// the length for leaf `index` in a tree of `size` leaves.
[[nodiscard]] std::optional<Digest> RootFromPath(const Digest& leaf,
                                                 std::uint64_t index,
                                                 std::uint64_t size,
                                                 std::span<const Digest> path);

}  // namespace answerbox::protocol
