#compdef answerbox
# Written by tests/command_line/derived_test.py from what --help says.
local state_path=answerbox word before=
local -a commands options values
for word in ${words[2,CURRENT-1]}; do
  case "$state_path $word" in
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
    "answerbox setup") state_path="$state_path $word" ;;
  esac
  before=$word
done
case "$state_path" in
  "answerbox")
    commands=('add:Add documents, or replace those of the same name' 'ask:Ask a question of the documents' 'search:List the passages that hold words' 'context:Gather what documents say about a question' 'summarize:Say in some words what documents say' 'ground:Check whether an answer comes from its context' 'list:List the documents of a collection' 'show:Print a document'\''s text as stored' 'remove:Remove documents by name' 'collections:List collections, or create, remove, set, compact, verify, repair one' 'status:Show how the daemon is doing' 'doctor:Find what is wrong with this box, and what to do' 'audit:Verify, sign and read the record of answers' 'energy:Show power sensors, and what the machine and questions use' 'user:Add, set, remove, list users and their rights' 'certificate:Make, sign and show certificates for TLS' 'convert:Print what is understood of a file, without the daemon' 'evaluate:Measure answers against known ones' 'exam:Test a collection by a bank of questions' 'pack:Make signed packs of collections for other boxes, and install them' 'inbox:Add what people have put into a folder' 'backup:Write documents, log, users and options into one file' 'restore:Put a backup in the place of what is there' 'setup:Set this box up: users, network, log, collections')
    options=('-h:Print this help message and exit' '--help:Print this help message and exit' '--json:Print one JSON object instead of text' '--version:Print the version' '--socket:The daemon'\''s socket (default $ANSWERBOX_SOCKET, $XDG_RUNTIME_DIR/answerbox.sock, or /run/answerbox/answerbox.sock)' '--color:Colours and bold: auto (on a terminal), always or never' '--timeout:Give up when the daemon has said nothing for so long (default 60; 0 or none: never)')
    ;;
  "answerbox add")
    commands=()
    options=('-h:Print this help message and exit' '--help:Print this help message and exit' '-c:The collection (default "default")' '--collection:The collection (default "default")' '-v:List every document, not groups' '--verbose:List every document, not groups' '--report:Tell what was recognised in each document' '--strict:Refuse a document of which words can'\''t be read, or most are set aside' '--follow:Follow symbolic links in folders, but never out of a folder' '--ocr:Recognise text on scanned pages and pictures, in this language of tesseract: eng, deu, deu+eng, ...' '--pages:Keep a grey picture of each page of a PDF, at most 60 KB each, for show --page' '--all-or-nothing:Add all documents in one step, or none if one is refused' '--force:Add them even if the collection'\''s exam refuses that; this needs the right manage and goes on record' '--json:Print one JSON object instead of text' '--version:Print the version' '--socket:The daemon'\''s socket (default $ANSWERBOX_SOCKET, $XDG_RUNTIME_DIR/answerbox.sock, or /run/answerbox/answerbox.sock)' '--color:Colours and bold: auto (on a terminal), always or never' '--timeout:Give up when the daemon has said nothing for so long (default 60; 0 or none: never)')
    ;;
  "answerbox ask")
    commands=()
    options=('-h:Print this help message and exit' '--help:Print this help message and exit' '-c:The collection (default "default")' '--collection:The collection (default "default")' '--document:Ask only documents with this name, or of this pattern: * is any characters, ? is one; may be given again' '--theta:Refuse below this confidence, 0 to 1 (default: the collection'\''s)' '--precision:In place of a confidence: the share of answers that shall be right, e.g. 0.7; no more is refused than that takes' '--answer-rate:Instead: answer this share of questions, the surest ones' '--runners-up:How many other sentences to show, 0 to 20 (default 3)' '--form:How much answers: auto (default), sentence, list, row, passage or section' '--long:Answer with sentences from several places, each cited' '--words:How many words answers have on average, 10 to 1000 (default 60); with --long, the most (default 120)' '--answers:How many answers that share nothing, 1 to 3 or auto (default: one, or 3 where that is hardly sure)' '--max-work:Show passages instead of an answer if that takes more work than this, 1 to 1000000000000 (default: no bound)' '--no-spelling:Take every word as it is spelt' '--no-thesaurus:Find and rank without related words, such as doctor for physician' '--no-abbreviations:Do not look up the other forms of abbreviations that the documents define' '--generate:Ask the daemon'\''s language model, if it has one: auto (default: when the documents'\'' own sentences may not suffice), never or always' '--energy:Tell what the answer cost, as estimated at once' '--await-energy:Wait a second, and tell what the answer cost' '--json:Print one JSON object instead of text' '--version:Print the version' '--socket:The daemon'\''s socket (default $ANSWERBOX_SOCKET, $XDG_RUNTIME_DIR/answerbox.sock, or /run/answerbox/answerbox.sock)' '--color:Colours and bold: auto (on a terminal), always or never' '--timeout:Give up when the daemon has said nothing for so long (default 60; 0 or none: never)')
    ;;
  "answerbox search")
    commands=()
    options=('-h:Print this help message and exit' '--help:Print this help message and exit' '-c:The collection (default "default")' '--collection:The collection (default "default")' '--document:Ask only documents with this name, or of this pattern: * is any characters, ? is one; may be given again' '--from:The first passage to list, 1 to 1000 (default 1)' '--count:How many passages to list, 1 to 100 (default 10)' '--no-thesaurus:Find and rank without related words, such as doctor for physician' '--no-abbreviations:Do not look up the other forms of abbreviations that the documents define' '--json:Print one JSON object instead of text' '--version:Print the version' '--socket:The daemon'\''s socket (default $ANSWERBOX_SOCKET, $XDG_RUNTIME_DIR/answerbox.sock, or /run/answerbox/answerbox.sock)' '--color:Colours and bold: auto (on a terminal), always or never' '--timeout:Give up when the daemon has said nothing for so long (default 60; 0 or none: never)')
    ;;
  "answerbox context")
    commands=()
    options=('-h:Print this help message and exit' '--help:Print this help message and exit' '-c:The collection (default "default")' '--collection:The collection (default "default")' '--document:Ask only documents with this name, or of this pattern: * is any characters, ? is one; may be given again' '--tokens:The most tokens, 1 to 100000 (default 2000)' '--tokens-per-word:Count a word as so many tokens, 0.1 to 100: for a language model and English 1.3 to 1.5 (default: words, numbers and punctuation marks are counted)' '--order:document (default), score, or M:N: the best M first, the next N last, and so on inwards' '--retrieval:How passages to choose from are found: bm25 (default) or dense (vectors), feedback (again, with the words of the first), likelihood or jelinek-mercer (the first by how likely they make the question); several with + between' '--strategy:Choose by a published method: relevance, mmr, fps or gated' '--alpha:Of mmr and fps: the share of relevance, 0 to 1 (default 0.6)' '--window:Of a strategy: compare with so many chosen sentences, 0 to 8192 (default 0: all)' '--vectors:Of a strategy: compare by terms (default) or latent meaning' '--no-spelling:Take every word as it is spelt' '--no-abbreviations:Do not look up the other forms of abbreviations that the documents define' '--format:text (default), json or markdown' '--json:Print one JSON object instead of text' '--version:Print the version' '--socket:The daemon'\''s socket (default $ANSWERBOX_SOCKET, $XDG_RUNTIME_DIR/answerbox.sock, or /run/answerbox/answerbox.sock)' '--color:Colours and bold: auto (on a terminal), always or never' '--timeout:Give up when the daemon has said nothing for so long (default 60; 0 or none: never)')
    ;;
  "answerbox summarize")
    commands=()
    options=('-h:Print this help message and exit' '--help:Print this help message and exit' '-c:The collection (default "default")' '--collection:The collection (default "default")' '--about:Only what they say about this, in any words' '--words:The most words, 1 to 100000 (default 200)' '--no-spelling:Take every word as it is spelt' '--no-abbreviations:Do not look up the other forms of abbreviations that the documents define' '--json:Print one JSON object instead of text' '--version:Print the version' '--socket:The daemon'\''s socket (default $ANSWERBOX_SOCKET, $XDG_RUNTIME_DIR/answerbox.sock, or /run/answerbox/answerbox.sock)' '--color:Colours and bold: auto (on a terminal), always or never' '--timeout:Give up when the daemon has said nothing for so long (default 60; 0 or none: never)')
    ;;
  "answerbox ground")
    commands=()
    options=('-h:Print this help message and exit' '--help:Print this help message and exit' '--lines:Check many answers: JSON lines with "context" (an array of texts), "answer" and, if wanted, "question" and "id"; - is standard input' '--context:What the answer was made from, each file a passage; a file that add would take, or a text; - is standard input' '--answer:The answer, of any person or system' '--question:What was asked; its words are not scored' '-c:How usual a word is, is counted in this collection (default: not counted)' '--collection:How usual a word is, is counted in this collection (default: not counted)' '--leave-one-out:Say what the score is without each passage' '--evaluator:Who tells how likely words are: counts (default), or, beside them, model: the daemon'\''s language model' '--json:Print one JSON object instead of text' '--version:Print the version' '--socket:The daemon'\''s socket (default $ANSWERBOX_SOCKET, $XDG_RUNTIME_DIR/answerbox.sock, or /run/answerbox/answerbox.sock)' '--color:Colours and bold: auto (on a terminal), always or never' '--timeout:Give up when the daemon has said nothing for so long (default 60; 0 or none: never)')
    ;;
  "answerbox list")
    commands=()
    options=('-h:Print this help message and exit' '--help:Print this help message and exit' '-c:The collection (default "default")' '--collection:The collection (default "default")' '--json:Print one JSON object instead of text' '--version:Print the version' '--socket:The daemon'\''s socket (default $ANSWERBOX_SOCKET, $XDG_RUNTIME_DIR/answerbox.sock, or /run/answerbox/answerbox.sock)' '--color:Colours and bold: auto (on a terminal), always or never' '--timeout:Give up when the daemon has said nothing for so long (default 60; 0 or none: never)')
    ;;
  "answerbox show")
    commands=()
    options=('-h:Print this help message and exit' '--help:Print this help message and exit' '-c:The collection (default "default")' '--collection:The collection (default "default")' '--blocks:Print what was recognised: headings, lists, tables' '--bytes:--blocks --page Print this stretch alone, as offsets in answers count: 120-480' '--page:--bytes Write the kept picture of this page, a JPEG, to a file' '-o:Where the picture goes; standard output otherwise' '--output:Where the picture goes; standard output otherwise' '--json:Print one JSON object instead of text' '--version:Print the version' '--socket:The daemon'\''s socket (default $ANSWERBOX_SOCKET, $XDG_RUNTIME_DIR/answerbox.sock, or /run/answerbox/answerbox.sock)' '--color:Colours and bold: auto (on a terminal), always or never' '--timeout:Give up when the daemon has said nothing for so long (default 60; 0 or none: never)')
    ;;
  "answerbox remove")
    commands=()
    options=('-h:Print this help message and exit' '--help:Print this help message and exit' '--erase:Wait until no file holds what was removed; without a name, what was removed before' '--all-or-nothing:Remove all in one step, or none if one can'\''t be' '--force:Remove even if the collection'\''s exam refuses that; this needs the right manage and goes on record' '-c:The collection (default "default")' '--collection:The collection (default "default")' '--json:Print one JSON object instead of text' '--version:Print the version' '--socket:The daemon'\''s socket (default $ANSWERBOX_SOCKET, $XDG_RUNTIME_DIR/answerbox.sock, or /run/answerbox/answerbox.sock)' '--color:Colours and bold: auto (on a terminal), always or never' '--timeout:Give up when the daemon has said nothing for so long (default 60; 0 or none: never)')
    ;;
  "answerbox collections")
    commands=('create:Create an empty collection' 'remove:Remove a collection and its documents' 'set:Change a collection'\''s threshold, synonyms or exam' 'compact:Merge segments and reclaim room' 'verify:Read every byte and compare checksums' 'repair:Take up what is sound of a damaged one')
    options=('-h:Print this help message and exit' '--help:Print this help message and exit' '--json:Print one JSON object instead of text' '--version:Print the version' '--socket:The daemon'\''s socket (default $ANSWERBOX_SOCKET, $XDG_RUNTIME_DIR/answerbox.sock, or /run/answerbox/answerbox.sock)' '--color:Colours and bold: auto (on a terminal), always or never' '--timeout:Give up when the daemon has said nothing for so long (default 60; 0 or none: never)')
    ;;
  "answerbox collections create")
    commands=()
    options=('-h:Print this help message and exit' '--help:Print this help message and exit' '--theta:Refuse below this confidence, 0 to 1' '--precision:In place of a confidence: the share of answers that shall be right, e.g. 0.7; no more is refused than that takes' '--answer-rate:Instead: answer this share of questions, the surest ones' '--profile:How to retrieve and score: default or paper' '--window:Words in a chunk' '--overlap:Words two chunks share' '--json:Print one JSON object instead of text' '--version:Print the version' '--socket:The daemon'\''s socket (default $ANSWERBOX_SOCKET, $XDG_RUNTIME_DIR/answerbox.sock, or /run/answerbox/answerbox.sock)' '--color:Colours and bold: auto (on a terminal), always or never' '--timeout:Give up when the daemon has said nothing for so long (default 60; 0 or none: never)')
    ;;
  "answerbox collections remove")
    commands=()
    options=('-h:Print this help message and exit' '--help:Print this help message and exit' '--json:Print one JSON object instead of text' '--version:Print the version' '--socket:The daemon'\''s socket (default $ANSWERBOX_SOCKET, $XDG_RUNTIME_DIR/answerbox.sock, or /run/answerbox/answerbox.sock)' '--color:Colours and bold: auto (on a terminal), always or never' '--timeout:Give up when the daemon has said nothing for so long (default 60; 0 or none: never)')
    ;;
  "answerbox collections set")
    commands=()
    options=('-h:Print this help message and exit' '--help:Print this help message and exit' '--theta:Refuse below this confidence, 0 to 1' '--precision:In place of a confidence: the share of answers that shall be right, e.g. 0.7; no more is refused than that takes' '--answer-rate:Instead: answer this share of questions, the surest ones' '--drop-feedback:Drop questions accepted from feedback' '--json:Print one JSON object instead of text' '--version:Print the version' '--socket:The daemon'\''s socket (default $ANSWERBOX_SOCKET, $XDG_RUNTIME_DIR/answerbox.sock, or /run/answerbox/answerbox.sock)' '--color:Colours and bold: auto (on a terminal), always or never' '--timeout:Give up when the daemon has said nothing for so long (default 60; 0 or none: never)' '--no-synonyms:Have no synonyms' '--synonyms:Take the synonyms from this file, in the format of Solr and Elasticsearch' '--exam:Guard the collection with the questions of this bank, or none: changes of documents that lose answers are refused; - is standard input' '--must-pass:How many questions must be answered, such as 12 or 90%')
    ;;
  "answerbox collections compact")
    commands=()
    options=('-h:Print this help message and exit' '--help:Print this help message and exit' '--json:Print one JSON object instead of text' '--version:Print the version' '--socket:The daemon'\''s socket (default $ANSWERBOX_SOCKET, $XDG_RUNTIME_DIR/answerbox.sock, or /run/answerbox/answerbox.sock)' '--color:Colours and bold: auto (on a terminal), always or never' '--timeout:Give up when the daemon has said nothing for so long (default 60; 0 or none: never)')
    ;;
  "answerbox collections verify")
    commands=()
    options=('-h:Print this help message and exit' '--help:Print this help message and exit' '--json:Print one JSON object instead of text' '--version:Print the version' '--socket:The daemon'\''s socket (default $ANSWERBOX_SOCKET, $XDG_RUNTIME_DIR/answerbox.sock, or /run/answerbox/answerbox.sock)' '--color:Colours and bold: auto (on a terminal), always or never' '--timeout:Give up when the daemon has said nothing for so long (default 60; 0 or none: never)')
    ;;
  "answerbox collections repair")
    commands=()
    options=('-h:Print this help message and exit' '--help:Print this help message and exit' '--json:Print one JSON object instead of text' '--version:Print the version' '--socket:The daemon'\''s socket (default $ANSWERBOX_SOCKET, $XDG_RUNTIME_DIR/answerbox.sock, or /run/answerbox/answerbox.sock)' '--color:Colours and bold: auto (on a terminal), always or never' '--timeout:Give up when the daemon has said nothing for so long (default 60; 0 or none: never)')
    ;;
  "answerbox status")
    commands=()
    options=('-h:Print this help message and exit' '--help:Print this help message and exit' '--json:Print one JSON object instead of text' '--version:Print the version' '--socket:The daemon'\''s socket (default $ANSWERBOX_SOCKET, $XDG_RUNTIME_DIR/answerbox.sock, or /run/answerbox/answerbox.sock)' '--color:Colours and bold: auto (on a terminal), always or never' '--timeout:Give up when the daemon has said nothing for so long (default 60; 0 or none: never)')
    ;;
  "answerbox doctor")
    commands=()
    options=('-h:Print this help message and exit' '--help:Print this help message and exit' '--all:Also list what was found to be good' '--deep:Also read every byte of collections and the audit log' '--config:The daemon'\''s options (default /etc/answerbox/answerboxd.toml)' '--report:Write the findings into a file for "answerbox status", and to the journal' '--root:Where sysfs, procfs and /run are looked for (default /)' '--json:Print one JSON object instead of text' '--version:Print the version' '--socket:The daemon'\''s socket (default $ANSWERBOX_SOCKET, $XDG_RUNTIME_DIR/answerbox.sock, or /run/answerbox/answerbox.sock)' '--color:Colours and bold: auto (on a terminal), always or never' '--timeout:Give up when the daemon has said nothing for so long (default 60; 0 or none: never)')
    ;;
  "answerbox audit")
    commands=('verify:Find the first record that was changed, removed or added' 'head:Print a signed head, short enough for a QR code, to be kept' 'prove:Print a record with a proof that it is in the log' 'check-proof:Check a proof, without the log, by the public key' 'tail:Print the last records' 'export:Print the records that are asked for' 'replay:Ask recorded questions again and compare the answers' 'rotate-key:Have heads signed by a new key from now on')
    options=('-h:Print this help message and exit' '--help:Print this help message and exit')
    ;;
  "answerbox audit verify")
    commands=()
    options=('-h:Print this help message and exit' '--help:Print this help message and exit' '--dir:The audit folder (default /var/lib/answerbox/audit)' '--key:A public key to trust (default signing.pub of the folder)' '--head:A head that was kept, or a file with it: finds truncation' '--json:Print one JSON object instead of text' '--version:Print the version')
    ;;
  "answerbox audit head")
    commands=()
    options=('-h:Print this help message and exit' '--help:Print this help message and exit' '--json:Print one JSON object instead of text' '--version:Print the version' '--socket:The daemon'\''s socket (default $ANSWERBOX_SOCKET, $XDG_RUNTIME_DIR/answerbox.sock, or /run/answerbox/answerbox.sock)' '--color:Colours and bold: auto (on a terminal), always or never' '--timeout:Give up when the daemon has said nothing for so long (default 60; 0 or none: never)')
    ;;
  "answerbox audit prove")
    commands=()
    options=('-h:Print this help message and exit' '--help:Print this help message and exit' '--dir:The audit folder (default /var/lib/answerbox/audit)' '--json:Print one JSON object instead of text' '--version:Print the version')
    ;;
  "answerbox audit check-proof")
    commands=()
    options=('-h:Print this help message and exit' '--help:Print this help message and exit' '--dir:The audit folder (default /var/lib/answerbox/audit)' '--key:A public key to trust (default signing.pub of the folder)' '--json:Print one JSON object instead of text' '--version:Print the version')
    ;;
  "answerbox audit tail")
    commands=()
    options=('-h:Print this help message and exit' '--help:Print this help message and exit' '-n:How many (default 10)' '--dir:The audit folder (default /var/lib/answerbox/audit)' '--energy:Show answers with their energy, which later records tell' '--json:Print one JSON object instead of text' '--version:Print the version')
    ;;
  "answerbox audit export")
    commands=()
    options=('-h:Print this help message and exit' '--help:Print this help message and exit' '--dir:The audit folder (default /var/lib/answerbox/audit)' '--energy:Show answers with their energy, which later records tell' '--from:From this record on' '--since:From this time on: 2026-11-20, 2026-11-20T12:00:00Z' '--kind:Of this kind alone: answer, refusal, change, ...' '--json:Print one JSON object instead of text' '--version:Print the version')
    ;;
  "answerbox audit replay")
    commands=()
    options=('-h:Print this help message and exit' '--help:Print this help message and exit' '--json:Print one JSON object instead of text' '--version:Print the version' '--socket:The daemon'\''s socket (default $ANSWERBOX_SOCKET, $XDG_RUNTIME_DIR/answerbox.sock, or /run/answerbox/answerbox.sock)' '--color:Colours and bold: auto (on a terminal), always or never' '--timeout:Give up when the daemon has said nothing for so long (default 60; 0 or none: never)')
    ;;
  "answerbox audit rotate-key")
    commands=()
    options=('-h:Print this help message and exit' '--help:Print this help message and exit' '--json:Print one JSON object instead of text' '--version:Print the version' '--socket:The daemon'\''s socket (default $ANSWERBOX_SOCKET, $XDG_RUNTIME_DIR/answerbox.sock, or /run/answerbox/answerbox.sock)' '--color:Colours and bold: auto (on a terminal), always or never' '--timeout:Give up when the daemon has said nothing for so long (default 60; 0 or none: never)')
    ;;
  "answerbox energy")
    commands=('sensors:List power sensors, and why each is read or not' 'status:Show power, and where it goes' 'calibrate:Measure rest, and what a question costs' 'report:Sum up energy by collection and user')
    options=('-h:Print this help message and exit' '--help:Print this help message and exit')
    ;;
  "answerbox energy sensors")
    commands=()
    options=('-h:Print this help message and exit' '--help:Print this help message and exit' '--json:Print one JSON object instead of text' '--version:Print the version' '--socket:The daemon'\''s socket (default $ANSWERBOX_SOCKET, $XDG_RUNTIME_DIR/answerbox.sock, or /run/answerbox/answerbox.sock)' '--color:Colours and bold: auto (on a terminal), always or never' '--timeout:Give up when the daemon has said nothing for so long (default 60; 0 or none: never)')
    ;;
  "answerbox energy status")
    commands=()
    options=('-h:Print this help message and exit' '--help:Print this help message and exit' '--json:Print one JSON object instead of text' '--version:Print the version' '--socket:The daemon'\''s socket (default $ANSWERBOX_SOCKET, $XDG_RUNTIME_DIR/answerbox.sock, or /run/answerbox/answerbox.sock)' '--color:Colours and bold: auto (on a terminal), always or never' '--timeout:Give up when the daemon has said nothing for so long (default 60; 0 or none: never)')
    ;;
  "answerbox energy calibrate")
    commands=()
    options=('-h:Print this help message and exit' '--help:Print this help message and exit' '-c:The collection (default "default")' '--collection:The collection (default "default")' '--rounds:Rounds of rest and asking, 2 to 100 (default 10)' '--seconds:Length of each rest and each asking, 0.1 to 60 (default 5)' '--questions:A file with a question on each line (default: sentences of the documents)' '--json:Print one JSON object instead of text' '--version:Print the version' '--socket:The daemon'\''s socket (default $ANSWERBOX_SOCKET, $XDG_RUNTIME_DIR/answerbox.sock, or /run/answerbox/answerbox.sock)' '--color:Colours and bold: auto (on a terminal), always or never' '--timeout:Give up when the daemon has said nothing for so long (default 60; 0 or none: never)')
    ;;
  "answerbox energy report")
    commands=()
    options=('-h:Print this help message and exit' '--help:Print this help message and exit' '--since:From when: today, 90m, 24h, 7d, 2026-11-20 (default: all)' '--by-hour:Show each hour; each day of those before the last week' '--csv:Print comma-separated values' '--json:Print one JSON object instead of text' '--version:Print the version' '--socket:The daemon'\''s socket (default $ANSWERBOX_SOCKET, $XDG_RUNTIME_DIR/answerbox.sock, or /run/answerbox/answerbox.sock)' '--color:Colours and bold: auto (on a terminal), always or never' '--timeout:Give up when the daemon has said nothing for so long (default 60; 0 or none: never)')
    ;;
  "answerbox user")
    commands=('add:Add a user, who may ask unless told otherwise' 'set:Change rights: those that are given replace those there were' 'password:Give a user another password' 'remove:Remove a user and all rights it was given' 'list:List users and their rights' 'accept:Let users.json count as it is, although the daemon doubts it')
    options=('-h:Print this help message and exit' '--help:Print this help message and exit')
    ;;
  "answerbox user add")
    commands=()
    options=('-h:Print this help message and exit' '--help:Print this help message and exit' '--json:Print one JSON object instead of text' '--version:Print the version' '--socket:The daemon'\''s socket (default $ANSWERBOX_SOCKET, $XDG_RUNTIME_DIR/answerbox.sock, or /run/answerbox/answerbox.sock)' '--color:Colours and bold: auto (on a terminal), always or never' '--timeout:Give up when the daemon has said nothing for so long (default 60; 0 or none: never)' '--ask:May ask this collection, or those that begin so: "manual*". This and the options below may be given more than once' '--read:May list and read its documents' '--add:May add and remove its documents' '--manage:May maintain it; "*": users, the audit log and energy reports, too' '--theta:The user gets no answer below this confidence, whatever a request says (0: no bound)' '--publish:May publish to these topics' '--subscribe:May subscribe to these topics' '--password-file:Read the password from the first line of this file, or of standard input (-); without it, it is asked for')
    ;;
  "answerbox user set")
    commands=()
    options=('-h:Print this help message and exit' '--help:Print this help message and exit' '--json:Print one JSON object instead of text' '--version:Print the version' '--socket:The daemon'\''s socket (default $ANSWERBOX_SOCKET, $XDG_RUNTIME_DIR/answerbox.sock, or /run/answerbox/answerbox.sock)' '--color:Colours and bold: auto (on a terminal), always or never' '--timeout:Give up when the daemon has said nothing for so long (default 60; 0 or none: never)' '--ask:May ask this collection, or those that begin so: "manual*". This and the options below may be given more than once' '--read:May list and read its documents' '--add:May add and remove its documents' '--manage:May maintain it; "*": users, the audit log and energy reports, too' '--theta:The user gets no answer below this confidence, whatever a request says (0: no bound)' '--publish:May publish to these topics' '--subscribe:May subscribe to these topics')
    ;;
  "answerbox user password")
    commands=()
    options=('-h:Print this help message and exit' '--help:Print this help message and exit' '--json:Print one JSON object instead of text' '--version:Print the version' '--socket:The daemon'\''s socket (default $ANSWERBOX_SOCKET, $XDG_RUNTIME_DIR/answerbox.sock, or /run/answerbox/answerbox.sock)' '--color:Colours and bold: auto (on a terminal), always or never' '--timeout:Give up when the daemon has said nothing for so long (default 60; 0 or none: never)' '--password-file:Read the password from the first line of this file, or of standard input (-); without it, it is asked for')
    ;;
  "answerbox user remove")
    commands=()
    options=('-h:Print this help message and exit' '--help:Print this help message and exit' '--json:Print one JSON object instead of text' '--version:Print the version' '--socket:The daemon'\''s socket (default $ANSWERBOX_SOCKET, $XDG_RUNTIME_DIR/answerbox.sock, or /run/answerbox/answerbox.sock)' '--color:Colours and bold: auto (on a terminal), always or never' '--timeout:Give up when the daemon has said nothing for so long (default 60; 0 or none: never)')
    ;;
  "answerbox user list")
    commands=()
    options=('-h:Print this help message and exit' '--help:Print this help message and exit' '--json:Print one JSON object instead of text' '--version:Print the version' '--socket:The daemon'\''s socket (default $ANSWERBOX_SOCKET, $XDG_RUNTIME_DIR/answerbox.sock, or /run/answerbox/answerbox.sock)' '--color:Colours and bold: auto (on a terminal), always or never' '--timeout:Give up when the daemon has said nothing for so long (default 60; 0 or none: never)')
    ;;
  "answerbox user accept")
    commands=()
    options=('-h:Print this help message and exit' '--help:Print this help message and exit' '--json:Print one JSON object instead of text' '--version:Print the version' '--socket:The daemon'\''s socket (default $ANSWERBOX_SOCKET, $XDG_RUNTIME_DIR/answerbox.sock, or /run/answerbox/answerbox.sock)' '--color:Colours and bold: auto (on a terminal), always or never' '--timeout:Give up when the daemon has said nothing for so long (default 60; 0 or none: never)')
    ;;
  "answerbox certificate")
    commands=('make:Make a key and a certificate that it signs itself' 'request:Make a key and a request to a CA for a certificate' 'sign:As a CA, sign a request: make a certificate of it' 'revoke:As a CA, take certificates back: write its revocation list' 'show:Show whose certificate it is, and how long it is valid')
    options=('-h:Print this help message and exit' '--help:Print this help message and exit')
    ;;
  "answerbox certificate make")
    commands=()
    options=('-h:Print this help message and exit' '--help:Print this help message and exit' '--out:The folder to write into: answerbox.crt and .key, or ca.crt and .key' '--force:Replace files that exist' '--name:A host name or IP address it is for; may be repeated' '--days:How long the certificate is valid (default 825, at most 7300)' '--ca:A CA'\''s certificate, to sign those of others with' '--json:Print one JSON object instead of text' '--version:Print the version')
    ;;
  "answerbox certificate request")
    commands=()
    options=('-h:Print this help message and exit' '--help:Print this help message and exit' '--out:The folder to write into: answerbox.csr and answerbox.key' '--force:Replace files that exist' '--name:A host name or IP address it is for; may be repeated' '--json:Print one JSON object instead of text' '--version:Print the version')
    ;;
  "answerbox certificate sign")
    commands=()
    options=('-h:Print this help message and exit' '--help:Print this help message and exit' '--ca:The CA'\''s certificate' '--key:The CA'\''s private key' '--request:The request' '--out:The certificate to write' '--name:A host name or IP address it is for; may be repeated' '--days:How long the certificate is valid (default 825, at most 7300)' '--force:Replace files that exist' '--json:Print one JSON object instead of text' '--version:Print the version')
    ;;
  "answerbox certificate revoke")
    commands=()
    options=('-h:Print this help message and exit' '--help:Print this help message and exit' '--ca:The CA'\''s certificate' '--key:The CA'\''s private key' '--crl:The list, which is made or added to' '--days:How long the list is valid (default 825, at most 7300)' '--json:Print one JSON object instead of text' '--version:Print the version')
    ;;
  "answerbox certificate show")
    commands=()
    options=('-h:Print this help message and exit' '--help:Print this help message and exit' '--json:Print one JSON object instead of text' '--version:Print the version')
    ;;
  "answerbox convert")
    commands=()
    options=('-h:Print this help message and exit' '--help:Print this help message and exit' '--format:markdown (default), json with one object for each block, or text as it would be stored' '--ocr:Recognise text on scanned pages and pictures, in this language of tesseract: eng, deu, deu+eng, ...' '--json:Print one JSON object instead of text' '--version:Print the version')
    ;;
  "answerbox evaluate")
    commands=('questions:Ask the daemon questions whose answers you know')
    options=('-h:Print this help message and exit' '--help:Print this help message and exit')
    ;;
  "answerbox evaluate questions")
    commands=()
    options=('-h:Print this help message and exit' '--help:Print this help message and exit' '-c:The collection (default "default")' '--collection:The collection (default "default")' '--theta:Refuse below this confidence (default: the collection'\''s; 0: always answer)' '--precision:Instead: the lowest threshold at which this share of the answers is right' '--refusal:Instead: the lowest threshold at which this share of the unanswerable questions is refused' '--form:As in ask' '--words:As in ask' '--no-spelling:Take every word as it is spelt' '--no-thesaurus:Find and rank without related words, such as doctor for physician' '--no-abbreviations:Do not look up the other forms of abbreviations that the documents define' '--own:Ask each question of the document it names alone' '--misses:Write every question that went wrong to this file, one JSON object a line' '--json:Print one JSON object instead of text' '--version:Print the version' '--socket:The daemon'\''s socket (default $ANSWERBOX_SOCKET, $XDG_RUNTIME_DIR/answerbox.sock, or /run/answerbox/answerbox.sock)' '--color:Colours and bold: auto (on a terminal), always or never' '--timeout:Give up when the daemon has said nothing for so long (default 60; 0 or none: never)')
    ;;
  "answerbox exam")
    commands=('run:Ask a bank'\''s questions of a collection' 'report:Say which questions are answered, and which are not' 'compare:Say what a change won and lost, question by question' 'diff:Say which passages'\'' grades another bank changes' 'make:Make a bank of the documents of a collection by templates, or of a query by a language model' 'feedback:List what people said of answers, and decide about it' 'bank:Write the questions that guard a collection')
    options=('-h:Print this help message and exit' '--help:Print this help message and exit')
    ;;
  "answerbox exam run")
    commands=()
    options=('-h:Print this help message and exit' '--help:Print this help message and exit' '-c:Examine this collection (default "default")' '--collection:Examine this collection (default "default")' '-k:How many passages of a question count (default 20)' '--tau:The least grade that answers, 0 to 5 (default 4)' '--grader:Who says whether a passage answers: self (how sure the engine is; default), key (the extracted answer against the key), auto (as a collection'\''s guard: the key of a question that has one, else self) or model (the daemon'\''s language model, which takes seconds a passage)' '--no-spelling:Take every word as it is spelt' '--no-abbreviations:Do not look up the other forms of abbreviations that the documents define' '-o:Write the results, a JSON object a line; an exam that was cut goes on there; - is standard output' '--output:Write the results, a JSON object a line; an exam that was cut goes on there; - is standard output' '--overwrite:Begin anew where the file has results' '--json:Print one JSON object instead of text' '--version:Print the version' '--socket:The daemon'\''s socket (default $ANSWERBOX_SOCKET, $XDG_RUNTIME_DIR/answerbox.sock, or /run/answerbox/answerbox.sock)' '--color:Colours and bold: auto (on a terminal), always or never' '--timeout:Give up when the daemon has said nothing for so long (default 60; 0 or none: never)')
    ;;
  "answerbox exam report")
    commands=()
    options=('-h:Print this help message and exit' '--help:Print this help message and exit' '--before:Earlier results: mark what was answered then' '--html:Also write a page for a browser, with all questions that are not answered, by topic' '--all:List all questions that are not answered, not only 50' '--json:Print one JSON object instead of text' '--version:Print the version')
    ;;
  "answerbox exam compare")
    commands=()
    options=('-h:Print this help message and exit' '--help:Print this help message and exit' '--json:Print one JSON object instead of text' '--version:Print the version')
    ;;
  "answerbox exam diff")
    commands=()
    options=('-h:Print this help message and exit' '--help:Print this help message and exit' '-c:Examine this collection (default "default")' '--collection:Examine this collection (default "default")' '-k:How many passages of a question count (default 20)' '--tau:The least grade that answers, 0 to 5 (default 4)' '--grader:Who says whether a passage answers: self (how sure the engine is; default), key (the extracted answer against the key), auto (as a collection'\''s guard: the key of a question that has one, else self) or model (the daemon'\''s language model, which takes seconds a passage)' '--no-spelling:Take every word as it is spelt' '--no-abbreviations:Do not look up the other forms of abbreviations that the documents define' '--json:Print one JSON object instead of text' '--version:Print the version' '--socket:The daemon'\''s socket (default $ANSWERBOX_SOCKET, $XDG_RUNTIME_DIR/answerbox.sock, or /run/answerbox/answerbox.sock)' '--color:Colours and bold: auto (on a terminal), always or never' '--timeout:Give up when the daemon has said nothing for so long (default 60; 0 or none: never)')
    ;;
  "answerbox exam make")
    commands=()
    options=('-h:Print this help message and exit' '--help:Print this help message and exit' '-c:The collection (default "default")' '--collection:The collection (default "default")' '-o:Write the bank, a JSON object a line; - (default) is standard output' '--output:Write the bank, a JSON object a line; - (default) is standard output' '--per-document:- 1000] The most questions of a document, 1 to 1000 (default 1000)' '--seed:Draw by chance which questions of a document with more are kept; the same number gives the same bank' '--model:Have the daemon'\''s language model write questions about --query instead' '--query:What the questions are about; their topic' '--subtopic:A part of it that questions are about; may be given several times' '--unchecked:Also keep what the collection does not answer' '--json:Print one JSON object instead of text' '--version:Print the version' '--socket:The daemon'\''s socket (default $ANSWERBOX_SOCKET, $XDG_RUNTIME_DIR/answerbox.sock, or /run/answerbox/answerbox.sock)' '--color:Colours and bold: auto (on a terminal), always or never' '--timeout:Give up when the daemon has said nothing for so long (default 60; 0 or none: never)')
    ;;
  "answerbox exam feedback")
    commands=()
    options=('-h:Print this help message and exit' '--help:Print this help message and exit' '-c:The collection (default "default")' '--collection:The collection (default "default")' '--key:A right answer (default: the answer that was judged right)' '--accept:Make it a question of the collection'\''s exam' '--drop:Throw it away; all: everything' '--json:Print one JSON object instead of text' '--version:Print the version' '--socket:The daemon'\''s socket (default $ANSWERBOX_SOCKET, $XDG_RUNTIME_DIR/answerbox.sock, or /run/answerbox/answerbox.sock)' '--color:Colours and bold: auto (on a terminal), always or never' '--timeout:Give up when the daemon has said nothing for so long (default 60; 0 or none: never)')
    ;;
  "answerbox exam bank")
    commands=()
    options=('-h:Print this help message and exit' '--help:Print this help message and exit' '-c:The collection (default "default")' '--collection:The collection (default "default")' '--json:Print one JSON object instead of text' '--version:Print the version' '--socket:The daemon'\''s socket (default $ANSWERBOX_SOCKET, $XDG_RUNTIME_DIR/answerbox.sock, or /run/answerbox/answerbox.sock)' '--color:Colours and bold: auto (on a terminal), always or never' '--timeout:Give up when the daemon has said nothing for so long (default 60; 0 or none: never)')
    ;;
  "answerbox pack")
    commands=('build:Write a collection into a pack' 'sign:Sign a pack, so that boxes take it' 'verify:Check that a pack is whole, and who signed it' 'show:Show what a pack says of itself' 'install:Replace a collection by a signed pack, or make it' 'rollback:Return to what the last pack replaced' 'detach:Let a collection of a pack be changed, without a way back')
    options=('-h:Print this help message and exit' '--help:Print this help message and exit')
    ;;
  "answerbox pack build")
    commands=()
    options=('-h:Print this help message and exit' '--help:Print this help message and exit' '-o:The file to write' '--out:The file to write' '--exam:The questions that a box must answer before it takes the pack (default: the collection'\''s exam); - is standard input' '--must-pass:How many of them, such as 12 or 90% (default 100%)' '--name:The pack'\''s name (default: the collection'\''s)' '--release:Its version, such as 2026.3 (default: the day)' '--json:Print one JSON object instead of text' '--version:Print the version' '--socket:The daemon'\''s socket (default $ANSWERBOX_SOCKET, $XDG_RUNTIME_DIR/answerbox.sock, or /run/answerbox/answerbox.sock)' '--color:Colours and bold: auto (on a terminal), always or never' '--timeout:Give up when the daemon has said nothing for so long (default 60; 0 or none: never)')
    ;;
  "answerbox pack sign")
    commands=()
    options=('-h:Print this help message and exit' '--help:Print this help message and exit' '--json:Print one JSON object instead of text' '--version:Print the version' '--key:Your secret key: ECDSA on P-256 (PEM)')
    ;;
  "answerbox pack verify")
    commands=()
    options=('-h:Print this help message and exit' '--help:Print this help message and exit' '--json:Print one JSON object instead of text' '--version:Print the version' '--key:The maker'\''s public key (PEM)')
    ;;
  "answerbox pack show")
    commands=()
    options=('-h:Print this help message and exit' '--help:Print this help message and exit' '--json:Print one JSON object instead of text' '--version:Print the version')
    ;;
  "answerbox pack install")
    commands=()
    options=('-h:Print this help message and exit' '--help:Print this help message and exit' '-c:The collection (default: the pack'\''s name)' '--collection:The collection (default: the pack'\''s name)' '--downgrade:Install an older version, too' '--drop-exam:Install a pack that has no exam, too' '--json:Print one JSON object instead of text' '--version:Print the version' '--socket:The daemon'\''s socket (default $ANSWERBOX_SOCKET, $XDG_RUNTIME_DIR/answerbox.sock, or /run/answerbox/answerbox.sock)' '--color:Colours and bold: auto (on a terminal), always or never' '--timeout:Give up when the daemon has said nothing for so long (default 60; 0 or none: never)')
    ;;
  "answerbox pack rollback")
    commands=()
    options=('-h:Print this help message and exit' '--help:Print this help message and exit' '--json:Print one JSON object instead of text' '--version:Print the version' '--socket:The daemon'\''s socket (default $ANSWERBOX_SOCKET, $XDG_RUNTIME_DIR/answerbox.sock, or /run/answerbox/answerbox.sock)' '--color:Colours and bold: auto (on a terminal), always or never' '--timeout:Give up when the daemon has said nothing for so long (default 60; 0 or none: never)')
    ;;
  "answerbox pack detach")
    commands=()
    options=('-h:Print this help message and exit' '--help:Print this help message and exit' '--json:Print one JSON object instead of text' '--version:Print the version' '--socket:The daemon'\''s socket (default $ANSWERBOX_SOCKET, $XDG_RUNTIME_DIR/answerbox.sock, or /run/answerbox/answerbox.sock)' '--color:Colours and bold: auto (on a terminal), always or never' '--timeout:Give up when the daemon has said nothing for so long (default 60; 0 or none: never)')
    ;;
  "answerbox inbox")
    commands=()
    options=('-h:Print this help message and exit' '--help:Print this help message and exit' '-c:The collection (default "default")' '--collection:The collection (default "default")' '--keep:Move what was added to added/, instead of removing it' '--settle:Take files that have not changed for so long (default 5)' '--ocr:Recognise text on scanned pages and pictures, in this language of tesseract: eng, deu, deu+eng, ...' '--json:Print one JSON object instead of text' '--version:Print the version' '--socket:The daemon'\''s socket (default $ANSWERBOX_SOCKET, $XDG_RUNTIME_DIR/answerbox.sock, or /run/answerbox/answerbox.sock)' '--color:Colours and bold: auto (on a terminal), always or never' '--timeout:Give up when the daemon has said nothing for so long (default 60; 0 or none: never)')
    ;;
  "answerbox backup")
    commands=()
    options=('-h:Print this help message and exit' '--help:Print this help message and exit' '--recipient:Encrypt for this public key of age' '--options:The folder of options (default /etc/answerbox)' '--json:Print one JSON object instead of text' '--version:Print the version' '--socket:The daemon'\''s socket (default $ANSWERBOX_SOCKET, $XDG_RUNTIME_DIR/answerbox.sock, or /run/answerbox/answerbox.sock)' '--color:Colours and bold: auto (on a terminal), always or never' '--timeout:Give up when the daemon has said nothing for so long (default 60; 0 or none: never)')
    ;;
  "answerbox restore")
    commands=()
    options=('-h:Print this help message and exit' '--help:Print this help message and exit' '--check:Read and verify all of it, and change nothing' '--identity:The file with the secret key of age' '--keep-options:Leave the options as they are' '--state-dir:The daemon'\''s state directory (default /var/lib/answerbox)' '--options:The folder of options (default /etc/answerbox)' '--json:Print one JSON object instead of text' '--version:Print the version')
    ;;
  "answerbox setup")
    commands=()
    options=('-h:Print this help message and exit' '--help:Print this help message and exit' '--file:Take the answers from a file (TOML); what it does not name stays as it is' '--defaults:Ask nothing: take what is so today, or is proposed' '--dry-run:Only tell what would be done' '--config:The daemon'\''s options (default /etc/answerbox/answerboxd.toml)' '--json:Print one JSON object instead of text' '--version:Print the version' '--socket:The daemon'\''s socket (default $ANSWERBOX_SOCKET, $XDG_RUNTIME_DIR/answerbox.sock, or /run/answerbox/answerbox.sock)' '--color:Colours and bold: auto (on a terminal), always or never' '--timeout:Give up when the daemon has said nothing for so long (default 60; 0 or none: never)')
    ;;
esac
case "$state_path $before" in
  "answerbox --socket") values=(-) ;;
  "answerbox --color") values=(auto always never) ;;
  "answerbox --timeout") values=(-) ;;
  "answerbox add -c" | "answerbox add --collection") values=(-) ;;
  "answerbox add --ocr") values=(-) ;;
  "answerbox add --socket") values=(-) ;;
  "answerbox add --color") values=(auto always never) ;;
  "answerbox add --timeout") values=(-) ;;
  "answerbox ask -c" | "answerbox ask --collection") values=(-) ;;
  "answerbox ask --document") values=(-) ;;
  "answerbox ask --theta") values=(-) ;;
  "answerbox ask --precision") values=(-) ;;
  "answerbox ask --answer-rate") values=(-) ;;
  "answerbox ask --runners-up") values=(-) ;;
  "answerbox ask --form") values=(auto sentence list row passage section) ;;
  "answerbox ask --words") values=(-) ;;
  "answerbox ask --answers") values=(-) ;;
  "answerbox ask --max-work") values=(-) ;;
  "answerbox ask --generate") values=(auto never always) ;;
  "answerbox ask --socket") values=(-) ;;
  "answerbox ask --color") values=(auto always never) ;;
  "answerbox ask --timeout") values=(-) ;;
  "answerbox search -c" | "answerbox search --collection") values=(-) ;;
  "answerbox search --document") values=(-) ;;
  "answerbox search --from") values=(-) ;;
  "answerbox search --count") values=(-) ;;
  "answerbox search --socket") values=(-) ;;
  "answerbox search --color") values=(auto always never) ;;
  "answerbox search --timeout") values=(-) ;;
  "answerbox context -c" | "answerbox context --collection") values=(-) ;;
  "answerbox context --document") values=(-) ;;
  "answerbox context --tokens") values=(-) ;;
  "answerbox context --tokens-per-word") values=(-) ;;
  "answerbox context --order") values=(-) ;;
  "answerbox context --retrieval") values=(-) ;;
  "answerbox context --strategy") values=(relevance mmr fps gated) ;;
  "answerbox context --alpha") values=(-) ;;
  "answerbox context --window") values=(-) ;;
  "answerbox context --vectors") values=(-) ;;
  "answerbox context --format") values=(text json markdown) ;;
  "answerbox context --socket") values=(-) ;;
  "answerbox context --color") values=(auto always never) ;;
  "answerbox context --timeout") values=(-) ;;
  "answerbox summarize -c" | "answerbox summarize --collection") values=(-) ;;
  "answerbox summarize --about") values=(-) ;;
  "answerbox summarize --words") values=(-) ;;
  "answerbox summarize --socket") values=(-) ;;
  "answerbox summarize --color") values=(auto always never) ;;
  "answerbox summarize --timeout") values=(-) ;;
  "answerbox ground --lines") values=(-) ;;
  "answerbox ground --context") values=(-) ;;
  "answerbox ground --answer") values=(-) ;;
  "answerbox ground --question") values=(-) ;;
  "answerbox ground -c" | "answerbox ground --collection") values=(-) ;;
  "answerbox ground --evaluator") values=(-) ;;
  "answerbox ground --socket") values=(-) ;;
  "answerbox ground --color") values=(auto always never) ;;
  "answerbox ground --timeout") values=(-) ;;
  "answerbox list -c" | "answerbox list --collection") values=(-) ;;
  "answerbox list --socket") values=(-) ;;
  "answerbox list --color") values=(auto always never) ;;
  "answerbox list --timeout") values=(-) ;;
  "answerbox show -c" | "answerbox show --collection") values=(-) ;;
  "answerbox show --bytes") values=(-) ;;
  "answerbox show --page") values=(-) ;;
  "answerbox show -o" | "answerbox show --output") values=(-) ;;
  "answerbox show --socket") values=(-) ;;
  "answerbox show --color") values=(auto always never) ;;
  "answerbox show --timeout") values=(-) ;;
  "answerbox remove -c" | "answerbox remove --collection") values=(-) ;;
  "answerbox remove --socket") values=(-) ;;
  "answerbox remove --color") values=(auto always never) ;;
  "answerbox remove --timeout") values=(-) ;;
  "answerbox collections --socket") values=(-) ;;
  "answerbox collections --color") values=(auto always never) ;;
  "answerbox collections --timeout") values=(-) ;;
  "answerbox collections create --theta") values=(-) ;;
  "answerbox collections create --precision") values=(-) ;;
  "answerbox collections create --answer-rate") values=(-) ;;
  "answerbox collections create --profile") values=(-) ;;
  "answerbox collections create --window") values=(-) ;;
  "answerbox collections create --overlap") values=(-) ;;
  "answerbox collections create --socket") values=(-) ;;
  "answerbox collections create --color") values=(auto always never) ;;
  "answerbox collections create --timeout") values=(-) ;;
  "answerbox collections remove --socket") values=(-) ;;
  "answerbox collections remove --color") values=(auto always never) ;;
  "answerbox collections remove --timeout") values=(-) ;;
  "answerbox collections set --theta") values=(-) ;;
  "answerbox collections set --precision") values=(-) ;;
  "answerbox collections set --answer-rate") values=(-) ;;
  "answerbox collections set --socket") values=(-) ;;
  "answerbox collections set --color") values=(auto always never) ;;
  "answerbox collections set --timeout") values=(-) ;;
  "answerbox collections set --synonyms") values=(-) ;;
  "answerbox collections set --exam") values=(-) ;;
  "answerbox collections set --must-pass") values=(-) ;;
  "answerbox collections compact --socket") values=(-) ;;
  "answerbox collections compact --color") values=(auto always never) ;;
  "answerbox collections compact --timeout") values=(-) ;;
  "answerbox collections verify --socket") values=(-) ;;
  "answerbox collections verify --color") values=(auto always never) ;;
  "answerbox collections verify --timeout") values=(-) ;;
  "answerbox collections repair --socket") values=(-) ;;
  "answerbox collections repair --color") values=(auto always never) ;;
  "answerbox collections repair --timeout") values=(-) ;;
  "answerbox status --socket") values=(-) ;;
  "answerbox status --color") values=(auto always never) ;;
  "answerbox status --timeout") values=(-) ;;
  "answerbox doctor --config") values=(-) ;;
  "answerbox doctor --report") values=(-) ;;
  "answerbox doctor --root") values=(-) ;;
  "answerbox doctor --socket") values=(-) ;;
  "answerbox doctor --color") values=(auto always never) ;;
  "answerbox doctor --timeout") values=(-) ;;
  "answerbox audit verify --dir") values=(-) ;;
  "answerbox audit verify --key") values=(-) ;;
  "answerbox audit verify --head") values=(-) ;;
  "answerbox audit head --socket") values=(-) ;;
  "answerbox audit head --color") values=(auto always never) ;;
  "answerbox audit head --timeout") values=(-) ;;
  "answerbox audit prove --dir") values=(-) ;;
  "answerbox audit check-proof --dir") values=(-) ;;
  "answerbox audit check-proof --key") values=(-) ;;
  "answerbox audit tail -n") values=(-) ;;
  "answerbox audit tail --dir") values=(-) ;;
  "answerbox audit export --dir") values=(-) ;;
  "answerbox audit export --from") values=(-) ;;
  "answerbox audit export --since") values=(-) ;;
  "answerbox audit export --kind") values=(-) ;;
  "answerbox audit replay --socket") values=(-) ;;
  "answerbox audit replay --color") values=(auto always never) ;;
  "answerbox audit replay --timeout") values=(-) ;;
  "answerbox audit rotate-key --socket") values=(-) ;;
  "answerbox audit rotate-key --color") values=(auto always never) ;;
  "answerbox audit rotate-key --timeout") values=(-) ;;
  "answerbox energy sensors --socket") values=(-) ;;
  "answerbox energy sensors --color") values=(auto always never) ;;
  "answerbox energy sensors --timeout") values=(-) ;;
  "answerbox energy status --socket") values=(-) ;;
  "answerbox energy status --color") values=(auto always never) ;;
  "answerbox energy status --timeout") values=(-) ;;
  "answerbox energy calibrate -c" | "answerbox energy calibrate --collection") values=(-) ;;
  "answerbox energy calibrate --rounds") values=(-) ;;
  "answerbox energy calibrate --seconds") values=(-) ;;
  "answerbox energy calibrate --questions") values=(-) ;;
  "answerbox energy calibrate --socket") values=(-) ;;
  "answerbox energy calibrate --color") values=(auto always never) ;;
  "answerbox energy calibrate --timeout") values=(-) ;;
  "answerbox energy report --since") values=(-) ;;
  "answerbox energy report --socket") values=(-) ;;
  "answerbox energy report --color") values=(auto always never) ;;
  "answerbox energy report --timeout") values=(-) ;;
  "answerbox user add --socket") values=(-) ;;
  "answerbox user add --color") values=(auto always never) ;;
  "answerbox user add --timeout") values=(-) ;;
  "answerbox user add --ask") values=(-) ;;
  "answerbox user add --read") values=(-) ;;
  "answerbox user add --add") values=(-) ;;
  "answerbox user add --manage") values=(-) ;;
  "answerbox user add --theta") values=(-) ;;
  "answerbox user add --publish") values=(-) ;;
  "answerbox user add --subscribe") values=(-) ;;
  "answerbox user add --password-file") values=(-) ;;
  "answerbox user set --socket") values=(-) ;;
  "answerbox user set --color") values=(auto always never) ;;
  "answerbox user set --timeout") values=(-) ;;
  "answerbox user set --ask") values=(-) ;;
  "answerbox user set --read") values=(-) ;;
  "answerbox user set --add") values=(-) ;;
  "answerbox user set --manage") values=(-) ;;
  "answerbox user set --theta") values=(-) ;;
  "answerbox user set --publish") values=(-) ;;
  "answerbox user set --subscribe") values=(-) ;;
  "answerbox user password --socket") values=(-) ;;
  "answerbox user password --color") values=(auto always never) ;;
  "answerbox user password --timeout") values=(-) ;;
  "answerbox user password --password-file") values=(-) ;;
  "answerbox user remove --socket") values=(-) ;;
  "answerbox user remove --color") values=(auto always never) ;;
  "answerbox user remove --timeout") values=(-) ;;
  "answerbox user list --socket") values=(-) ;;
  "answerbox user list --color") values=(auto always never) ;;
  "answerbox user list --timeout") values=(-) ;;
  "answerbox user accept --socket") values=(-) ;;
  "answerbox user accept --color") values=(auto always never) ;;
  "answerbox user accept --timeout") values=(-) ;;
  "answerbox certificate make --out") values=(-) ;;
  "answerbox certificate make --name") values=(-) ;;
  "answerbox certificate make --days") values=(-) ;;
  "answerbox certificate request --out") values=(-) ;;
  "answerbox certificate request --name") values=(-) ;;
  "answerbox certificate sign --ca") values=(-) ;;
  "answerbox certificate sign --key") values=(-) ;;
  "answerbox certificate sign --request") values=(-) ;;
  "answerbox certificate sign --out") values=(-) ;;
  "answerbox certificate sign --name") values=(-) ;;
  "answerbox certificate sign --days") values=(-) ;;
  "answerbox certificate revoke --ca") values=(-) ;;
  "answerbox certificate revoke --key") values=(-) ;;
  "answerbox certificate revoke --crl") values=(-) ;;
  "answerbox certificate revoke --days") values=(-) ;;
  "answerbox convert --format") values=(-) ;;
  "answerbox convert --ocr") values=(-) ;;
  "answerbox evaluate questions -c" | "answerbox evaluate questions --collection") values=(-) ;;
  "answerbox evaluate questions --theta") values=(-) ;;
  "answerbox evaluate questions --precision") values=(-) ;;
  "answerbox evaluate questions --refusal") values=(-) ;;
  "answerbox evaluate questions --form") values=(-) ;;
  "answerbox evaluate questions --words") values=(-) ;;
  "answerbox evaluate questions --misses") values=(-) ;;
  "answerbox evaluate questions --socket") values=(-) ;;
  "answerbox evaluate questions --color") values=(auto always never) ;;
  "answerbox evaluate questions --timeout") values=(-) ;;
  "answerbox exam run -c" | "answerbox exam run --collection") values=(-) ;;
  "answerbox exam run -k") values=(-) ;;
  "answerbox exam run --tau") values=(-) ;;
  "answerbox exam run --grader") values=(self key auto model) ;;
  "answerbox exam run -o" | "answerbox exam run --output") values=(-) ;;
  "answerbox exam run --socket") values=(-) ;;
  "answerbox exam run --color") values=(auto always never) ;;
  "answerbox exam run --timeout") values=(-) ;;
  "answerbox exam report --before") values=(-) ;;
  "answerbox exam report --html") values=(-) ;;
  "answerbox exam diff -c" | "answerbox exam diff --collection") values=(-) ;;
  "answerbox exam diff -k") values=(-) ;;
  "answerbox exam diff --tau") values=(-) ;;
  "answerbox exam diff --grader") values=(self key auto model) ;;
  "answerbox exam diff --socket") values=(-) ;;
  "answerbox exam diff --color") values=(auto always never) ;;
  "answerbox exam diff --timeout") values=(-) ;;
  "answerbox exam make -c" | "answerbox exam make --collection") values=(-) ;;
  "answerbox exam make -o" | "answerbox exam make --output") values=(-) ;;
  "answerbox exam make --per-document") values=(-) ;;
  "answerbox exam make --seed") values=(-) ;;
  "answerbox exam make --query") values=(-) ;;
  "answerbox exam make --subtopic") values=(-) ;;
  "answerbox exam make --socket") values=(-) ;;
  "answerbox exam make --color") values=(auto always never) ;;
  "answerbox exam make --timeout") values=(-) ;;
  "answerbox exam feedback -c" | "answerbox exam feedback --collection") values=(-) ;;
  "answerbox exam feedback --key") values=(-) ;;
  "answerbox exam feedback --accept") values=(-) ;;
  "answerbox exam feedback --drop") values=(-) ;;
  "answerbox exam feedback --socket") values=(-) ;;
  "answerbox exam feedback --color") values=(auto always never) ;;
  "answerbox exam feedback --timeout") values=(-) ;;
  "answerbox exam bank -c" | "answerbox exam bank --collection") values=(-) ;;
  "answerbox exam bank --socket") values=(-) ;;
  "answerbox exam bank --color") values=(auto always never) ;;
  "answerbox exam bank --timeout") values=(-) ;;
  "answerbox pack build -o" | "answerbox pack build --out") values=(-) ;;
  "answerbox pack build --exam") values=(-) ;;
  "answerbox pack build --must-pass") values=(-) ;;
  "answerbox pack build --name") values=(-) ;;
  "answerbox pack build --release") values=(-) ;;
  "answerbox pack build --socket") values=(-) ;;
  "answerbox pack build --color") values=(auto always never) ;;
  "answerbox pack build --timeout") values=(-) ;;
  "answerbox pack sign --key") values=(-) ;;
  "answerbox pack verify --key") values=(-) ;;
  "answerbox pack install -c" | "answerbox pack install --collection") values=(-) ;;
  "answerbox pack install --socket") values=(-) ;;
  "answerbox pack install --color") values=(auto always never) ;;
  "answerbox pack install --timeout") values=(-) ;;
  "answerbox pack rollback --socket") values=(-) ;;
  "answerbox pack rollback --color") values=(auto always never) ;;
  "answerbox pack rollback --timeout") values=(-) ;;
  "answerbox pack detach --socket") values=(-) ;;
  "answerbox pack detach --color") values=(auto always never) ;;
  "answerbox pack detach --timeout") values=(-) ;;
  "answerbox inbox -c" | "answerbox inbox --collection") values=(-) ;;
  "answerbox inbox --settle") values=(-) ;;
  "answerbox inbox --ocr") values=(-) ;;
  "answerbox inbox --socket") values=(-) ;;
  "answerbox inbox --color") values=(auto always never) ;;
  "answerbox inbox --timeout") values=(-) ;;
  "answerbox backup --recipient") values=(-) ;;
  "answerbox backup --options") values=(-) ;;
  "answerbox backup --socket") values=(-) ;;
  "answerbox backup --color") values=(auto always never) ;;
  "answerbox backup --timeout") values=(-) ;;
  "answerbox restore --identity") values=(-) ;;
  "answerbox restore --state-dir") values=(-) ;;
  "answerbox restore --options") values=(-) ;;
  "answerbox setup --file") values=(-) ;;
  "answerbox setup --config") values=(-) ;;
  "answerbox setup --socket") values=(-) ;;
  "answerbox setup --color") values=(auto always never) ;;
  "answerbox setup --timeout") values=(-) ;;
esac
if [[ $values[1] == - ]]; then _files
elif (( $#values )); then compadd -a values
elif [[ $PREFIX == -* ]]; then _describe option options
elif (( $#commands )); then _describe command commands
else _files
fi
