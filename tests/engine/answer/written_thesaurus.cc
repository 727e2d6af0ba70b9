#include "tests/engine/answer/written_thesaurus.h"

#include <cstdint>
#include <iterator>
#include <set>
#include <span>

#include "engine/index/format/checksum.h"
#include "engine/index/format/little_endian.h"

namespace answerbox::engine {
namespace {

void AddLittle16(std::size_t value, std::vector<std::byte>& bytes) {
  bytes.resize(bytes.size() + 2);
  StoreLittle16(&bytes[bytes.size() - 2], static_cast<std::uint16_t>(value));
}

void AddLittle24(std::size_t value, std::vector<std::byte>& bytes) {
  AddLittle16(value & 0xFFFF, bytes);
  bytes.push_back(static_cast<std::byte>(value >> 16));
}

void AddLittle32(std::size_t value, std::vector<std::byte>& bytes) {
  bytes.resize(bytes.size() + 4);
  StoreLittle32(&bytes[bytes.size() - 4], static_cast<std::uint32_t>(value));
}

}  // namespace

std::vector<std::byte> WriteThesaurus(
    const std::map<std::string, WrittenNeighbours>& words) {
  std::set<std::string> terms;
  for (const auto& [term, neighbours] : words) {
    terms.insert(term);
    for (const auto& [neighbour, flags] : neighbours) terms.insert(neighbour);
  }
  std::vector<std::byte> entries;
  std::vector<std::byte> numbers;
  std::string text;
  for (const std::string& term : terms) {
    text += term;
    if (const auto found = words.find(term); found != words.end()) {
      for (const auto& [neighbour, flags] : found->second) {
        const auto place = terms.find(neighbour);
        const auto number =
            static_cast<std::size_t>(std::distance(terms.begin(), place));
        AddLittle24(number * 8 + flags, numbers);
      }
    }
    AddLittle24(text.size(), entries);
    AddLittle24(numbers.size() / 3, entries);
  }
  std::vector<std::byte> body = entries;
  body.insert(body.end(), numbers.begin(), numbers.end());
  for (const char c : text) body.push_back(static_cast<std::byte>(c));
  std::vector<std::byte> bytes;
  for (const char c : {'A', 'B', 't', 'h'}) {
    bytes.push_back(static_cast<std::byte>(c));
  }
  AddLittle16(3, bytes);
  AddLittle16(0, bytes);
  AddLittle32(terms.size(), bytes);
  AddLittle32(numbers.size() / 3, bytes);
  AddLittle32(text.size(), bytes);
  AddLittle32(ComputeChecksum(body), bytes);
  bytes.insert(bytes.end(), body.begin(), body.end());
  return bytes;
}

std::vector<std::pair<std::string, int>> NeighboursOf(
    const Thesaurus& thesaurus, std::string_view term) {
  std::vector<std::pair<std::string, int>> found;
  const auto range = thesaurus.Of(term);
  for (std::size_t i = range.begin; i < range.end; ++i) {
    const Neighbour word = thesaurus.At(i);
    found.emplace_back(word.term, word.closeness);
  }
  return found;
}

}  // namespace answerbox::engine
