# Completion of answerbox(1) for bash. Written by tests/command_line/derived_test.py from what --help says.
_answerbox() {
  local current=${COMP_WORDS[COMP_CWORD]} before= word
  local path=answerbox words= values=
  COMPREPLY=()
  for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "$path $word" in
      "answerbox add" | \
      "answerbox ask" | \
      "answerbox search" | \
      "answerbox context" | \
      "answerbox summarize" | \
      "answerbox ground" | \
      "answerbox list" | \
      "answerbox show" | \
      "answerbox remove" | \
      "answerbox collections" | \
      "answerbox collections create" | \
      "answerbox collections remove" | \
      "answerbox collections set" | \
      "answerbox collections compact" | \
      "answerbox collections verify" | \
      "answerbox collections repair" | \
      "answerbox status" | \
      "answerbox doctor" | \
      "answerbox audit" | \
      "answerbox audit verify" | \
      "answerbox audit head" | \
      "answerbox audit prove" | \
      "answerbox audit check-proof" | \
      "answerbox audit tail" | \
      "answerbox audit export" | \
      "answerbox audit replay" | \
      "answerbox audit rotate-key" | \
      "answerbox energy" | \
      "answerbox energy sensors" | \
      "answerbox energy status" | \
      "answerbox energy calibrate" | \
      "answerbox energy report" | \
      "answerbox user" | \
      "answerbox user add" | \
      "answerbox user set" | \
      "answerbox user password" | \
      "answerbox user remove" | \
      "answerbox user list" | \
      "answerbox user accept" | \
      "answerbox certificate" | \
      "answerbox certificate make" | \
      "answerbox certificate request" | \
      "answerbox certificate sign" | \
      "answerbox certificate revoke" | \
      "answerbox certificate show" | \
      "answerbox convert" | \
      "answerbox evaluate" | \
      "answerbox evaluate questions" | \
      "answerbox exam" | \
      "answerbox exam run" | \
      "answerbox exam report" | \
      "answerbox exam compare" | \
      "answerbox exam diff" | \
      "answerbox exam make" | \
      "answerbox exam feedback" | \
      "answerbox exam bank" | \
      "answerbox pack" | \
      "answerbox pack build" | \
      "answerbox pack sign" | \
      "answerbox pack verify" | \
      "answerbox pack show" | \
      "answerbox pack install" | \
      "answerbox pack rollback" | \
      "answerbox pack detach" | \
      "answerbox inbox" | \
      "answerbox backup" | \
      "answerbox restore" | \
      "answerbox setup") path="$path $word" ;;
    esac
    before=$word
  done
  case "$path" in
    "answerbox") words="add ask search context summarize ground list show remove collections status doctor audit energy user certificate convert evaluate exam pack inbox backup restore setup -h --help --json --version --socket --color --timeout" ;;
    "answerbox add") words="-h --help -c --collection -v --verbose --report --strict --follow --ocr --pages --all-or-nothing --force --json --version --socket --color --timeout" ;;
    "answerbox ask") words="-h --help -c --collection --document --theta --precision --answer-rate --runners-up --form --long --words --answers --max-work --no-spelling --no-thesaurus --no-abbreviations --generate --energy --await-energy --json --version --socket --color --timeout" ;;
    "answerbox search") words="-h --help -c --collection --document --from --count --no-thesaurus --no-abbreviations --json --version --socket --color --timeout" ;;
    "answerbox context") words="-h --help -c --collection --document --tokens --tokens-per-word --order --retrieval --strategy --alpha --window --vectors --no-spelling --no-abbreviations --format --json --version --socket --color --timeout" ;;
    "answerbox summarize") words="-h --help -c --collection --about --words --no-spelling --no-abbreviations --json --version --socket --color --timeout" ;;
    "answerbox ground") words="-h --help --lines --context --answer --question -c --collection --leave-one-out --evaluator --json --version --socket --color --timeout" ;;
    "answerbox list") words="-h --help -c --collection --json --version --socket --color --timeout" ;;
    "answerbox show") words="-h --help -c --collection --blocks --bytes --page -o --output --json --version --socket --color --timeout" ;;
    "answerbox remove") words="-h --help --erase --all-or-nothing --force -c --collection --json --version --socket --color --timeout" ;;
    "answerbox collections") words="create remove set compact verify repair -h --help --json --version --socket --color --timeout" ;;
    "answerbox collections create") words="-h --help --theta --precision --answer-rate --profile --window --overlap --json --version --socket --color --timeout" ;;
    "answerbox collections remove") words="-h --help --json --version --socket --color --timeout" ;;
    "answerbox collections set") words="-h --help --theta --precision --answer-rate --drop-feedback --json --version --socket --color --timeout --no-synonyms --synonyms --exam --must-pass" ;;
    "answerbox collections compact") words="-h --help --json --version --socket --color --timeout" ;;
    "answerbox collections verify") words="-h --help --json --version --socket --color --timeout" ;;
    "answerbox collections repair") words="-h --help --json --version --socket --color --timeout" ;;
    "answerbox status") words="-h --help --json --version --socket --color --timeout" ;;
    "answerbox doctor") words="-h --help --all --deep --config --report --root --json --version --socket --color --timeout" ;;
    "answerbox audit") words="verify head prove check-proof tail export replay rotate-key -h --help" ;;
    "answerbox audit verify") words="-h --help --dir --key --head --json --version" ;;
    "answerbox audit head") words="-h --help --json --version --socket --color --timeout" ;;
    "answerbox audit prove") words="-h --help --dir --json --version" ;;
    "answerbox audit check-proof") words="-h --help --dir --key --json --version" ;;
    "answerbox audit tail") words="-h --help -n --dir --energy --json --version" ;;
    "answerbox audit export") words="-h --help --dir --energy --from --since --kind --json --version" ;;
    "answerbox audit replay") words="-h --help --json --version --socket --color --timeout" ;;
    "answerbox audit rotate-key") words="-h --help --json --version --socket --color --timeout" ;;
    "answerbox energy") words="sensors status calibrate report -h --help" ;;
    "answerbox energy sensors") words="-h --help --json --version --socket --color --timeout" ;;
    "answerbox energy status") words="-h --help --json --version --socket --color --timeout" ;;
    "answerbox energy calibrate") words="-h --help -c --collection --rounds --seconds --questions --json --version --socket --color --timeout" ;;
    "answerbox energy report") words="-h --help --since --by-hour --csv --json --version --socket --color --timeout" ;;
    "answerbox user") words="add set password remove list accept -h --help" ;;
    "answerbox user add") words="-h --help --json --version --socket --color --timeout --ask --read --add --manage --theta --publish --subscribe --password-file" ;;
    "answerbox user set") words="-h --help --json --version --socket --color --timeout --ask --read --add --manage --theta --publish --subscribe" ;;
    "answerbox user password") words="-h --help --json --version --socket --color --timeout --password-file" ;;
    "answerbox user remove") words="-h --help --json --version --socket --color --timeout" ;;
    "answerbox user list") words="-h --help --json --version --socket --color --timeout" ;;
    "answerbox user accept") words="-h --help --json --version --socket --color --timeout" ;;
    "answerbox certificate") words="make request sign revoke show -h --help" ;;
    "answerbox certificate make") words="-h --help --out --force --name --days --ca --json --version" ;;
    "answerbox certificate request") words="-h --help --out --force --name --json --version" ;;
    "answerbox certificate sign") words="-h --help --ca --key --request --out --name --days --force --json --version" ;;
    "answerbox certificate revoke") words="-h --help --ca --key --crl --days --json --version" ;;
    "answerbox certificate show") words="-h --help --json --version" ;;
    "answerbox convert") words="-h --help --format --ocr --json --version" ;;
    "answerbox evaluate") words="questions -h --help" ;;
    "answerbox evaluate questions") words="-h --help -c --collection --theta --precision --refusal --form --words --no-spelling --no-thesaurus --no-abbreviations --own --misses --json --version --socket --color --timeout" ;;
    "answerbox exam") words="run report compare diff make feedback bank -h --help" ;;
    "answerbox exam run") words="-h --help -c --collection -k --tau --grader --no-spelling --no-abbreviations -o --output --overwrite --json --version --socket --color --timeout" ;;
    "answerbox exam report") words="-h --help --before --html --all --json --version" ;;
    "answerbox exam compare") words="-h --help --json --version" ;;
    "answerbox exam diff") words="-h --help -c --collection -k --tau --grader --no-spelling --no-abbreviations --json --version --socket --color --timeout" ;;
    "answerbox exam make") words="-h --help -c --collection -o --output --per-document --seed --model --query --subtopic --unchecked --json --version --socket --color --timeout" ;;
    "answerbox exam feedback") words="-h --help -c --collection --key --accept --drop --json --version --socket --color --timeout" ;;
    "answerbox exam bank") words="-h --help -c --collection --json --version --socket --color --timeout" ;;
    "answerbox pack") words="build sign verify show install rollback detach -h --help" ;;
    "answerbox pack build") words="-h --help -o --out --exam --must-pass --name --release --json --version --socket --color --timeout" ;;
    "answerbox pack sign") words="-h --help --json --version --key" ;;
    "answerbox pack verify") words="-h --help --json --version --key" ;;
    "answerbox pack show") words="-h --help --json --version" ;;
    "answerbox pack install") words="-h --help -c --collection --downgrade --drop-exam --json --version --socket --color --timeout" ;;
    "answerbox pack rollback") words="-h --help --json --version --socket --color --timeout" ;;
    "answerbox pack detach") words="-h --help --json --version --socket --color --timeout" ;;
    "answerbox inbox") words="-h --help -c --collection --keep --settle --ocr --json --version --socket --color --timeout" ;;
    "answerbox backup") words="-h --help --recipient --options --json --version --socket --color --timeout" ;;
    "answerbox restore") words="-h --help --check --identity --keep-options --state-dir --options --json --version" ;;
    "answerbox setup") words="-h --help --file --defaults --dry-run --config --json --version --socket --color --timeout" ;;
  esac
  case "$path $before" in
    "answerbox --socket") values="-" ;;
    "answerbox --color") values="auto always never" ;;
    "answerbox --timeout") values="-" ;;
    "answerbox add -c" | "answerbox add --collection") values="-" ;;
    "answerbox add --ocr") values="-" ;;
    "answerbox add --socket") values="-" ;;
    "answerbox add --color") values="auto always never" ;;
    "answerbox add --timeout") values="-" ;;
    "answerbox ask -c" | "answerbox ask --collection") values="-" ;;
    "answerbox ask --document") values="-" ;;
    "answerbox ask --theta") values="-" ;;
    "answerbox ask --precision") values="-" ;;
    "answerbox ask --answer-rate") values="-" ;;
    "answerbox ask --runners-up") values="-" ;;
    "answerbox ask --form") values="auto sentence list row passage section" ;;
    "answerbox ask --words") values="-" ;;
    "answerbox ask --answers") values="-" ;;
    "answerbox ask --max-work") values="-" ;;
    "answerbox ask --generate") values="auto never always" ;;
    "answerbox ask --socket") values="-" ;;
    "answerbox ask --color") values="auto always never" ;;
    "answerbox ask --timeout") values="-" ;;
    "answerbox search -c" | "answerbox search --collection") values="-" ;;
    "answerbox search --document") values="-" ;;
    "answerbox search --from") values="-" ;;
    "answerbox search --count") values="-" ;;
    "answerbox search --socket") values="-" ;;
    "answerbox search --color") values="auto always never" ;;
    "answerbox search --timeout") values="-" ;;
    "answerbox context -c" | "answerbox context --collection") values="-" ;;
    "answerbox context --document") values="-" ;;
    "answerbox context --tokens") values="-" ;;
    "answerbox context --tokens-per-word") values="-" ;;
    "answerbox context --order") values="-" ;;
    "answerbox context --retrieval") values="-" ;;
    "answerbox context --strategy") values="relevance mmr fps gated" ;;
    "answerbox context --alpha") values="-" ;;
    "answerbox context --window") values="-" ;;
    "answerbox context --vectors") values="-" ;;
    "answerbox context --format") values="text json markdown" ;;
    "answerbox context --socket") values="-" ;;
    "answerbox context --color") values="auto always never" ;;
    "answerbox context --timeout") values="-" ;;
    "answerbox summarize -c" | "answerbox summarize --collection") values="-" ;;
    "answerbox summarize --about") values="-" ;;
    "answerbox summarize --words") values="-" ;;
    "answerbox summarize --socket") values="-" ;;
    "answerbox summarize --color") values="auto always never" ;;
    "answerbox summarize --timeout") values="-" ;;
    "answerbox ground --lines") values="-" ;;
    "answerbox ground --context") values="-" ;;
    "answerbox ground --answer") values="-" ;;
    "answerbox ground --question") values="-" ;;
    "answerbox ground -c" | "answerbox ground --collection") values="-" ;;
    "answerbox ground --evaluator") values="-" ;;
    "answerbox ground --socket") values="-" ;;
    "answerbox ground --color") values="auto always never" ;;
    "answerbox ground --timeout") values="-" ;;
    "answerbox list -c" | "answerbox list --collection") values="-" ;;
    "answerbox list --socket") values="-" ;;
    "answerbox list --color") values="auto always never" ;;
    "answerbox list --timeout") values="-" ;;
    "answerbox show -c" | "answerbox show --collection") values="-" ;;
    "answerbox show --bytes") values="-" ;;
    "answerbox show --page") values="-" ;;
    "answerbox show -o" | "answerbox show --output") values="-" ;;
    "answerbox show --socket") values="-" ;;
    "answerbox show --color") values="auto always never" ;;
    "answerbox show --timeout") values="-" ;;
    "answerbox remove -c" | "answerbox remove --collection") values="-" ;;
    "answerbox remove --socket") values="-" ;;
    "answerbox remove --color") values="auto always never" ;;
    "answerbox remove --timeout") values="-" ;;
    "answerbox collections --socket") values="-" ;;
    "answerbox collections --color") values="auto always never" ;;
    "answerbox collections --timeout") values="-" ;;
    "answerbox collections create --theta") values="-" ;;
    "answerbox collections create --precision") values="-" ;;
    "answerbox collections create --answer-rate") values="-" ;;
    "answerbox collections create --profile") values="-" ;;
    "answerbox collections create --window") values="-" ;;
    "answerbox collections create --overlap") values="-" ;;
    "answerbox collections create --socket") values="-" ;;
    "answerbox collections create --color") values="auto always never" ;;
    "answerbox collections create --timeout") values="-" ;;
    "answerbox collections remove --socket") values="-" ;;
    "answerbox collections remove --color") values="auto always never" ;;
    "answerbox collections remove --timeout") values="-" ;;
    "answerbox collections set --theta") values="-" ;;
    "answerbox collections set --precision") values="-" ;;
    "answerbox collections set --answer-rate") values="-" ;;
    "answerbox collections set --socket") values="-" ;;
    "answerbox collections set --color") values="auto always never" ;;
    "answerbox collections set --timeout") values="-" ;;
    "answerbox collections set --synonyms") values="-" ;;
    "answerbox collections set --exam") values="-" ;;
    "answerbox collections set --must-pass") values="-" ;;
    "answerbox collections compact --socket") values="-" ;;
    "answerbox collections compact --color") values="auto always never" ;;
    "answerbox collections compact --timeout") values="-" ;;
    "answerbox collections verify --socket") values="-" ;;
    "answerbox collections verify --color") values="auto always never" ;;
    "answerbox collections verify --timeout") values="-" ;;
    "answerbox collections repair --socket") values="-" ;;
    "answerbox collections repair --color") values="auto always never" ;;
    "answerbox collections repair --timeout") values="-" ;;
    "answerbox status --socket") values="-" ;;
    "answerbox status --color") values="auto always never" ;;
    "answerbox status --timeout") values="-" ;;
    "answerbox doctor --config") values="-" ;;
    "answerbox doctor --report") values="-" ;;
    "answerbox doctor --root") values="-" ;;
    "answerbox doctor --socket") values="-" ;;
    "answerbox doctor --color") values="auto always never" ;;
    "answerbox doctor --timeout") values="-" ;;
    "answerbox audit verify --dir") values="-" ;;
    "answerbox audit verify --key") values="-" ;;
    "answerbox audit verify --head") values="-" ;;
    "answerbox audit head --socket") values="-" ;;
    "answerbox audit head --color") values="auto always never" ;;
    "answerbox audit head --timeout") values="-" ;;
    "answerbox audit prove --dir") values="-" ;;
    "answerbox audit check-proof --dir") values="-" ;;
    "answerbox audit check-proof --key") values="-" ;;
    "answerbox audit tail -n") values="-" ;;
    "answerbox audit tail --dir") values="-" ;;
    "answerbox audit export --dir") values="-" ;;
    "answerbox audit export --from") values="-" ;;
    "answerbox audit export --since") values="-" ;;
    "answerbox audit export --kind") values="-" ;;
    "answerbox audit replay --socket") values="-" ;;
    "answerbox audit replay --color") values="auto always never" ;;
    "answerbox audit replay --timeout") values="-" ;;
    "answerbox audit rotate-key --socket") values="-" ;;
    "answerbox audit rotate-key --color") values="auto always never" ;;
    "answerbox audit rotate-key --timeout") values="-" ;;
    "answerbox energy sensors --socket") values="-" ;;
    "answerbox energy sensors --color") values="auto always never" ;;
    "answerbox energy sensors --timeout") values="-" ;;
    "answerbox energy status --socket") values="-" ;;
    "answerbox energy status --color") values="auto always never" ;;
    "answerbox energy status --timeout") values="-" ;;
    "answerbox energy calibrate -c" | "answerbox energy calibrate --collection") values="-" ;;
    "answerbox energy calibrate --rounds") values="-" ;;
    "answerbox energy calibrate --seconds") values="-" ;;
    "answerbox energy calibrate --questions") values="-" ;;
    "answerbox energy calibrate --socket") values="-" ;;
    "answerbox energy calibrate --color") values="auto always never" ;;
    "answerbox energy calibrate --timeout") values="-" ;;
    "answerbox energy report --since") values="-" ;;
    "answerbox energy report --socket") values="-" ;;
    "answerbox energy report --color") values="auto always never" ;;
    "answerbox energy report --timeout") values="-" ;;
    "answerbox user add --socket") values="-" ;;
    "answerbox user add --color") values="auto always never" ;;
    "answerbox user add --timeout") values="-" ;;
    "answerbox user add --ask") values="-" ;;
    "answerbox user add --read") values="-" ;;
    "answerbox user add --add") values="-" ;;
    "answerbox user add --manage") values="-" ;;
    "answerbox user add --theta") values="-" ;;
    "answerbox user add --publish") values="-" ;;
    "answerbox user add --subscribe") values="-" ;;
    "answerbox user add --password-file") values="-" ;;
    "answerbox user set --socket") values="-" ;;
    "answerbox user set --color") values="auto always never" ;;
    "answerbox user set --timeout") values="-" ;;
    "answerbox user set --ask") values="-" ;;
    "answerbox user set --read") values="-" ;;
    "answerbox user set --add") values="-" ;;
    "answerbox user set --manage") values="-" ;;
    "answerbox user set --theta") values="-" ;;
    "answerbox user set --publish") values="-" ;;
    "answerbox user set --subscribe") values="-" ;;
    "answerbox user password --socket") values="-" ;;
    "answerbox user password --color") values="auto always never" ;;
    "answerbox user password --timeout") values="-" ;;
    "answerbox user password --password-file") values="-" ;;
    "answerbox user remove --socket") values="-" ;;
    "answerbox user remove --color") values="auto always never" ;;
    "answerbox user remove --timeout") values="-" ;;
    "answerbox user list --socket") values="-" ;;
    "answerbox user list --color") values="auto always never" ;;
    "answerbox user list --timeout") values="-" ;;
    "answerbox user accept --socket") values="-" ;;
    "answerbox user accept --color") values="auto always never" ;;
    "answerbox user accept --timeout") values="-" ;;
    "answerbox certificate make --out") values="-" ;;
    "answerbox certificate make --name") values="-" ;;
    "answerbox certificate make --days") values="-" ;;
    "answerbox certificate request --out") values="-" ;;
    "answerbox certificate request --name") values="-" ;;
    "answerbox certificate sign --ca") values="-" ;;
    "answerbox certificate sign --key") values="-" ;;
    "answerbox certificate sign --request") values="-" ;;
    "answerbox certificate sign --out") values="-" ;;
    "answerbox certificate sign --name") values="-" ;;
    "answerbox certificate sign --days") values="-" ;;
    "answerbox certificate revoke --ca") values="-" ;;
    "answerbox certificate revoke --key") values="-" ;;
    "answerbox certificate revoke --crl") values="-" ;;
    "answerbox certificate revoke --days") values="-" ;;
    "answerbox convert --format") values="-" ;;
    "answerbox convert --ocr") values="-" ;;
    "answerbox evaluate questions -c" | "answerbox evaluate questions --collection") values="-" ;;
    "answerbox evaluate questions --theta") values="-" ;;
    "answerbox evaluate questions --precision") values="-" ;;
    "answerbox evaluate questions --refusal") values="-" ;;
    "answerbox evaluate questions --form") values="-" ;;
    "answerbox evaluate questions --words") values="-" ;;
    "answerbox evaluate questions --misses") values="-" ;;
    "answerbox evaluate questions --socket") values="-" ;;
    "answerbox evaluate questions --color") values="auto always never" ;;
    "answerbox evaluate questions --timeout") values="-" ;;
    "answerbox exam run -c" | "answerbox exam run --collection") values="-" ;;
    "answerbox exam run -k") values="-" ;;
    "answerbox exam run --tau") values="-" ;;
    "answerbox exam run --grader") values="self key auto model" ;;
    "answerbox exam run -o" | "answerbox exam run --output") values="-" ;;
    "answerbox exam run --socket") values="-" ;;
    "answerbox exam run --color") values="auto always never" ;;
    "answerbox exam run --timeout") values="-" ;;
    "answerbox exam report --before") values="-" ;;
    "answerbox exam report --html") values="-" ;;
    "answerbox exam diff -c" | "answerbox exam diff --collection") values="-" ;;
    "answerbox exam diff -k") values="-" ;;
    "answerbox exam diff --tau") values="-" ;;
    "answerbox exam diff --grader") values="self key auto model" ;;
    "answerbox exam diff --socket") values="-" ;;
    "answerbox exam diff --color") values="auto always never" ;;
    "answerbox exam diff --timeout") values="-" ;;
    "answerbox exam make -c" | "answerbox exam make --collection") values="-" ;;
    "answerbox exam make -o" | "answerbox exam make --output") values="-" ;;
    "answerbox exam make --per-document") values="-" ;;
    "answerbox exam make --seed") values="-" ;;
    "answerbox exam make --query") values="-" ;;
    "answerbox exam make --subtopic") values="-" ;;
    "answerbox exam make --socket") values="-" ;;
    "answerbox exam make --color") values="auto always never" ;;
    "answerbox exam make --timeout") values="-" ;;
    "answerbox exam feedback -c" | "answerbox exam feedback --collection") values="-" ;;
    "answerbox exam feedback --key") values="-" ;;
    "answerbox exam feedback --accept") values="-" ;;
    "answerbox exam feedback --drop") values="-" ;;
    "answerbox exam feedback --socket") values="-" ;;
    "answerbox exam feedback --color") values="auto always never" ;;
    "answerbox exam feedback --timeout") values="-" ;;
    "answerbox exam bank -c" | "answerbox exam bank --collection") values="-" ;;
    "answerbox exam bank --socket") values="-" ;;
    "answerbox exam bank --color") values="auto always never" ;;
    "answerbox exam bank --timeout") values="-" ;;
    "answerbox pack build -o" | "answerbox pack build --out") values="-" ;;
    "answerbox pack build --exam") values="-" ;;
    "answerbox pack build --must-pass") values="-" ;;
    "answerbox pack build --name") values="-" ;;
    "answerbox pack build --release") values="-" ;;
    "answerbox pack build --socket") values="-" ;;
    "answerbox pack build --color") values="auto always never" ;;
    "answerbox pack build --timeout") values="-" ;;
    "answerbox pack sign --key") values="-" ;;
    "answerbox pack verify --key") values="-" ;;
    "answerbox pack install -c" | "answerbox pack install --collection") values="-" ;;
    "answerbox pack install --socket") values="-" ;;
    "answerbox pack install --color") values="auto always never" ;;
    "answerbox pack install --timeout") values="-" ;;
    "answerbox pack rollback --socket") values="-" ;;
    "answerbox pack rollback --color") values="auto always never" ;;
    "answerbox pack rollback --timeout") values="-" ;;
    "answerbox pack detach --socket") values="-" ;;
    "answerbox pack detach --color") values="auto always never" ;;
    "answerbox pack detach --timeout") values="-" ;;
    "answerbox inbox -c" | "answerbox inbox --collection") values="-" ;;
    "answerbox inbox --settle") values="-" ;;
    "answerbox inbox --ocr") values="-" ;;
    "answerbox inbox --socket") values="-" ;;
    "answerbox inbox --color") values="auto always never" ;;
    "answerbox inbox --timeout") values="-" ;;
    "answerbox backup --recipient") values="-" ;;
    "answerbox backup --options") values="-" ;;
    "answerbox backup --socket") values="-" ;;
    "answerbox backup --color") values="auto always never" ;;
    "answerbox backup --timeout") values="-" ;;
    "answerbox restore --identity") values="-" ;;
    "answerbox restore --state-dir") values="-" ;;
    "answerbox restore --options") values="-" ;;
    "answerbox setup --file") values="-" ;;
    "answerbox setup --config") values="-" ;;
    "answerbox setup --socket") values="-" ;;
    "answerbox setup --color") values="auto always never" ;;
    "answerbox setup --timeout") values="-" ;;
  esac
  if [[ $values == - ]]; then
    :  # A value that is no list of words: files, by -o default.
  elif [[ -n $values ]]; then
    COMPREPLY=($(compgen -W "$values" -- "$current"))
  elif [[ $current == -* || $words != -* ]]; then
    COMPREPLY=($(compgen -W "$words" -- "$current"))
  fi
}
complete -o default -F _answerbox answerbox
