#include <array>

#include "engine/text/contacts.h"
#include "engine/words/form_adder.h"

namespace answerbox::engine {
namespace {

constexpr std::size_t kLeastDigits = 7;
constexpr std::size_t kMostDigits = 15;
// Bounds on the groups in which documents write a number.
constexpr std::size_t kMostGroups = 6;
constexpr std::size_t kLeastGroupDigits = 2;
constexpr std::size_t kAmericanDigits = 10;
// The most groupings of one number that are tried.
constexpr std::size_t kMostGroupings = 16;

// A telephone number that stands in the tokens [begin, end).
struct Telephone {
  std::size_t begin = 0;
  std::size_t end = 0;
  FormText digits;
  bool is_international = false;  // "+" stands before it.
};

bool JoinsGroups(std::string_view gap) {
  return gap.size() <= 3 && HasOnly(gap, " ()-./");
}

std::optional<Telephone> TelephoneAt(const FormAdder& adder,
                                     std::size_t begin) {
  const auto tokens = adder.tokens();
  Telephone telephone{.begin = begin, .end = begin, .digits = {}};
  const std::string_view before = tokens[begin].gap;
  telephone.is_international = before.ends_with('+');
  while (telephone.end < tokens.size() && tokens[telephone.end].is_number() &&
         (telephone.end == begin || JoinsGroups(tokens[telephone.end].gap))) {
    for (const char c : tokens[telephone.end].text) {
      if (c == '.') continue;
      if (!IsDigit(c)) return std::nullopt;
      telephone.digits.Add(std::string_view(&c, 1));
    }
    ++telephone.end;
  }
  const std::size_t digits = telephone.digits.view().size();
  if (digits < kLeastDigits || digits > kMostDigits) return std::nullopt;
  return telephone;
}

// Finds in which groups documents may write digits: each group must be a term
// of a document.
class Groupings {
 public:
  Groupings(const Telephone& telephone, FormAdder& adder)
      : telephone_(telephone), adder_(adder) {}

  //   before  the form begins with this text
  void Add(std::string_view digits, std::string_view before = {}) {
    digits_ = digits;
    before_ = before;
    tried_ = 0;
    for (auto& row : known_) row.fill(Known::kUnasked);
    Split(0, 0);
    AddWithPoints();
  }

 private:
  enum class Known : std::uint8_t { kUnasked, kNo, kYes };

  bool IsGroup(std::size_t begin, std::size_t end) {
    Known& known = known_[begin][end - begin];
    if (known == Known::kUnasked) {
      known = adder_.IsKnown(digits_.substr(begin, end - begin)) ? Known::kYes
                                                                 : Known::kNo;
    }
    return known == Known::kYes;
  }

  void Split(std::size_t begin, std::size_t groups) {
    if (tried_ == kMostGroupings) return;
    if (begin == digits_.size()) {
      ++tried_;
      return Write(groups);
    }
    if (groups == kMostGroups) return;
    // Only the first group may be a single digit: "1 234 5678".
    const std::size_t least = begin == 0 ? 1 : kLeastGroupDigits;
    for (std::size_t end = digits_.size(); end >= begin + least; --end) {
      if (!IsGroup(begin, end)) continue;
      ends_[groups] = end;
      Split(end, groups + 1);
    }
  }

  void Write(std::size_t groups) {
    FormText form;
    form.Add(before_);
    std::size_t begin = 0;
    for (std::size_t g = 0; g < groups; ++g) {
      form.Add(g > 0 ? "~" : "").Add(digits_.substr(begin, ends_[g] - begin));
      begin = ends_[g];
    }
    adder_.AddWritten(telephone_.begin, telephone_.end, form.view());
  }

  // Digits with points between them are one term, "555.010.0199", so their
  // groups are no terms that IsGroup would find.
  void AddWithPoints() {
    constexpr std::array<std::array<std::size_t, 5>, 6> kGroups = {{
        {3, 3, 4},
        {2, 2, 2, 2, 2},
        {3, 4, 4},
        {5, 3, 3},
        {4, 3, 3},
        {4, 3, 4},
    }};
    for (const auto& groups : kGroups) {
      FormText form;
      form.Add(before_);
      std::size_t at = 0;
      for (const std::size_t digits : groups) {
        if (digits == 0 || at > digits_.size()) continue;
        if (at > 0) form.Add(".");
        form.Add(digits_.substr(at, digits));
        at += digits;
      }
      if (at == digits_.size()) {
        adder_.AddWritten(telephone_.begin, telephone_.end, form.view());
      }
    }
  }

  const Telephone& telephone_;
  FormAdder& adder_;
  std::string_view digits_;
  std::string_view before_;
  std::array<std::array<Known, kMostDigits + 2>, kMostDigits + 1> known_{};
  std::array<std::size_t, kMostGroups> ends_{};
  std::size_t tried_ = 0;
};

// "+441632960455" is one term, and the question does not say the country, so
// all country codes are tried.
void AddJoinedToCode(const Telephone& telephone, std::string_view rest,
                     FormAdder& adder) {
  constexpr std::uint64_t kCodes = 1000;
  for (std::uint64_t code = 1; code < kCodes; ++code) {
    FormText whole;
    whole.Add(code);
    const std::size_t digits = whole.view().size();
    whole.Add(rest);
    if (CountryCodeDigits(whole.view()) != digits ||
        !adder.IsKnown(whole.view())) {
      continue;
    }
    adder.AddWritten(telephone.begin, telephone.end, whole.view());
  }
}

// In many countries national numbers begin with a 0, which "+" or "00" and the
// country's code replace. In some the code replaces nothing.
void AddForms(const Telephone& telephone, FormAdder& adder) {
  Groupings groupings(telephone, adder);
  const std::string_view digits = telephone.digits.view();
  const bool has_zeros = digits.starts_with("00");
  if (telephone.is_international || has_zeros) {
    const std::string_view whole = digits.substr(has_zeros ? 2 : 0);
    groupings.Add(whole);
    const std::size_t code = CountryCodeDigits(whole);
    if (code == 0) return;
    std::string_view rest = whole.substr(code);
    if (HasNoTrunkZero(whole.substr(0, code))) return groupings.Add(rest);
    if (rest.starts_with('0')) rest.remove_prefix(1);
    FormText national;
    return groupings.Add(national.Add("0").Add(rest).view());
  }
  groupings.Add(digits);
  if (digits.starts_with('0')) {
    groupings.Add(digits.substr(1), "+~");
    AddJoinedToCode(telephone, digits.substr(1), adder);
  } else if (digits.size() == kAmericanDigits) {
    FormText whole;
    groupings.Add(whole.Add("1").Add(digits).view());
  }
}

}  // namespace

void AddTelephoneForms(FormAdder& adder) {
  for (std::size_t at = 0; at < adder.tokens().size();) {
    const auto telephone =
        adder.tokens()[at].is_number() ? TelephoneAt(adder, at) : std::nullopt;
    if (telephone) AddForms(*telephone, adder);
    at = telephone ? telephone->end : at + 1;
  }
}

}  // namespace answerbox::engine
