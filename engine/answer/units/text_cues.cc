#include "engine/answer/units/text_cues.h"

#include <algorithm>
#include <array>
#include <bit>
#include <bitset>
#include <cstring>
#include <optional>
#include <span>

#include "engine/index/format/little_endian.h"
#include "engine/numeric/bit_count.h"
#include "engine/text/ascii.h"
#include "engine/text/eight_bytes.h"

namespace answerbox::engine {
namespace {

// What a word says only beside a number: "20 minutes", "6 pm". Bits after those
// of TextCue.
constexpr TextCues kSpellUnit = TextCues{1}
                                << static_cast<unsigned>(TextCue::kCount);
constexpr TextCues kClockUnit = kSpellUnit << 1;
constexpr TextCues kMoneyUnit = kSpellUnit << 2;
// A number in words, beside which units stand, too.
constexpr TextCues kNumberWord = kSpellUnit << 3;
// Of a question for an amount. It wants no cue, as more than half of all texts
// hold a number.
constexpr TextCues kAmount = kSpellUnit << 4;
constexpr TextCues kAllCues = kSpellUnit - 1;

constexpr TextCues kMoney = BitOf(TextCue::kMoney);
constexpr TextCues kDuration = BitOf(TextCue::kDuration);
constexpr TextCues kFrequency = BitOf(TextCue::kFrequency);
constexpr TextCues kTime = BitOf(TextCue::kTime);
constexpr TextCues kMoment = BitOf(TextCue::kMoment);
constexpr TextCues kAge = BitOf(TextCue::kAge);
constexpr TextCues kContact = BitOf(TextCue::kContact);
constexpr TextCues kPerson = BitOf(TextCue::kPerson);
constexpr TextCues kPlace = BitOf(TextCue::kPlace);
constexpr TextCues kReason = BitOf(TextCue::kReason);
constexpr TextCues kWay = BitOf(TextCue::kWay);
constexpr TextCues kDefinition = BitOf(TextCue::kDefinition);
constexpr TextCues kVerdict = BitOf(TextCue::kVerdict);
constexpr TextCues kDenial = BitOf(TextCue::kDenial);
constexpr TextCues kBefore = BitOf(TextCue::kBefore);
constexpr TextCues kAfter = BitOf(TextCue::kAfter);
constexpr TextCues kStart = BitOf(TextCue::kStart);
constexpr TextCues kStop = BitOf(TextCue::kStop);
constexpr TextCues kIncrease = BitOf(TextCue::kIncrease);
constexpr TextCues kDecrease = BitOf(TextCue::kDecrease);
constexpr TextCues kPrevent = BitOf(TextCue::kPrevent);
constexpr TextCues kTreat = BitOf(TextCue::kTreat);
constexpr TextCues kAtLeast = BitOf(TextCue::kAtLeast);
constexpr TextCues kAtMost = BitOf(TextCue::kAtMost);
constexpr TextCues kAdult = BitOf(TextCue::kAdult);
constexpr TextCues kChild = BitOf(TextCue::kChild);

// Phrases with the same bits, separated by bars. A phrase begins at the
// beginning of a word. A space is the end of a word, so "may " is no "maybe".
struct PhraseGroup {
  TextCues bits;
  std::string_view phrases;
};

// Words that point one way, in questions and in documents.
constexpr PhraseGroup kWays[] = {
    {kDenial,
     "not |never |no |none |nobody |cannot |without |forbid|"
     "prohibit|banned |except|exclud|unless |neither |nor |refus|"
     "contraindic|unable |instead of |rather than "},
    {kDenial | kPrevent, "avoid"},
    {kBefore | kMoment, "before |prior to |in advance|beforehand "},
    {kAfter | kMoment,
     "after |afterward|once you |once the |once it |once they |once we "},
    {kAfter, "following "},
    {kStart,
     "start |starts |started |starting |begin |begins |beginning |began |"
     "commenc|initiat|switch on |turn on "},
    {kStop,
     "stop |stops |stopped |stopping |ends |ended |finish|discontinu|ceas|"
     "quit |quits |quitting |cancel|"
     "terminat|switch off |turn off "},
    {kIncrease,
     "increas|raise |raises |raised |raising |rise |rises |rising |higher |"
     "gain |gains |gained "},
    {kDecrease,
     "decreas|reduc|lower|dropped |drop to |drops to |drop in |drop below |"
     "drops below |fall to |falls to |fall below |falls below "},
    {kPrevent, "prevent|protect"},
    {kTreat, "treat|cure|heal |therap|first aid "},
    {kAtLeast, "at least |minim|no less than |or more |earliest "},
    {kAtMost, "at most |maxim|no more than |up to |exceed|latest |longest "},
    {kAdult | kAge, "adult|grown-up"},
    {kChild | kAge,
     "child|kid |kids |infant|baby |babies |newborn|toddler|"
     "paediatric|pediatric"},
};

// Words of documents that tell a kind of value.
constexpr PhraseGroup kTold[] = {
    {kNumberWord,
     "one |two |three |four |five |six |seven |eight |nine |ten |"
     "eleven |twelve |twenty |thirty |forty |fifty |sixty |hundred|"
     "thousand|half |dozen "},
    {kMoneyUnit, "pound|euro|dollar|pence |cent |cents |gbp |eur |usd "},
    {kMoney, "free of charge |for free |no charge "},
    {kSpellUnit,
     "second |seconds |sec |minute|min |mins |hour|hr |hrs |day |"
     "days |working day|calendar day|week |weeks |month |months |"
     "year|night"},
    {kDuration, "fortnight|overnight |lifelong |indefinite|permanent"},
    {kDuration | kMoment, "immediate|at once |straight away "},
    {kFrequency,
     "daily |hourly |weekly |monthly |yearly |quarterly |annual|"
     "every |each day |each week |each month |each year |per day |"
     "per week |per month |per year |a day |a week |a month |"
     "a year |once a |twice "},
    {kClockUnit, "am |a m |pm |p m |o'clock "},
    {kTime,
     "noon |midday |midnight |monday|tuesday|wednesday|thursday|"
     "friday|saturday|sunday|weekend|january |february |april |"
     "june |july |august |september |october |november |december "},
    {kMoment, "as soon as |until |when |whenever |during |within |while "},
    {kAge, "age |ages |aged |years old |year-old|months old |birth"},
    {kContact, "www |http|extension |ext "},
    {kPerson,
     "nurse|doctor|physician|manager|officer|director|supervisor|"
     "employer|landlord|tenant|staff |teacher|parent|patient|worker|"
     "pharmac|midwi|technician|engineer|clerk|secretary|treasurer|"
     "chair|member|team|department|committee|council|authorit|"
     "agency|ministry|company |person|people |provider|responsib"},
    {kPlace,
     "room|floor|building|desk|cupboard|cabinet|fridge|refrigerat|"
     "drawer|shelf|box|street|road |hall |kitchen|entrance|hospital|"
     "clinic |school|centre|center|online |at the |in the |next to |"
     "behind |under the "},
    {kPlace | kPerson, "office"},
    {kPlace | kContact, "website"},
    {kReason,
     "because |so that |in order to |to ensure |to avoid |"
     "to prevent |to reduce |to protect |due to |since |therefore |"
     "otherwise |reason|cause|leads to |lead to |result"},
    {kWay,
     "by |using |use |press |click |select |choose |turn |place |"
     "put |wash|rinse|clean |wipe |remove |insert |apply |hold |"
     "fill |send |complete |step|make sure |ensure |then "},
    {kDefinition,
     "is a |is an |is the |are a |are the |means |stands for |"
     "refers to |defin|known as |called |abbreviat"},
    {kVerdict,
     "must |may |can |should |shall |need|require|allow|permit|"
     "recommend|entitle|eligible |only |yes "},
};

// What a question wants of a text: any of these cues.
constexpr TextCues kWhen = kTime | kMoment | kDuration;

// Phrases that begin with the word that asks.
constexpr PhraseGroup kAskedFor[] = {
    {kAmount,
     "how many |how much |how high |how low |how full |how far |"
     "how big |how large |how wide |how deep |how tall |how heavy |"
     "how fast |how hot |how cold |how warm |how strong |how close |"
     "what size|what weight|what rate|what level|what speed|"
     "what pressure|what volt|what proportion|what share"},
    {kMoney, "how expensive "},
    {kDuration,
     "how long |how many seconds |how many minutes |how many hours |"
     "how many days |how many weeks |how many months |"
     "how many years "},
    {kDuration | kMoment, "how soon |how quickly "},
    {kDuration | kTime, "how late |how early "},
    {kFrequency, "how often |how frequent|how regularly "},
    {kFrequency | kAmount, "how many times "},
    {kTime,
     "what time|what day|which day|what date|which date|what year|"
     "which year|what month|which month"},
    {kWhen, "when |when's "},
    {kAge, "how old |what age|which age"},
    {kContact | kAmount, "what number |which number "},
    {kPerson,
     "who |who's |whom |whose |which person|which department|"
     "which team|which organi|which authorit"},
    {kPlace,
     "where |where's |which room|what room|which floor|"
     "which building|what place|which place"},
    {kReason, "why |how come |what causes |what for "},
    {kWay,
     "how do |how to |how can |how should |how must |how is |"
     "how are |how would |what steps"},
};

// What is asked for: nouns right after "what", "what is the", "how much".
constexpr PhraseGroup kAskedNouns[] = {
    {kAmount,
     "maximum |minimum |temperature|percent|dose|dosage|quantit|amount|"
     "limit |number of "},
    {kMoney, "cost |costs |price|fee |fees |charge|salary |deposit |rent "},
    {kDuration, "time limit |duration|notice period "},
    {kDuration | kTime, "deadline"},
    {kTime, "opening hour|opening time"},
    {kAge, "age |age limit|minimum age"},
    {kContact,
     "phone|telephone|number to call|email|e-mail|web address|"
     "web site|website|hotline|helpline"},
    {kPlace | kContact, "address"},
    {kReason, "reason|purpose"},
    {kWay, "procedure"},
    {kDefinition, "meaning|definition"},
};

// Verbs anywhere after "what" or "how much".
constexpr PhraseGroup kAskedVerbs[] = {
    {kMoney, "cost |do i pay |do we pay |to pay |charge "},
    {kDefinition, "stand for|stands for |mean |meant by "},
};
// And after any word that asks.
constexpr PhraseGroup kAskedCalls[] = {
    {kContact, "do i call |do we call |do i ring |do we ring |do i contact "},
};

constexpr std::string_view kAskers[] = {
    "who ",     "who's ", "whom ", "whose ",  "when ",  "when's ", "where ",
    "where's ", "why ",   "what ", "what's ", "which ", "how "};

// Words at a beginning after which a word that asks asks still: "at what age",
// "tell me who".
constexpr std::string_view kBeforeAskers[] = {
    "at ",    "in ",     "on ",     "to ",    "for ",    "from ",
    "by ",    "with ",   "within ", "of ",    "after ",  "before ",
    "until ", "since ",  "under ",  "about ", "and ",    "so ",
    "but ",   "please ", "tell ",   "me ",    "can you "};

// Words at which the noun after "what" ends.
constexpr std::string_view kNounEnds[] = {
    "of ",    "for ", "to ",   "in ",   "on ",     "at ",   "by ",   "with ",
    "from ",  "is ",  "are ",  "do ",   "does ",   "did ",  "can ",  "may ",
    "must ",  "has ", "have ", "will ", "should ", "that ", "when ", "if ",
    "about ", "the ", "a ",    "an ",   "my ",     "our ",  "your ", "their "};

// The first words of questions that are answered by yes or no.
constexpr std::string_view kYesOrNo[] = {
    "is ",  "are ",  "was ",   "were ",   "do ",    "does ",  "did ",
    "can ", "may ",  "must ",  "should ", "shall ", "will ",  "would ",
    "has ", "have ", "could ", "am ",     "isn't ", "can't ", "don't "};

// Zeros follow, up to a multiple of PlainBytes.
void ReadPlain(std::string_view text, char* plain) {
  PlainBytes bytes;
  for (; text.size() >= sizeof bytes; text.remove_prefix(sizeof bytes)) {
    std::memcpy(&bytes, text.data(), sizeof bytes);
    bytes = PlainOf(bytes);
    std::memcpy(plain, &bytes, sizeof bytes);
    plain += sizeof bytes;
  }
  if (text.empty()) return;
  bytes = PlainBytes{};
  std::memcpy(&bytes, text.data(), text.size());
  bytes = PlainOf(bytes);
  std::memcpy(plain, &bytes, sizeof bytes);
}

// What a sign between words tells; most are blanks, which tell nothing.
enum SignClass : std::uint8_t {
  kMoneySign = 1,
  kContactSign = 2,
  kEndsClause = 4,
  kPartsNumber = 8,
};
constexpr std::array<std::uint8_t, 256> kSignClasses = [] {
  std::array<std::uint8_t, 256> classes{};
  for (const char c : {'.', ',', ';'}) {
    classes[static_cast<unsigned char>(c)] = kEndsClause | kPartsNumber;
  }
  for (const char c : {':', '?', '!'}) {
    classes[static_cast<unsigned char>(c)] = kEndsClause;
  }
  classes['|'] = kPartsNumber;
  classes['$'] = kMoneySign;
  classes['@'] = kContactSign;
  return classes;
}();

// The first eight bytes of a plain text from a word on. Compared at once, so
// that few phrases are looked at byte by byte.
using PhraseKey = std::uint64_t;
constexpr std::size_t kKeyBytes = sizeof(PhraseKey);
// Bits that letters have, and spaces have not.
constexpr PhraseKey kLetterBits = 0x40 * kEveryByte;

// A text in lower case, with one space for what is between two words, and after
// the last one. A number is kNumberSign. A sign that parts a number from what
// follows is kPartSign.
constexpr char kNumberSign = '0';
constexpr char kPartSign = '.';

struct PlainText {
  std::array<char, 2 * kCuedBytes + kKeyBytes> bytes;
  std::size_t size = 0;
  std::array<std::uint16_t, kCuedBytes> words;  // Where they begin.
  std::bitset<kCuedBytes> begins_clause;        // [word]
  std::size_t word_count = 0;
  TextCues found = 0;  // By digits and signs.

