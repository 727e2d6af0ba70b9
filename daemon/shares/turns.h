// Who is served next, and who gives way, when many want the few places there
// are (Turns), and what each holds of them (Holdings). The places are shared by
// holder first, such as a caller or an address, and then by part, such as a
// connection of that caller. So a thousand requests of one holder delay another
// holder by one request at most.
#pragma once

#include <algorithm>
#include <cstddef>
#include <deque>
#include <iterator>
#include <list>
#include <map>
#include <memory_resource>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace answerbox::daemon {

// How much each holder has, such as the bytes of a caller's messages.
class Holdings {
 public:
  explicit Holdings(
      std::pmr::memory_resource& memory = *std::pmr::get_default_resource())
      : held_(&memory) {}

  // Throws std::bad_alloc; then nothing has changed.
  void Add(std::string_view holder, std::size_t amount) {
    auto found = held_.find(holder);
    if (found == held_.end()) {
      found = held_
                  .try_emplace(std::pmr::string(
                      holder, held_.get_allocator().resource()))
                  .first;
    }
    found->second += amount;
  }
  // Precondition: the holder has as much.
  void Remove(std::string_view holder, std::size_t amount) noexcept {
    const auto found = held_.find(holder);
    found->second -= amount;
    if (found->second == 0) held_.erase(found);
  }
  [[nodiscard]] std::size_t Of(std::string_view holder) const noexcept {
    const auto found = held_.find(holder);
    return found == held_.end() ? 0 : found->second;
  }

  struct Share {
    std::string_view holder;
    std::size_t amount = 0;
  };
  // Returns the holder that has most; nobody, with 0, if none has anything.
  [[nodiscard]] Share Greatest() const noexcept {
    Share most;
    for (const auto& [holder, amount] : held_) {
      if (amount > most.amount) most = {holder, amount};
    }
    return most;
  }
  [[nodiscard]] std::size_t holders() const noexcept { return held_.size(); }

 private:
  std::pmr::map<std::pmr::string, std::size_t, std::less<>> held_;
};

// Who holds a place, and which of the holder's parts has it: a caller and one
// of his connections.
struct Holder {
  std::string name;
  std::string part;
};

// Returns whether the holder that has most gives way to one that has `others`
// and wants `more`. It then still has at least as much as the other, so two
// holders never take turns in displacing each other.
[[nodiscard]] constexpr bool GivesWay(std::size_t most, std::size_t others,
                                      std::size_t more = 1) noexcept {
  return most >= others + 2 * more;
}

// Items that wait for a place. The user bounds their number. Used under one
// lock or by one thread.
template <typename Item>
class Turns {
 public:
  struct Next {
    Holder holder;
    Item item;
  };

  // Throws std::bad_alloc; then nothing has changed but empty shares.
  void Add(const Holder& holder, Item item) {
    Share& share = *Ensure(shares_, holder.name);
    Ensure(share.parts, holder.part)->items.push_back(std::move(item));
    ++share.waiting;
    ++size_;
  }

  // Takes the next item for which `may_begin` is true: of the holder that has
  // the fewest items under way, and among equals of the one whose last turn was
  // longest ago; and then of its parts in turn. The item is under way until
  // Finish. `may_begin` gets the item, the holder's name and the number of the
  // holder's items that are under way. Returns nothing if there is none.
  template <typename MayBegin>
  [[nodiscard]] std::optional<Next> TakeNext(const MayBegin& may_begin) {
    auto best = shares_.end();
    for (auto each = shares_.begin(); each != shares_.end(); ++each) {
      const bool is_better =
          best == shares_.end() || each->under_way < best->under_way;
      if (is_better && FindFirst(*each, may_begin)) best = each;
    }
    if (best == shares_.end()) return std::nullopt;
    const auto [part, item] = *FindFirst(*best, may_begin);
    Next next{{best->name, part->name}, std::move(*item)};
    part->items.erase(item);
    best->parts.splice(best->parts.end(), best->parts, part);
    shares_.splice(shares_.end(), shares_, best);
    ++best->under_way;
    Removed(best, part);
    return next;
  }

  // Precondition: TakeNext has returned an item of that holder, which was not
  // finished yet.
  void Finish(const Holder& holder) noexcept {
    const auto share = Find(shares_, holder.name);
    --share->under_way;
    if (share->waiting == 0 && share->under_way == 0) shares_.erase(share);
  }

