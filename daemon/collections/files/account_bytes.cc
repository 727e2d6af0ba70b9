#include "daemon/collections/files/account_bytes.h"

#include <array>
#include <cassert>

#include "engine/index/format/little_endian.h"

namespace answerbox::daemon {
namespace {

using engine::VarintReader;
using protocol::kWordFates;
using protocol::PageAccount;
using protocol::WordAccount;

// A page takes at most a number, a mask of two bytes, and the counts, of four
// bytes each.
constexpr std::size_t kMaxCountsBytes = 2 + 4 * (kWordFates + 1);
static_assert(protocol::kMaxAccountPages * (4 + kMaxCountsBytes) +
                  kMaxCountsBytes + 2 * engine::kMaxVarintBytes + 2 +
                  protocol::kMaxCharsetBytes <=
              engine::kMaxAttachmentBytes);

constexpr std::uint32_t kMended = 1;
constexpr std::uint32_t kDrawingsUnread = 2;
constexpr std::uint32_t kStructureLost = 4;
constexpr std::uint32_t kAllFlags = kMended | kDrawingsUnread | kStructureLost;

void Put(std::uint32_t value, std::string& to) {
  std::array<std::byte, engine::kMaxVarintBytes> bytes;
  const std::byte* const end = engine::PutVarint(bytes.data(), value);
  to.append(reinterpret_cast<const char*>(bytes.data()),
            static_cast<std::size_t>(end - bytes.data()));
}

// The number of pictures follows the counts of words.
std::uint32_t CountAt(const PageAccount& page, std::size_t place) {
  return place < kWordFates ? page.words[place] : page.pictures;
}

// Most counts are 0, so a mask shows which are not, and only those are stored.
void PutCounts(const PageAccount& page, std::string& to) {
  std::uint32_t mask = 0;
  for (std::size_t i = 0; i <= kWordFates; ++i) {
    if (CountAt(page, i) != 0) mask |= 1u << i;
  }
  Put(mask, to);
  for (std::size_t i = 0; i <= kWordFates; ++i) {
    if (CountAt(page, i) != 0) Put(CountAt(page, i), to);
  }
}

bool TakeCounts(VarintReader& from, PageAccount& page) {
  const auto mask = from.Next();
  if (!mask || *mask >> (kWordFates + 1) != 0) return false;
  for (std::size_t i = 0; i <= kWordFates; ++i) {
    if ((*mask >> i & 1u) == 0) continue;
    const auto count = from.Next();
    // A stored 0 would be a second spelling of the same account.
    if (!count || *count == 0 || *count > protocol::kMostCounted) return false;
    (i < kWordFates ? page.words[i] : page.pictures) = *count;
  }
  return true;
}

bool TakePages(VarintReader& from, WordAccount& account) {
  std::uint32_t number = 0;
  while (!from.AtEnd()) {
    // Pages ascend, and are stored as distances. Only the first may be 0.
    const auto distance = from.Next();
    if (!distance || *distance > protocol::kMostPageNumber - number ||
        (*distance == 0 && !account.pages.empty()) ||
        account.pages.size() == protocol::kMaxAccountPages) {
      return false;
    }
    number += *distance;
    PageAccount page{.page = number};
    if (!TakeCounts(from, page)) return false;
    account.pages.push_back(page);
  }
  return true;
}

bool TakeNotes(VarintReader& from, WordAccount& account) {
  const auto page_count = from.Next();
  const auto further_pages = from.Next();
  const auto flags = from.Next();
  const auto charset_bytes = from.Next();
  if (!page_count || *page_count > protocol::kMostCounted || !further_pages ||
      *further_pages > protocol::kMostCounted || !flags || *flags > kAllFlags ||
      !charset_bytes || *charset_bytes > protocol::kMaxCharsetBytes ||
      *charset_bytes > from.remaining()) {
    return false;
  }
  account.page_count = *page_count;
  account.further_pages = *further_pages;
  account.is_mended = (*flags & kMended) != 0;
  account.are_drawings_unread = (*flags & kDrawingsUnread) != 0;
  account.is_structure_lost = (*flags & kStructureLost) != 0;
  account.guessed_charset.assign(reinterpret_cast<const char*>(from.position()),
                                 *charset_bytes);
  from.Skip(*charset_bytes);
  return true;
}

VarintReader ReaderOf(std::string_view bytes) {
  return VarintReader(std::as_bytes(std::span(bytes)));
}

}  // namespace

std::string EncodeAccount(const WordAccount& account) {
  std::string bytes;
  // The total comes first, so that TotalOf need not read the rest.
  PutCounts(account.total, bytes);
  Put(account.page_count, bytes);
  Put(account.further_pages, bytes);
  Put((account.is_mended ? kMended : 0) |
          (account.are_drawings_unread ? kDrawingsUnread : 0) |
          (account.is_structure_lost ? kStructureLost : 0),
      bytes);
  Put(static_cast<std::uint32_t>(account.guessed_charset.size()), bytes);
  bytes += account.guessed_charset;
  std::uint32_t number = 0;
  for (const PageAccount& page : account.pages) {
    Put(page.page - number, bytes);
    PutCounts(page, bytes);
    number = page.page;
  }
  assert(bytes.size() <= engine::kMaxAttachmentBytes);
  return bytes;
}

std::optional<WordAccount> DecodeAccount(std::string_view bytes) {
  VarintReader from = ReaderOf(bytes);
  WordAccount account;
  if (!TakeCounts(from, account.total) || !TakeNotes(from, account) ||
      !TakePages(from, account)) {
    return std::nullopt;
  }
  return account;
}

std::optional<PageAccount> TotalOf(const engine::DocumentText& document) {
  for (const engine::Attachment& attachment : document.attachments) {
    if (attachment.kind != engine::kWordAccountKind ||
        attachment.version != kWordAccountVersion) {
      continue;
    }
    VarintReader from = ReaderOf(attachment.bytes);
    PageAccount total;
    if (TakeCounts(from, total)) return total;
  }
  return std::nullopt;
}

}  // namespace answerbox::daemon