  [[nodiscard]] std::string_view text() const { return {bytes.data(), size}; }
  // From a word on.
  [[nodiscard]] std::string_view From(std::size_t word) const {
    return text().substr(words[word]);
  }
};

struct Phrase {
  PhraseKey key = 0;
  PhraseKey mask = 0;
  PhraseKey letters = 0;  // The part of the mask for letters and spaces.
  // The part for its first letters, and a space after them.
  PhraseKey first_word = 0;
  TextCues bits = 0;
  std::string_view text;
};

// Phrases by their first three bytes, so that most words of a text are done
// with after one look.
class PhraseIndex {
 public:
  consteval explicit PhraseIndex(std::span<const PhraseGroup> first,
                                 std::span<const PhraseGroup> second = {}) {
    std::array<Phrase, kMostPhrases> all{};
    std::size_t count = 0;
    for (const auto groups : {first, second}) {
      for (const PhraseGroup& group : groups) {
        std::size_t begin = 0;
        while (begin < group.phrases.size()) {
          const std::size_t end =
              std::min(group.phrases.find('|', begin), group.phrases.size());
          all[count++] =
              PhraseOf(group.phrases.substr(begin, end - begin), group.bits);
          begin = end + 1;
        }
      }
    }
    Sort(std::span(all).first(count));
  }

