#include "protocol/audit/merkle_tree.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace answerbox::protocol {
namespace {

std::vector<Digest> Leaves(std::size_t count) {
  std::vector<Digest> leaves;
  for (std::size_t i = 0; i < count; ++i) {
    leaves.push_back(HashLine(std::to_string(i)));
  }
  return leaves;
}

// The definition of RFC 6962, section 2.1.
Digest DefinedRoot(std::span<const Digest> leaves) {
  if (leaves.empty()) return engine::ComputeSha256("");
  if (leaves.size() == 1) return leaves[0];
  std::size_t k = 1;
  while (2 * k < leaves.size()) k *= 2;
  return HashNode(DefinedRoot(leaves.first(k)), DefinedRoot(leaves.subspan(k)));
}

TEST(MerkleTreeTest, HasTheRootsOfTheTestVectorsOfCertificateTransparency) {
  MerkleTree tree;
  EXPECT_EQ(ToHex(tree.Root()),
            "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  tree.Append(HashLine(""));
  EXPECT_EQ(ToHex(tree.Root()),
            "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d");
  tree.Append(HashLine(std::string(1, '\0')));
  EXPECT_EQ(ToHex(tree.Root()),
            "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125");
}

TEST(MerkleTreeTest, HasTheRootThatIsDefined) {
  const auto leaves = Leaves(70);
  MerkleTree tree;
  for (std::size_t size = 0; size < leaves.size(); ++size) {
    EXPECT_EQ(tree.Root(), DefinedRoot(std::span(leaves).first(size)));
    tree.Append(leaves[size]);
  }
}

TEST(MerkleTreeTest, GoesOnFromItsPeaks) {
  const auto leaves = Leaves(70);
  MerkleTree whole;
  for (std::size_t size = 0; size < leaves.size(); ++size) {
    auto resumed = MerkleTree::Resume(size, whole.peaks());
    ASSERT_TRUE(resumed);
    whole.Append(leaves[size]);
    resumed->Append(leaves[size]);
    EXPECT_EQ(resumed->Root(), whole.Root());
  }
  EXPECT_FALSE(MerkleTree::Resume(3, {}));
}

TEST(MerkleTreeTest, ProvesEveryLeafOfEverySizeFromEveryStart) {
  const auto leaves = Leaves(34);
  for (std::size_t size = 1; size <= leaves.size(); ++size) {
    for (std::size_t index = 0; index < size; ++index) {
      MerkleTree before;
      for (std::size_t i = 0; i < index / 2; ++i) before.Append(leaves[i]);
      MerkleProver prover(before, index);
      for (std::size_t i = index / 2; i < size; ++i) prover.Append(leaves[i]);
      EXPECT_EQ(RootFromPath(leaves[index], index, size, prover.Path()),
                prover.tree().Root())
          << index << " of " << size;
    }
  }
}

TEST(MerkleTreeTest, AProofOfAnotherLengthPlaceOrLeafIsNoProof) {
  const auto leaves = Leaves(11);
  MerkleProver prover(MerkleTree(), 4);
  for (const Digest& leaf : leaves) prover.Append(leaf);
  auto path = prover.Path();
  const Digest root = prover.tree().Root();
  EXPECT_NE(RootFromPath(leaves[5], 4, 11, path), root);
  EXPECT_NE(RootFromPath(leaves[4], 5, 11, path), root);
  EXPECT_FALSE(RootFromPath(leaves[4], 11, 11, path));
  path.push_back(leaves[0]);
  EXPECT_FALSE(RootFromPath(leaves[4], 4, 11, path));
  path.resize(path.size() - 2);
  EXPECT_FALSE(RootFromPath(leaves[4], 4, 11, path));
}

}  // namespace
}  // namespace answerbox::protocol
