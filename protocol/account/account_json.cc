#include "protocol/account/account_json.h"

#include <algorithm>
#include <boost/json/array.hpp>
#include <boost/json/value.hpp>
#include <string>
#include <utility>

#include "protocol/json/params.h"

namespace answerbox::protocol {
namespace {

namespace json = boost::json;

constexpr IntegerParam Count(std::string_view name,
                             std::uint64_t most = kMostCounted) {
  return {.name = name, .most = most, .fallback = 0};
}

constexpr std::string_view kWords = "words";
constexpr std::string_view kSetAside = "set_aside";
constexpr std::string_view kPages = "pages";
constexpr IntegerParam kPictures = Count("pictures");
constexpr IntegerParam kPage = Count("page", kMostPageNumber);
constexpr IntegerParam kPageCount = Count("page_count");
constexpr IntegerParam kFurtherPages = Count("further_pages");
constexpr TextParam kGuessedCharset{.name = "guessed_charset"};
constexpr FlagParam kIsMended{.name = "is_mended"};
constexpr FlagParam kAreDrawingsUnread{.name = "are_drawings_unread"};
constexpr FlagParam kIsStructureLost{.name = "is_structure_lost"};
constexpr FlagParam kIsPicture{.name = "is_picture"};

json::object CountsJson(const PageAccount& page) {
  json::object set_aside;
  for (std::size_t i = 0; i < kWordFates; ++i) {
    const auto fate = static_cast<WordFate>(i);
    if (IsSetAside(fate) && page.words[i] > 0) {
      set_aside[ToString(fate)] = page.words[i];
    }
  }
  return {{kWords, page.Shown()},
          {"usable", page.Count(WordFate::kUsable)},
          {"lost", page.Count(WordFate::kLost)},
          {"unreadable", page.Count(WordFate::kUnreadable)},
          {kPictures.name, page.pictures},
          {kSetAside, std::move(set_aside)}};
}

void ReadSetAside(Params& params, PageAccount& page) {
  const json::object* const object = params.Object(kSetAside);
  if (object == nullptr) return;
  Params counts(*object,
                {"contents", "furniture", "references", "index", "licence",
                 "struck", "deleted", "hidden", "covered", "comment"});
  for (std::size_t i = 0; i < kWordFates; ++i) {
    const auto fate = static_cast<WordFate>(i);
    if (!IsSetAside(fate)) continue;
    page.words[i] = counts.Integer<std::uint32_t>(Count(ToString(fate)));
  }
  if (counts.error())
    params.Fail(kSetAside, "is wrong: " + counts.error()->message);
}

PageAccount ReadCounts(Params& params) {
  PageAccount page;
  for (const WordFate fate :
       {WordFate::kUsable, WordFate::kUnreadable, WordFate::kLost}) {
    page.words[static_cast<std::size_t>(fate)] =
        params.Integer<std::uint32_t>(Count(ToString(fate)));
  }
  ReadSetAside(params, page);
  page.pictures = params.Integer<std::uint32_t>(kPictures);
  const std::uint32_t shown = page.Shown();
  const IntegerParam words{.name = kWords, .least = shown, .most = shown};
  static_cast<void>(params.Integer(words));
  return page;
}

PageAccount ReadPage(Params& params) {
  PageAccount page = ReadCounts(params);
  page.page = params.Integer<std::uint32_t>(kPage);
  if (params.Has(kIsPicture) && params.Flag(kIsPicture) != page.IsPicture()) {
    params.Fail(kIsPicture, "contradicts the page's counts.");
  }
  return page;
}

void ReadPages(Params& params, WordAccount& account) {
  const json::array* const list = params.Array(kPages);
  if (list == nullptr) return;
  if (list->size() > kMaxAccountPages) {
    return params.Fail(
        kPages, "has at most " + std::to_string(kMaxAccountPages) + " pages.");
  }
  for (const json::value& value : *list) {
    const std::string place = "[" + std::to_string(account.pages.size()) + "]";
    const json::object* const object = value.if_object();
    if (object == nullptr) {
      return params.Fail(kPages, "must hold objects, at " + place + ".");
    }
    Params page(*object,
                {kWords, "usable", "lost", "unreadable", kPictures.name,
                 kSetAside, kPage.name, kIsPicture.name});
    const PageAccount read = ReadPage(page);
    if (!account.pages.empty() && read.page <= account.pages.back().page) {
      page.Fail(kPage, "must ascend from page to page.");
    }
    if (page.error()) {
      return params.Fail(kPages, "at " + place + ": " + page.error()->message);
    }
    account.pages.push_back(read);
  }
}

void ReadCharset(Params& params, WordAccount& account) {
  const std::string_view name = params.Text(kGuessedCharset);
  if (name.size() > kMaxCharsetBytes ||
      !std::ranges::all_of(name, [](char c) { return c > ' ' && c <= '~'; })) {
    params.Fail(kGuessedCharset, "must be at most " +
                                     std::to_string(kMaxCharsetBytes) +
                                     " printable characters of ASCII.");
  }
  account.guessed_charset = name;
}

}  // namespace

json::object ToJson(const WordAccount& account) {
  json::object object = CountsJson(account.total);
  object[kPageCount.name] = account.page_count;
  json::array pages;
  for (const PageAccount& page : account.pages) {
    json::object entry = CountsJson(page);
    if (page.page > 0) entry[kPage.name] = page.page;
    entry[kIsPicture.name] = page.IsPicture();
    pages.push_back(std::move(entry));
  }
  object[kPages] = std::move(pages);
  if (account.further_pages > 0) {
    object[kFurtherPages.name] = account.further_pages;
  }
  if (!account.guessed_charset.empty()) {
    object[kGuessedCharset.name] = account.guessed_charset;
  }
  object[kIsMended.name] = account.is_mended;
  object[kAreDrawingsUnread.name] = account.are_drawings_unread;
  object[kIsStructureLost.name] = account.is_structure_lost;
  return object;
}

Result<WordAccount> ReadAccount(const json::object& object) {
  Params params(object, {kWords, "usable", "lost", "unreadable", kPictures.name,
                         kSetAside, kPages, kPageCount.name, kFurtherPages.name,
                         kGuessedCharset.name, kIsMended.name,
                         kAreDrawingsUnread.name, kIsStructureLost.name});
  WordAccount account;
  account.total = ReadCounts(params);
  account.page_count = params.Integer<std::uint32_t>(kPageCount);
  account.further_pages = params.Integer<std::uint32_t>(kFurtherPages);
  ReadPages(params, account);
  if (account.pages.size() + account.further_pages > account.page_count) {
    params.Fail(kPageCount, "is less than the pages that are given.");
  }
  ReadCharset(params, account);
  account.is_mended = params.Flag(kIsMended);
  account.are_drawings_unread = params.Flag(kAreDrawingsUnread);
  account.is_structure_lost = params.Flag(kIsStructureLost);
  if (params.error()) return *params.error();
  return account;
}

}  // namespace answerbox::protocol