  // The bits of the phrases that begin at the word at `at`, which kKeyBytes can
  // be read from.
  [[nodiscard]] TextCues At(const PlainText& plain,
                            std::size_t at) const noexcept {
    const PhraseKey key = LoadLittle64(
        reinterpret_cast<const std::byte*>(plain.bytes.data() + at));
    const std::size_t bucket = BucketOf(key);
    if (bits_[bucket] == 0) return 0;
    TextCues found = 0;
    for (std::size_t i = begins_[bucket]; i < begins_[bucket + 1]; ++i) {
      const Phrase& phrase = phrases_[i];
      if ((key & phrase.mask) != phrase.key) continue;
      if (phrase.text.size() > kKeyBytes &&
          !plain.text().substr(at).starts_with(phrase.text)) {
        continue;
      }
      found |= phrase.bits;
    }
    return found;
  }

  // Whether a phrase with any of these bits may begin here.
  //   key  from ReadLetters()
  [[nodiscard]] bool MayBegin(PhraseKey key, TextCues bits) const noexcept {
    const std::size_t bucket = BucketOf(key);
    if ((bits_[bucket] & bits) == 0) return false;
    // Only the first word is compared where several signs may be one space.
    const PhraseKey spaces = ~key & kLetterBits;
    const bool is_wide = (spaces & spaces << 8) != 0;
    return std::any_of(
        phrases_.begin() + begins_[bucket],
        phrases_.begin() + begins_[bucket + 1], [&](const Phrase& phrase) {
          const PhraseKey mask = is_wide ? phrase.first_word : phrase.letters;
          return (phrase.bits & bits) != 0 && ((key ^ phrase.key) & mask) == 0;
        });
  }

