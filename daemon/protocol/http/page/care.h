// The page for who looks after the box: collections and their documents,
// thresholds, the box's state, its energy and its audit log. A script fills it,
// by /rpc with the session of the browser; so it needs no right of its own.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace answerbox::daemon::page {

inline constexpr std::string_view kCarePath = "/care";

// What the caller may do in one collection.
struct CollectionRights {
  std::string name;
  bool may_read;
  bool may_add;
  bool may_manage;
};

struct CareState {
  std::string_view language;  // As ChooseLanguage returned it.
  std::string_view user{};
  bool manages_all = false;  // May manage every collection.
  // The collections that the caller may read, add to or manage.
  std::span<const CollectionRights> collections{};
  // The size of one part of a file that is sent, before Base64.
  std::size_t piece_bytes = 0;
};

// The reply to `GET /care` of who is signed in.
[[nodiscard]] std::string RenderCare(const CareState& state);

}  // namespace answerbox::daemon::page
