#include "engine/answer/evidence/opposites.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <iterator>

namespace answerbox::engine {
namespace {

struct Pair {
  std::string_view term;
  std::string_view opposite;
};

// Stems, each pair once.
constexpr Pair kPairs[] = {
    {"abandon", "keep"},
    {"abl", "unabl"},
    {"abolish", "establish"},
    {"abolish", "found"},
    {"absenc", "presenc"},
    {"absent", "present"},
    {"accept", "refus"},
    {"accept", "reject"},
    {"acid", "base"},
    {"activ", "inact"},
    {"add", "remov"},
    {"add", "subtract"},
    {"admit", "deni"},
    {"advanc", "retreat"},
    {"advantag", "disadvantag"},
    {"agre", "differ"},
    {"agre", "disagre"},
    {"agre", "refus"},
    {"ahead", "behind"},
    {"alik", "differ"},
    {"aliv", "dead"},
    {"alli", "enemi"},
    {"allow", "forbid"},
    {"allow", "prevent"},
    {"allow", "prohibit"},
    {"alway", "never"},
    {"ancient", "modern"},
    {"angri", "calm"},
    {"appoint", "dismiss"},
    {"approv", "disapprov"},
    {"approv", "reject"},
    {"arriv", "depart"},
    {"arriv", "leav"},
    {"artifici", "natur"},
    {"ascend", "descend"},
    {"asset", "liabil"},
    {"attack", "defend"},
    {"attack", "protect"},
    {"attract", "repel"},
    {"autumn", "spring"},
    {"back", "front"},
    {"backward", "forward"},
    {"bad", "good"},
    {"ban", "legal"},
    {"begin", "end"},
    {"begin", "finish"},
    {"believ", "doubt"},
    {"benefit", "drawback"},
    {"benefit", "harm"},
    {"best", "worst"},
    {"better", "wors"},
    {"big", "small"},
    {"biggest", "smallest"},
    {"birth", "death"},
    {"black", "white"},
    {"born", "die"},
    {"borrow", "lend"},
    {"bottom", "top"},
    {"boy", "girl"},
    {"brave", "coward"},
    {"bright", "dim"},
    {"brother", "sister"},
    {"build", "destroy"},
    {"buy", "sell"},
    {"buyer", "seller"},
    {"captiv", "free"},
    {"captur", "releas"},
    {"cathol", "protest"},
    {"caus", "prevent"},
    {"ceas", "continu"},
    {"cheap", "expens"},
    {"clean", "dirti"},
    {"close", "open"},
    {"cold", "hot"},
    {"combin", "separ"},
    {"come", "go"},
    {"common", "rare"},
    {"common", "uncommon"},
    {"complet", "incomplet"},
    {"complex", "simpl"},
    {"complic", "simpl"},
    {"composit", "prime"},
    {"conceal", "reveal"},
    {"confirm", "deni"},
    {"connect", "separ"},
    {"conscious", "unconsci"},
    {"conserv", "liber"},
    {"constant", "variabl"},
    {"construct", "demolish"},
    {"continu", "stop"},
    {"contract", "expand"},
    {"cool", "warm"},
    {"correct", "incorrect"},
    {"creat", "destroy"},
    {"critic", "prais"},
    {"danger", "safe"},
    {"dark", "light"},
    {"daughter", "son"},
    {"day", "night"},
    {"death", "life"},
    {"decreas", "increas"},
    {"deep", "shallow"},
    {"defeat", "victori"},
    {"demand", "suppli"},
    {"demot", "promot"},
    {"depend", "independ"},
    {"depos", "elect"},
    {"destroy", "make"},
    {"detain", "releas"},
    {"die", "live"},
    {"die", "surviv"},
    {"differ", "similar"},
    {"difficult", "easi"},
    {"direct", "indirect"},
    {"discourag", "encourag"},
    {"dislik", "like"},
    {"dismiss", "employ"},
    {"dissolv", "form"},
    {"divid", "unit"},
    {"domest", "foreign"},
    {"dri", "wet"},
    {"dull", "sharp"},
    {"earli", "late"},
    {"earlier", "later"},
    {"earliest", "latest"},
    {"easi", "hard"},
    {"east", "west"},
    {"eastern", "western"},
    {"employ", "employe"},
    {"empti", "full"},
    {"end", "start"},
    {"enemi", "friend"},
    {"enter", "exit"},
    {"enter", "leav"},
    {"equal", "unequ"},
    {"even", "odd"},
    {"exclud", "includ"},
    {"expand", "reduc"},
    {"expens", "incom"},
    {"export", "import"},
    {"extend", "shorten"},
    {"exterior", "interior"},
    {"extern", "intern"},
    {"fail", "succeed"},
    {"failur", "success"},
    {"fake", "real"},
    {"fall", "rise"},
    {"fals", "true"},
    {"fast", "slow"},
    {"faster", "slower"},
    {"father", "mother"},
    {"favor", "oppos"},
    {"femal", "male"},
    {"final", "first"},
    {"find", "lose"},
    {"fire", "hire"},
    {"first", "last"},
    {"first", "second"},
    {"fix", "variabl"},
    {"flexibl", "rigid"},
    {"forbid", "permit"},
    {"foreign", "local"},
    {"forget", "rememb"},
    {"formal", "inform"},
    {"fraction", "integ"},
    {"free", "slave"},
    {"freedom", "slaveri"},
    {"frequent", "rare"},
    {"futur", "past"},
    {"gain", "lose"},
    {"gas", "solid"},
    {"gather", "scatter"},
    {"general", "specif"},
    {"give", "receiv"},
    {"give", "take"},
    {"great", "small"},
    {"grow", "shrink"},
    {"guilti", "innoc"},
    {"happi", "sad"},
    {"hard", "soft"},
    {"harm", "help"},
    {"hate", "love"},
    {"healthi", "sick"},
    {"heavi", "light"},
    {"help", "hinder"},
    {"hide", "reveal"},
    {"hide", "show"},
    {"high", "low"},
    {"higher", "lower"},
    {"highest", "lowest"},
    {"horizont", "vertic"},
    {"husband", "wife"},
    {"illeg", "legal"},
    {"import", "unimport"},
    {"imposs", "possibl"},
    {"improv", "worsen"},
    {"inner", "outer"},
    {"insid", "outsid"},
    {"invis", "visibl"},
    {"involuntari", "voluntari"},
    {"irrat", "ration"},
    {"join", "leav"},
    {"king", "queen"},
    {"known", "unknown"},
    {"landlord", "tenant"},
    {"larg", "small"},
    {"larger", "smaller"},
    {"largest", "smallest"},
    {"lead", "trail"},
    {"learn", "teach"},
    {"left", "right"},
    {"lenient", "strict"},
    {"like", "unlik"},
    {"liquid", "solid"},
    {"lock", "unlock"},
    {"long", "short"},
    {"longer", "shorter"},
    {"longest", "shortest"},
    {"lose", "win"},
    {"loss", "profit"},
    {"lost", "won"},
    {"loud", "quiet"},
    {"lower", "rais"},
    {"lower", "upper"},
    {"major", "minor"},
    {"man", "woman"},
    {"maximum", "minimum"},
    {"men", "women"},
    {"narrow", "wide"},
    {"necessari", "unnecessari"},
    {"negat", "posit"},
    {"never", "often"},
    {"new", "old"},
    {"newer", "older"},
    {"newest", "oldest"},
    {"north", "south"},
    {"northeast", "southwest"},
    {"northern", "southern"},
    {"northwest", "southeast"},
    {"offici", "unoffici"},
    {"often", "rare"},
    {"old", "young"},
    {"older", "younger"},
    {"oldest", "youngest"},
    {"oppos", "support"},
    {"parallel", "perpendicular"},
    {"past", "present"},
    {"peac", "war"},
    {"perman", "temporari"},
    {"permit", "prohibit"},
    {"perpetr", "victim"},
    {"poor", "rich"},
    {"poor", "wealthi"},
    {"popular", "unpopular"},
    {"privat", "public"},
    {"pull", "push"},
    {"punish", "reward"},
    {"quick", "slow"},
    {"rare", "usual"},
    {"receiv", "send"},
    {"reject", "support"},
    {"religi", "secular"},
    {"right", "wrong"},
    {"rural", "urban"},
    {"separ", "togeth"},
    {"short", "tall"},
    {"start", "stop"},
    {"strengthen", "weaken"},
    {"strong", "weak"},
    {"stronger", "weaker"},
    {"student", "teacher"},
    {"success", "unsuccess"},
    {"summer", "winter"},
    {"thick", "thin"},
};
constexpr std::size_t kPairCount = std::size(kPairs);

// All pairs in both directions, sorted by the first stem.
consteval std::array<Pair, 2 * kPairCount> BothWays() {
  std::array<Pair, 2 * kPairCount> both{};
  for (std::size_t i = 0; i < kPairCount; ++i) {
    both[2 * i] = kPairs[i];
    both[2 * i + 1] = {kPairs[i].opposite, kPairs[i].term};
  }
  std::ranges::sort(both, {}, &Pair::term);
  return both;
}
constexpr auto kOpposites = BothWays();

// Index of the first pair of each letter; then how many pairs there are.
consteval std::array<std::uint16_t, 27> FirstOfLetters() {
  std::array<std::uint16_t, 27> first{};
  std::size_t letter = 0;
  for (std::size_t i = 0; i < kOpposites.size(); ++i) {
    const auto own = static_cast<std::size_t>(kOpposites[i].term[0] - 'a');
    while (letter <= own) first[letter++] = static_cast<std::uint16_t>(i);
  }
  while (letter < first.size()) first[letter++] = kOpposites.size();
  return first;
}
constexpr auto kFirstOfLetters = FirstOfLetters();

std::span<const Pair> PairsOfLetter(char letter) {
  if (letter < 'a' || letter > 'z') return {};
  const auto place = static_cast<std::size_t>(letter - 'a');
  const std::size_t first = kFirstOfLetters[place];
  return std::span(kOpposites)
      .subspan(first, kFirstOfLetters[place + 1] - first);
}

// Prefixes that turn a word into its opposite, if at least kMinRestBytes
// follow.
constexpr std::string_view kPrefixes[] = {"dis", "il",  "im", "in",
                                          "ir",  "non", "un"};
constexpr std::size_t kMinRestBytes = 4;

}  // namespace

std::size_t FindOpposites(
    std::string_view term,
    std::span<std::string_view, kMaxOpposites> out) noexcept {
  std::size_t count = 0;
  if (term.empty()) return 0;
  for (const Pair& pair : PairsOfLetter(term.front())) {
    // Lengths differ most often.
    if (pair.term != term) continue;
    out[count++] = pair.opposite;
    if (count == out.size()) return count;
  }
  for (const std::string_view prefix : kPrefixes) {
    if (count == out.size()) break;
    if (term.starts_with(prefix) &&
        term.size() - prefix.size() >= kMinRestBytes) {
      out[count++] = term.substr(prefix.size());
    }
  }
  return count;
}

}  // namespace answerbox::engine