 private:
  static constexpr unsigned kBucketBits = 10;
  static constexpr std::size_t kBuckets = std::size_t{1} << kBucketBits;
  static constexpr std::size_t kMostPhrases = 400;

  // A multiplicative hash of the first three bytes.
  static constexpr std::size_t BucketOf(PhraseKey key) {
    constexpr std::uint32_t kOddFactor = 0x9E3779B1;
    const auto first = static_cast<std::uint32_t>(key & 0xFFFFFF);
    return first * kOddFactor >> (32 - kBucketBits);
  }

  static consteval Phrase PhraseOf(std::string_view text, TextCues bits) {
    Phrase phrase{.bits = bits, .text = text};
    for (std::size_t i = 0; i < std::min(text.size(), kKeyBytes); ++i) {
      phrase.key |= PhraseKey{static_cast<unsigned char>(text[i])} << 8 * i;
      phrase.mask |= PhraseKey{0xFF} << 8 * i;
      if (Is(text[i], kLowerByte) || text[i] == ' ') {
        phrase.letters |= PhraseKey{0xFF} << 8 * i;
      }
    }
    std::size_t letters = 0;
    while (letters < text.size() && Is(text[letters], kLowerByte)) ++letters;
    if (letters < text.size() && text[letters] == ' ') ++letters;
    for (std::size_t i = 0; i < std::min(letters, kKeyBytes); ++i) {
      phrase.first_word |= PhraseKey{0xFF} << 8 * i;
    }
    return phrase;
  }

