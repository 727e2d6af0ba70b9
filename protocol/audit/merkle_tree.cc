#include "protocol/audit/merkle_tree.h"

#include <bit>
#include <cassert>
#include <utility>

namespace answerbox::protocol {

std::optional<MerkleTree> MerkleTree::Resume(std::uint64_t size,
                                             std::span<const Digest> peaks) {
  // A tree of n leaves has a complete subtree for each 1 in the binary number
  // n.
  if (static_cast<std::size_t>(std::popcount(size)) != peaks.size()) {
    return std::nullopt;
  }
  MerkleTree tree;
  tree.size_ = size;
  tree.peaks_.assign(peaks.begin(), peaks.end());
  return tree;
}

void MerkleTree::Append(const Digest& leaf) {
  Digest node = leaf;
  // Each bit that carries joins two subtrees of equal size.
  for (std::uint64_t carry = size_; (carry & 1u) != 0; carry >>= 1) {
    node = HashNode(peaks_.back(), node);
    peaks_.pop_back();
  }
  peaks_.push_back(node);
  ++size_;
}

Digest MerkleTree::Root() const {
  // RFC 6962, section 2.1.
  if (peaks_.empty()) return engine::ComputeSha256("");
  Digest root = peaks_.back();
  // From the right: the smallest subtree is joined first.
  for (std::size_t i = peaks_.size() - 1; i > 0; --i) {
    root = HashNode(peaks_[i - 1], root);
  }
  return root;
}

MerkleProver::MerkleProver(MerkleTree tree, std::uint64_t index)
    : tree_(std::move(tree)), index_(index) {
  assert(tree_.size() <= index);
}

void MerkleProver::Append(const Digest& leaf) {
  // Does what MerkleTree::Append does, and picks up a sibling whenever the
  // subtree that holds the leaf is joined with another one.
  const std::uint64_t number = tree_.size();
  if (number == index_) {
    subtree_begin_ = number;
    subtree_leaves_ = 1;
  }
  Digest node = leaf;
  std::uint64_t begin = number;
  std::uint64_t leaves = 1;
  auto peak = tree_.peaks().size();
  for (std::uint64_t carry = number; (carry & 1u) != 0; carry >>= 1) {
    const Digest& left = tree_.peaks()[--peak];
    if (subtree_leaves_ == leaves && subtree_begin_ == begin) {
      path_.push_back(left);
      subtree_begin_ = begin - leaves;
      subtree_leaves_ = 2 * leaves;
    } else if (subtree_leaves_ == leaves && subtree_begin_ + leaves == begin) {
      path_.push_back(node);
      subtree_leaves_ = 2 * leaves;
    }
    node = HashNode(left, node);
    begin -= leaves;
    leaves *= 2;
  }
  tree_.Append(leaf);
}

std::vector<Digest> MerkleProver::Path() const {
  assert(subtree_leaves_ != 0);
  std::vector<Digest> path = path_;
  const auto peaks = tree_.peaks();
  // The index of the peak above the leaf. Peaks before it are larger.
  std::size_t own = 0;
  std::uint64_t rest = tree_.size();
  for (std::uint64_t begin = 0; begin != subtree_begin_; ++own) {
    begin += std::bit_floor(rest);
    rest -= std::bit_floor(rest);
  }
  // Joins the peaks after it, from the right.
  if (own + 1 < peaks.size()) {
    Digest right = peaks.back();
    for (std::size_t i = peaks.size() - 1; i > own + 1; --i) {
      right = HashNode(peaks[i - 1], right);
    }
    path.push_back(right);
  }
  for (std::size_t i = own; i > 0; --i) path.push_back(peaks[i - 1]);
  return path;
}

std::optional<Digest> RootFromPath(const Digest& leaf, std::uint64_t index,
                                   std::uint64_t size,
                                   std::span<const Digest> path) {
  if (index >= size) return std::nullopt;
  // RFC 9162, 2.1.3.2.
  std::uint64_t node = index;
  std::uint64_t last = size - 1;
  Digest root = leaf;
  for (const Digest& sibling : path) {
    // The path is longer than the tree is high.
    if (last == 0) return std::nullopt;
    if ((node & 1u) != 0 || node == last) {
      root = HashNode(sibling, root);
      while ((node & 1u) == 0 && node != 0) {
        node >>= 1;
        last >>= 1;
      }
    } else {
      root = HashNode(root, sibling);
    }
    node >>= 1;
    last >>= 1;
  }
  // The path ends below the root.
  if (last != 0) return std::nullopt;
  return root;
}

}  // namespace answerbox::protocol
