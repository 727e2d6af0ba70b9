#include "client/commands/account_report.h"

#include <boost/json/array.hpp>
#include <string>
#include <utility>

namespace answerbox::client {
namespace {

namespace json = boost::json;

bool IsMissing(WordFate fate) {
  return fate == WordFate::kLost || fate == WordFate::kUnreadable;
}

bool IsInText(WordFate fate) { return fate <= WordFate::kLicence; }

bool HasAllInText(const PageAccount& page) {
  for (std::size_t i = 0; i < kWordFates; ++i) {
    if (page.words[i] > 0 && !IsInText(static_cast<WordFate>(i))) return false;
  }
  return page.pictures == 0;
}

json::object CountsJson(const PageAccount& page) {
  json::object set_aside;
  for (std::size_t i = 0; i < kWordFates; ++i) {
    const auto fate = static_cast<WordFate>(i);
    if (fate == WordFate::kUsable || IsMissing(fate)) continue;
    if (page.words[i] > 0) set_aside[ToString(fate)] = page.words[i];
  }
  return {{"words", page.Shown()},
          {"usable", page.Count(WordFate::kUsable)},
          {"lost", page.Count(WordFate::kLost)},
          {"unreadable", page.Count(WordFate::kUnreadable)},
          {"pictures", page.pictures},
          {"set_aside", std::move(set_aside)}};
}

}  // namespace

json::object AccountJson(const WordAccount& account, AccountPages which) {
  json::object object = CountsJson(account.Total());
  json::array pages;
  for (const PageAccount& page : account.pages) {
    if (which == AccountPages::kMissing && HasAllInText(page)) continue;
    json::object entry = CountsJson(page);
    if (page.page > 0) entry["page"] = page.page;
    entry["is_picture"] = page.IsPicture();
    pages.push_back(std::move(entry));
  }
  object["pages"] = std::move(pages);
  if (!account.guessed_charset.empty()) {
    object["guessed_charset"] = account.guessed_charset;
  }
  object["is_mended"] = account.is_mended;
  if (std::string told = DescribeLoss(account); !told.empty()) {
    object["told"] = std::move(told);
  }
  return object;
}

}  // namespace answerbox::client