  // A counting sort by bucket.
  consteval void Sort(std::span<const Phrase> all) {
    for (const Phrase& phrase : all) {
      if (phrase.text.size() < 3) throw "a phrase is too short";
      ++begins_[BucketOf(phrase.key) + 1];
      bits_[BucketOf(phrase.key)] |= phrase.bits;
    }
    for (std::size_t b = 0; b < kBuckets; ++b) begins_[b + 1] += begins_[b];
    auto next = begins_;
    for (const Phrase& phrase : all) {
      phrases_[next[BucketOf(phrase.key)]++] = phrase;
    }
  }

  std::array<Phrase, kMostPhrases> phrases_{};
  std::array<std::uint16_t, kBuckets + 1> begins_{};
  std::array<TextCues, kBuckets> bits_{};  // Of all phrases in the bucket.
};

constexpr PhraseIndex kTextIndex(kWays, kTold);
// What numbers, signs and words of one letter tell, too: "a day".
constexpr TextCues kToldBesideWords =
    kMoney | kDuration | kFrequency | kTime | kContact;
constexpr PhraseIndex kWayIndex(kWays);
constexpr PhraseIndex kAskedIndex(kAskedFor);
constexpr PhraseIndex kNounIndex(kAskedNouns);
constexpr PhraseIndex kVerbIndex(kAskedVerbs);
constexpr PhraseIndex kCallIndex(kAskedCalls);

// "don't", "mustn't". In lower case.
bool IsDenied(std::string_view word) {
  return word.size() > 3 && word[word.size() - 2] == '\'' &&
         word.back() == 't' && word[word.size() - 3] == 'n';
}

// Whether a number looks like the pattern, in which '0' stands for a digit and
// '?' for one that may be missing.
bool LooksLike(std::string_view number, std::string_view pattern) {
  std::size_t at = 0;
  for (const char c : pattern) {
    const bool is_digit = at < number.size() && Is(number[at], kDigitByte);
    if (c == '?' && !is_digit) continue;
    if (at == number.size() ||
        (c == '0' || c == '?' ? !is_digit : number[at] != c)) {
      return false;
    }
    ++at;
  }
  return at == number.size();
}

// A time of the day, a date or a year. "120/80" and "1/2" are none.
bool IsTime(std::string_view number) {
  if (LooksLike(number, "0000")) return number[0] == '1' || number[0] == '2';
  constexpr std::string_view kTimes[] = {"0?:00", "0?/0?/00??", "0?.0?.0000",
                                         "00.00.00", "0000-00-00"};
  return std::ranges::any_of(kTimes, [&](std::string_view pattern) {
    // The hours of two times stand on both sides of a dash: "9:30-10:30".
    return LooksLike(number.substr(0, number.find_first_of(" -")), pattern) ||
           LooksLike(number, pattern);
  });
}

// Shorter numbers are more often amounts, and none is longer. "5 000 000",
// "1,000,000" and "1000-2000" are amounts, too.
bool IsPhone(std::string_view number) {
  constexpr std::size_t kLeast = 7;
  constexpr std::size_t kMost = 15;
  const auto digits = static_cast<std::size_t>(
      std::ranges::count_if(number, [](char c) { return Is(c, kDigitByte); }));
  const bool is_amount = LooksLike(number, "0?? 000 000") && number[0] != '0';
  const bool is_range = LooksLike(number, "0000-0000?");
  return digits >= kLeast && digits <= kMost && !is_amount && !is_range &&
         number.find(',') == std::string_view::npos;
}

// Makes a text plain, and reads its digits and signs on the way.
class PlainReader {
 public:
  PlainReader(std::string_view text, PlainText& plain)
      : text_(text.substr(0, kCuedBytes)), plain_(plain) {}

  void Read() {
    const std::size_t size = text_.size();
    ReadPlain(text_, lower_.data());
    std::fill_n(lower_.begin() + static_cast<std::ptrdiff_t>(size), kKeyBytes,
                '\0');
    while (at_ < size) {
      const char c = text_[at_];
      if (lower_[at_] == 0) {
        ReadSign(c);
      } else if (Is(c, kDigitByte)) {
        ReadNumber();
      } else if (!Is(c, kNonAsciiByte) || !ReadCurrency()) {
        ReadWord();
      }
    }
    // What is read past the end must not depend on what was there before.
    std::fill_n(plain_.bytes.begin() + static_cast<std::ptrdiff_t>(plain_.size),
                kKeyBytes, '\0');
  }

 private:
  void BeginWord() {
    if (begins_clause_) plain_.begins_clause.set(plain_.word_count);
    begins_clause_ = false;
    plain_.words[plain_.word_count++] = static_cast<std::uint16_t>(plain_.size);
  }