  // Takes the newest item of the holder that has most waiting, for which
  // `may_give_way` is true, if that holder gives way to `newcomer`. If the
  // newcomer itself has most, its parts are compared in the same way. Returns
  // nothing if nobody gives way.
  template <typename MayGiveWay>
  [[nodiscard]] std::optional<Next> TakeOfGreatest(
      const Holder& newcomer, const MayGiveWay& may_give_way) {
    const auto own = Find(shares_, newcomer.name);
    const auto most = Greatest(shares_);
    if (most == shares_.end()) return std::nullopt;
    if (most != own &&
        !GivesWay(most->waiting, own == shares_.end() ? 0 : own->waiting)) {
      return std::nullopt;
    }
    const auto part = Greatest(most->parts);
    if (most == own) {
      const auto mine = Find(own->parts, newcomer.part);
      const std::size_t held = mine == own->parts.end() ? 0 : Count(*mine);
      if (mine == part || !GivesWay(Count(*part), held)) return std::nullopt;
    }
    for (auto item = part->items.end(); item != part->items.begin();) {
      --item;
      if (!may_give_way(*item)) continue;
      Next taken{{most->name, part->name}, std::move(*item)};
      part->items.erase(item);
      Removed(most, part);
      return taken;
    }
    return std::nullopt;
  }

  // Takes all items for which `is_wanted` is true.
  template <typename IsWanted>
  [[nodiscard]] std::vector<Item> TakeIf(const IsWanted& is_wanted) {
    std::vector<Item> taken;
    for (auto share = shares_.begin(); share != shares_.end();) {
      const auto here = share++;
      for (auto part = here->parts.begin(); part != here->parts.end();) {
        const auto there = part++;
        auto& items = there->items;
        std::size_t found = 0;
        for (auto item = items.begin(); item != items.end();) {
          if (!is_wanted(*item)) {
            ++item;
            continue;
          }
          taken.push_back(std::move(*item));
          item = items.erase(item);
          ++found;
        }
        if (found > 0 && Removed(here, there, found)) break;
      }
    }
    return taken;
  }

  // Returns how many waiting items of the holder `is_counted` is true for.
  template <typename IsCounted>
  [[nodiscard]] std::size_t CountIf(const std::string& name,
                                    const IsCounted& is_counted) {
    const auto share = Find(shares_, name);
    if (share == shares_.end()) return 0;
    std::size_t count = 0;
    for (const Part& part : share->parts) {
      count += static_cast<std::size_t>(
          std::count_if(part.items.begin(), part.items.end(), is_counted));
    }
    return count;
  }

  [[nodiscard]] std::size_t size() const noexcept { return size_; }
  // Returns how many items of the holder wait, in all parts or in this one.
  [[nodiscard]] std::size_t WaitingOf(const Holder& holder) noexcept {
    const auto share = Find(shares_, holder.name);
    if (share == shares_.end()) return 0;
    const auto part = Find(share->parts, holder.part);
    return part == share->parts.end() ? 0 : part->items.size();
  }
  [[nodiscard]] std::size_t WaitingOf(const std::string& name) noexcept {
    const auto share = Find(shares_, name);
    return share == shares_.end() ? 0 : share->waiting;
  }

 private:
  struct Part {
    std::string name;
    std::deque<Item> items{};  // Oldest first.
  };
  struct Share {
    std::string name;
    std::list<Part> parts{};  // Longest without a turn first.
    std::size_t waiting = 0;
    std::size_t under_way = 0;
  };
  using Shares = std::list<Share>;
  using Parts = std::list<Part>;

  static std::size_t Count(const Share& share) noexcept {
    return share.waiting;
  }
  static std::size_t Count(const Part& part) noexcept {
    return part.items.size();
  }

  template <typename List>
  static auto Find(List& list, const std::string& name) noexcept {
    auto each = list.begin();
    while (each != list.end() && each->name != name) ++each;
    return each;
  }
  template <typename List>
  static auto Ensure(List& list, const std::string& name) {
    const auto found = Find(list, name);
    return found != list.end() ? found : list.insert(list.end(), {name});
  }
  template <typename List>
  static auto Greatest(List& list) noexcept {
    auto most = list.begin();
    for (auto each = list.begin(); each != list.end(); ++each) {
      if (Count(*each) > Count(*most)) most = each;
    }
    return most;
  }

  using Place =
      std::pair<typename Parts::iterator, typename std::deque<Item>::iterator>;
  template <typename MayBegin>
  static std::optional<Place> FindFirst(Share& share,
                                        const MayBegin& may_begin) {
    for (auto part = share.parts.begin(); part != share.parts.end(); ++part) {
      for (auto item = part->items.begin(); item != part->items.end(); ++item) {
        if (may_begin(*item, share.name, share.under_way)) {
          return Place(part, item);
        }
      }
    }
    return std::nullopt;
  }

  // Returns whether the share is gone.
  bool Removed(typename Shares::iterator share, typename Parts::iterator part,
               std::size_t count = 1) noexcept {
    size_ -= count;
    share->waiting -= count;
    if (part->items.empty()) share->parts.erase(part);
    if (share->waiting > 0 || share->under_way > 0) return false;
    shares_.erase(share);
    return true;
  }

  Shares shares_;  // Longest without a turn first.
  std::size_t size_ = 0;
};

}  // namespace answerbox::daemon
