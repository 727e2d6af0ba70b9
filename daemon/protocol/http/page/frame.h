// What the pages have around their content.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>

#include "daemon/protocol/http/page/texts.h"

namespace answerbox::daemon::page {

inline constexpr const char* kTitle = "Answerbox";

using Values =
    std::initializer_list<std::pair<std::string_view, std::string_view>>;

// The page for questions and logins, with names for FillPage.
[[nodiscard]] std::string_view PageHtml();

// `html` with the HTML of each value in place of {{its name}}.
[[nodiscard]] std::string FillPage(std::string_view html, Values values);

// An attribute with a blank before it. `html` is escaped already.
[[nodiscard]] std::string Attribute(std::string_view name,
                                    std::string_view html);
[[nodiscard]] std::string HiddenField(std::string_view name,
                                      std::string_view value);

// The page for questions in the same language and, where there is one,
// collection.
[[nodiscard]] std::string HomeAddress(std::string_view language,
                                      std::string_view collection);
// The page of that path in each language.
[[nodiscard]] std::string LanguageLinks(const Texts& texts,
                                        std::string_view path,
                                        std::string_view collection);
// Who is signed in, and the button that ends it.
[[nodiscard]] std::string SignOut(const Texts& texts, std::string_view user);

}  // namespace answerbox::daemon::page