  // Eight bytes at a time: most words end within them.
  void ReadWord() {
    BeginWord();
    const char* const begin = plain_.bytes.data() + plain_.size;
    std::size_t size = 0;
    while (true) {
      std::uint64_t bytes;
      std::memcpy(&bytes, lower_.data() + at_ + size, sizeof bytes);
      std::memcpy(plain_.bytes.data() + plain_.size + size, &bytes,
                  sizeof bytes);
      const std::size_t left = BytesBeforeZero(bytes);
      size += left;
      if (left != sizeof bytes) break;
    }
    plain_.bytes[plain_.size + size] = ' ';
    plain_.size += size + 1;
    at_ += size;
    if (IsDenied({begin, size})) plain_.found |= kDenial;
  }

  // How many bytes come before the first zero in memory; 8: there is none.
  static std::size_t BytesBeforeZero(std::uint64_t bytes) {
    constexpr std::uint64_t kOnes = 0x0101010101010101;
    constexpr std::uint64_t kHighBits = 0x8080808080808080;
    if constexpr (std::endian::native == std::endian::big) {
      bytes = __builtin_bswap64(bytes);
    }
    // The lowest bit that is set is right; a borrow may set others above it.
    const std::uint64_t zeros = (bytes - kOnes) & ~bytes & kHighBits;
    return zeros == 0 ? sizeof bytes
                      : static_cast<std::size_t>(std::countr_zero(zeros)) / 8;
  }

  // Digits with the signs within them: "1,000", "10:30", "01632 960 111".
  void ReadNumber() {
    const std::size_t begin = at_;
    std::size_t end = at_;
    for (; at_ < text_.size() && at_ <= end + kMostBetween; ++at_) {
      const char c = text_[at_];
      if (Is(c, kDigitByte)) {
        end = at_ + 1;
      } else if (IsOneOf(c, ",.:/")) {
        if (at_ + 1 == text_.size() || !Is(text_[at_ + 1], kDigitByte)) break;
      } else if (!IsOneOf(c, " -()")) {
        break;
      }
    }
    // A unit may be joined to its number: "5mg", "5-day".
    at_ = end;
    if (at_ < text_.size() && text_[at_] == '-') ++at_;
    const bool is_account = IsAfterAccount();
    BeginWord();
    plain_.bytes[plain_.size++] = kNumberSign;
    plain_.bytes[plain_.size++] = ' ';
    const std::string_view number = text_.substr(begin, end - begin);
    if (IsTime(number)) {
      plain_.found |= kTime;
    } else if (!is_account && IsPhone(number)) {
      plain_.found |= kContact;
    }
  }

  // "GB29 NWBK 6016": an account begins with a country and two digits.
  bool IsAfterAccount() const {
    const std::size_t count = plain_.word_count;
    for (std::size_t w = count - std::min<std::size_t>(count, 2); w < count;
         ++w) {
      const std::string_view word = plain_.From(w);
      if (word.size() > 4 && Is(word[0], kLowerByte) &&
          Is(word[1], kLowerByte) && Is(word[2], kDigitByte) &&
          Is(word[3], kDigitByte) && word[4] == ' ') {
        return true;
      }
    }
    return false;
  }

  void ReadSign(char c) {
    ++at_;
    const std::uint8_t classes = kSignClasses[static_cast<unsigned char>(c)];
    if (classes == 0) return;
    if ((classes & kMoneySign) != 0) plain_.found |= kMoney;
    if ((classes & kContactSign) != 0) plain_.found |= kContact;
    begins_clause_ = begins_clause_ || (classes & kEndsClause) != 0;
    if ((classes & kPartsNumber) != 0 && plain_.size >= 2 &&
        plain_.bytes[plain_.size - 2] == kNumberSign) {
      plain_.bytes[plain_.size - 2] = kPartSign;
    }
  }

  // Pound, yen or euro in UTF-8, before a number.
  bool ReadCurrency() {
    for (const std::string_view sign :
         {"\xC2\xA3", "\xC2\xA5", "\xE2\x82\xAC"}) {
      if (!text_.substr(at_).starts_with(sign)) continue;
      plain_.found |= kMoney;
      at_ += sign.size();
      return true;
    }
    return false;
  }

  // Signs between two digits of one number: ") ".
  static constexpr std::size_t kMostBetween = 2;

