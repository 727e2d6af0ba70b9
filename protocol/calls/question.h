// Parameters that several calls about a question have.
#pragma once

#include <array>
#include <string_view>

#include "protocol/calls/param.h"

namespace answerbox::protocol::calls {

inline constexpr std::string_view kDefaultCollection = "default";

inline constexpr TextParam kCollection{
    .name = "collection",
    .fallback = kDefaultCollection,
    .option = {"-c,--collection", "NAME", "The collection{default}"}};

inline constexpr TextsParam kDocuments{
    .name = "documents",
    .default_text = "all",
    .most = 16,
    .most_bytes = 1024,
    .most_bytes_in_all = 4096,  // Each record of a question repeats them.
    .option = {"--document", "NAME",
               "Ask only documents with this name, or of this pattern: * is "
               "any characters, ? is one; may be given again"}};

// Without white space at its ends it has 1 to most_bytes bytes.
inline constexpr TextParam kQuestion{
    .name = "question", .is_required = true, .most_bytes = 4096};

// The options of a threshold: a request has at most one of them.
inline constexpr Option kThetaOption{
    "--theta", "X", "Refuse below this confidence, {range}{default}"};

// Of a collection.
inline constexpr RealParam kTheta{.name = "theta", .option = kThetaOption};

inline constexpr RealParam kPrecision{
    .name = "precision",
    .option = {"--precision", "P",
               "In place of a confidence: the share of answers that shall be "
               "right, e.g. 0.7; no more is refused than that takes",
               "--theta"}};

inline constexpr RealParam kAnswerRate{
    .name = "answer_rate",
    .option = {"--answer-rate", "R",
               "Instead: answer this share of questions, the surest ones",
               "--theta --precision"}};

inline constexpr std::array<std::string_view, 2> kArithmeticNames = {"fixed",
                                                                     "float"};
// How the words of a question are counted and weighed.
inline constexpr ChoiceParam kArithmetic{.name = "arithmetic",
                                         .names = kArithmeticNames,
                                         .default_text = "the daemon's"};

inline constexpr FlagParam kSpelling{
    .name = "spelling",
    .fallback = true,
    .option = {"--no-spelling", "", "Take every word as it is spelt"}};

inline constexpr FlagParam kAbbreviations{
    .name = "abbreviations",
    .fallback = true,
    .option = {"--no-abbreviations", "",
               "Do not look up the other forms of abbreviations that the "
               "documents define"}};

// Notifications about how far the work has come.
inline constexpr FlagParam kProgress{.name = "progress"};

}  // namespace answerbox::protocol::calls