  std::string_view text_;
  std::size_t at_ = 0;
  bool begins_clause_ = true;  // The next word does.
  PlainText& plain_;
  // ReadPlain(); zeros follow.
  std::array<char, kCuedBytes + sizeof(PlainBytes)> lower_;
};

// The letters of a text in lower case. Spaces stand for all else, and so many
// follow that kKeyBytes can be read from each letter.
void ReadLetters(std::string_view text, char* letters) {
  for (; text.size() >= sizeof(PlainBytes);
       text.remove_prefix(sizeof(PlainBytes))) {
    PlainBytes bytes;
    std::memcpy(&bytes, text.data(), sizeof bytes);
    bytes = LettersOf(bytes);
    std::memcpy(letters, &bytes, sizeof bytes);
    letters += sizeof bytes;
  }
  PlainBytes bytes{};
  std::memcpy(&bytes, text.data(), text.size());
  bytes = LettersOf(bytes);
  std::memcpy(letters, &bytes, sizeof bytes);
  std::memset(letters + sizeof bytes, ' ', kKeyBytes);
}

// Where a text begins to matter: no word before may tell one of the cues.
// Nothing: it never does, as most texts hold no word that a phrase begins with.
// More beginnings are looked at than there are words: "5mg", "left-handed".
std::optional<std::size_t> FindFirst(std::string_view text, TextCues cues) {
  if ((cues & kToldBesideWords) != 0) return 0;
  // "Don't" is told by its end.
  const std::size_t apostrophe =
      (cues & kDenial) != 0 ? text.find('\'') : text.npos;
  std::array<char, kCuedBytes + 2 * sizeof(PlainBytes)> letters;
  ReadLetters(text, letters.data());
  std::uint64_t before = 0;
  for (std::size_t at = 0; at < text.size(); at += kKeyBytes) {
    const std::uint64_t marks =
        (LoadEightBytes(letters.data() + at) & kLetterBits) << 1;
    std::uint64_t begins = marks & ~(marks << 8 | before);
    before = marks >> 56;
    for (; begins != 0; begins &= begins - 1) {
      const std::size_t word = at + FirstMark(begins);
      if (word <= apostrophe &&
          !kTextIndex.MayBegin(LoadEightBytes(letters.data() + word), cues)) {
        continue;
      }
      // Whether "may" is a month, the word before it tells.
      if ((cues & kVerdict) != 0) return 0;
      const std::size_t space = text.substr(0, word).rfind(' ');
      return space == text.npos ? 0 : space;
    }
  }
  return std::nullopt;
}

bool BeginsWithAny(std::string_view text,
                   std::span<const std::string_view> words) {
  return std::ranges::any_of(
      words, [&](std::string_view word) { return text.starts_with(word); });
}

// "No. 7" denies nothing, and "in May" allows nothing. Most words have no bits.
TextCues InContext(const PlainText& plain, std::size_t w, TextCues bits) {
  if (bits == 0) return bits;
  const std::string_view text = plain.From(w);
  if (text.starts_with("no 0 ") || text.starts_with("no . ")) {
    return bits & ~kDenial;
  }
  if (!text.starts_with("may ")) return bits;
  constexpr std::string_view kBeforeMonths[] = {
      "0 ",     "in ",   "of ",   "until ", "since ", "by ", "from ",
      "early ", "late ", "last ", "next ",  "every ", "to "};
  const bool is_month =
      text.starts_with("may 0 ") || text.starts_with("may . ") ||
      (w > 0 && BeginsWithAny(plain.From(w - 1), kBeforeMonths));
  return is_month ? (bits & ~kVerdict) | kTime : bits;
}

// A unit counts where a number is right before it.
TextCues CuesOfWords(const PlainText& plain) {
  TextCues found = plain.found;
  bool after_number = false;
  for (std::size_t w = 0; w < plain.word_count; ++w) {
    const std::size_t at = plain.words[w];
    const TextCues bits = InContext(plain, w, kTextIndex.At(plain, at));
    found |= bits & kAllCues;
    if (after_number) {
      if ((bits & kSpellUnit) != 0) found |= kDuration;
      if ((bits & kClockUnit) != 0) found |= kTime;
      if ((bits & kMoneyUnit) != 0) found |= kMoney;
    }
    after_number = (bits & kNumberWord) != 0 || plain.bytes[at] == kNumberSign;
  }
  return found;
}

// The word that asks, where it asks: at the beginning of a question or of a
// clause, perhaps after a preposition. The number of words: none.
std::size_t AskerOf(const PlainText& plain) {
  bool begins = true;
  for (std::size_t w = 0; w < plain.word_count; ++w) {
    begins = begins || plain.begins_clause[w];
    if (!begins) continue;
    const std::string_view text = plain.From(w);
    if (BeginsWithAny(text, kAskers)) return w;
    begins = BeginsWithAny(text, kBeforeAskers) || text.starts_with("you ");
  }
  return plain.word_count;
}

// What the noun from a word on asks for, with the words before it: "the maximum
// dose". Ends at a verb or a preposition.
TextCues NounCues(const PlainText& plain, std::size_t w) {
  TextCues found = 0;
  for (; w < plain.word_count; ++w) {
    const std::string_view text = plain.From(w);
    if (BeginsWithAny(text, kNounEnds)) break;
    found |= kNounIndex.At(plain, plain.words[w]);
  }
  return found;
}

// The word after "what is the".
std::size_t SkipToNoun(const PlainText& plain, std::size_t w) {
  constexpr std::string_view kBe[] = {"is ", "are ", "was ", "were "};
  constexpr std::string_view kArticles[] = {"the ", "a ",    "an ",   "my ",
                                            "our ", "your ", "their "};
  if (w < plain.word_count && BeginsWithAny(plain.From(w), kBe)) ++w;
  if (w < plain.word_count && BeginsWithAny(plain.From(w), kArticles)) ++w;
  return w;
}

// "How long is the corridor?" A verb of action asks for a duration.
bool MayAskForLength(const PlainText& plain, std::size_t asker) {
  constexpr std::string_view kBegins[] = {"how long is ", "how long are ",
                                          "how long was "};
  if (!BeginsWithAny(plain.From(asker), kBegins)) return false;
  for (std::size_t w = asker + 3; w < plain.word_count; ++w) {
    const std::string_view text = plain.From(w);
    const std::string_view word = text.substr(0, text.find(' '));
    constexpr std::string_view kActed[] = {"kept ", "held ", "left ", "open ",
                                           "valid "};
    if (word.ends_with("ed") || word.ends_with("en") || word.ends_with("ing") ||
        BeginsWithAny(text, kActed)) {
      return false;
    }
  }
  return true;
}

bool AsksWhatIs(std::string_view question) {
  constexpr std::string_view kBegins[] = {"what is ", "what's ", "what are "};
  return BeginsWithAny(question, kBegins);
}

// What a question wants. Without a word that asks, a question is answered by
// yes or no, or names the thing itself: "price of a swim".
TextCues ValuesAskedFor(const PlainText& plain) {
  const std::size_t asker = AskerOf(plain);
  if (asker == plain.word_count) {
    for (std::size_t w = 0; w < plain.word_count; ++w) {
      if (plain.begins_clause[w] && BeginsWithAny(plain.From(w), kYesOrNo)) {
        return kVerdict;
      }
    }
    return NounCues(plain, SkipToNoun(plain, 0));
  }
  const std::string_view text = plain.From(asker);
  TextCues values = kAskedIndex.At(plain, plain.words[asker]);
  const bool much = text.starts_with("how much ");
  const bool what = text.starts_with("what") || text.starts_with("which ");
  if (what || much) {
    values |= NounCues(plain, SkipToNoun(plain, asker + (much ? 2 : 1)));
  }
  for (std::size_t w = asker; w < plain.word_count; ++w) {
    values |= kCallIndex.At(plain, plain.words[w]);
    if (what || much) values |= kVerbIndex.At(plain, plain.words[w]);
  }
  // The more special kind of quantity stands for the general one: "how many
  // days" asks for no count.
  if ((values & (kMoney | kDuration | kAge)) != 0 && (values & kContact) == 0) {
    values &= ~kAmount;
  }
  if (MayAskForLength(plain, asker)) values = kAmount;
  if (values == 0 && AsksWhatIs(text)) values = kDefinition;
  return values;
}

}  // namespace

TextCues ReadTextCues(std::string_view text, TextCues wanted) noexcept {
  text = text.substr(0, kCuedBytes);
  const auto first = FindFirst(text, wanted);
  if (!first) return 0;
  PlainText plain;
  PlainReader(text.substr(*first), plain).Read();
  return CuesOfWords(plain) & wanted;
}

TextCues CuesFor(TextCues asked) noexcept {
  const TextCues first = (asked | asked >> 1) & kFirstSides;
  return (asked & ~kSideCues) | first | first << 1 | kDenial;
}

// A way that a question points is no value that it asks for: "before" is no
// moment.
TextCues ReadAskedCues(std::string_view question) noexcept {
  PlainText plain;
  PlainReader(question, plain).Read();
  TextCues ways = plain.found & kDenial;
  for (std::size_t w = 0; w < plain.word_count; ++w) {
    ways |= InContext(plain, w, kWayIndex.At(plain, plain.words[w]));
  }
  return (ValuesAskedFor(plain) & kAllCues) | (ways & (kDenial | kSideCues));
}

std::int32_t AgreementOfSides(TextCues asked, TextCues text) noexcept {
  // Every pair by its first side's bit.
  const TextCues asked_first = asked & kFirstSides;
  const TextCues asked_second = asked >> 1 & kFirstSides;
  const TextCues text_first = text & kFirstSides;
  const TextCues text_second = text >> 1 & kFirstSides;
  // A question of both sides asks for neither.
  const TextCues pairs = asked_first ^ asked_second;
  if (pairs == 0) return 0;
  const TextCues same =
      (asked_first & text_first) | (asked_second & text_second);
  const TextCues other =
      (asked_first & text_second) | (asked_second & text_first);
  const int agree = CountBits(pairs & same);
  const int differ = CountBits(pairs & other & ~same);
  return (agree - differ) * 1024 / CountBits(pairs);
}

}  // namespace answerbox::engine
