// What who looks after the box sees and does. All of it goes through /rpc with
// the session of who is signed in: the daemon decides what that may do, and this
// page leaves out what it may not. Whatever comes from the daemon is put into
// the page as text.
"use strict";
(() => {
  const main = document.getElementById("care");
  if (!main.dataset.words) return;
  const words = JSON.parse(main.dataset.words);
  const rights = JSON.parse(main.dataset.rights);
  const language = document.documentElement.lang;
  const signOut = document.querySelector('form[action="/logout"]');

  const say = (name, ...values) =>
    words[name].replace(/\{(\d)\}/g, (_, number) => values[number - 1]);
  const count = (value) => new Intl.NumberFormat(language).format(value);
  const time = (value) => new Intl.DateTimeFormat(
    language, {dateStyle: "medium", timeStyle: "short"}).format(value);
  // 0 to 999 of the unit, or of one that is a thousand or million times that.
  const scaled = (value, units) => {
    let at = 0;
    while (value >= 1000 && at + 1 < units.length) {
      value /= 1000;
      ++at;
    }
    return new Intl.NumberFormat(language, {maximumSignificantDigits: 3})
      .format(value) + " " + units[at];
  };
  const bytes = (value) => scaled(value, ["B", "kB", "MB", "GB"]);
  const energy = (uj) => scaled(uj, ["µJ", "mJ", "J", "kJ", "MJ"]);

  // An element. Functions among the attributes listen to the event of their
  // name; false and undefined are left out.
  const make = (tag, attributes, ...inner) => {
    const svg = ["svg", "rect", "path", "text"].includes(tag);
    const node = svg ? document.createElementNS("http://www.w3.org/2000/svg", tag)
                     : document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) {
      if (typeof value === "function") node.addEventListener(name, value);
      else if (value === true) node.setAttribute(name, "");
      else if (value !== false && value !== undefined) node.setAttribute(name, value);
    }
    node.append(...inner);
    return node;
  };
  const list = (texts) => make("ul", {}, ...texts.map((text) => make("li", {}, text)));
  const pairs = (rows) => make("dl", {}, ...rows.flatMap(
    ([name, value]) => [make("dt", {}, name), make("dd", {}, value)]));
  // Scrolls by itself where it is wider than the page.
  const table = (label, heads, rows) => make(
    "div", {class: "table", tabindex: 0, role: "group", "aria-label": label},
    make("table", {},
         make("thead", {}, make("tr", {}, ...heads.map(
           (head) => make("th", {scope: "col"}, head)))),
         rows));
  // The daemon's own words are English.
  const english = (text) => make("span", {lang: "en", dir: "ltr"}, text);

  const section = (title) => {
    const id = "section-" + main.querySelectorAll("section").length;
    const made = make("section", {"aria-labelledby": id},
                      make("h2", {id}, title));
    main.append(made);
    return made;
  };
  const status = make("p", {id: "status", role: "status"});
  main.append(status);

  const wait = (seconds) => new Promise((done) => setTimeout(done, seconds * 1000));
  const post = (method, params) => fetch("/rpc", {
    method: "POST", cache: "no-store", keepalive: method === "inbox.abort",
    headers: {"Content-Type": "application/json"},
    body: JSON.stringify({jsonrpc: "2.0", id: 1, method, params})});
  // Where http_kiosk lets passers-by ask, /rpc answers who is signed out as one
  // of them.
  const isSignedIn = async () => {
    const reply = await fetch("/care", {cache: "no-store"});
    return (await reply.text()).includes('action="/logout"');
  };
  // The result of a method. Throws an Error with the daemon's message and
  // `data`, or with words of this page.
  const call = async (method, params = {}) => {
    let reply;
    try {
      reply = await post(method, params);
    } catch {
      throw new Error(words.offline);
    }
    // Whoever was signed in is so no longer.
    if (reply.status === 401) location.reload();
    if (reply.status === 429) {
      await wait(Number(reply.headers.get("Retry-After")) || 1);
      return call(method, params);
    }
    if (reply.headers.get("Content-Type") !== "application/json") {
      throw new Error(words.busy);
    }
    const {result, error} = await reply.json();
    if (!error) return result;
    if (error.data?.kind === "forbidden" &&
        !await isSignedIn().catch(() => true)) {
      location.reload();
    }
    throw Object.assign(new Error(error.message), {data: error.data});
  };

  // The same, as often as the box, or another tab that sends, is busy.
  const callInTurn = async (method, params) => {
    for (;;) {
      try {
        return await call(method, params);
      } catch (error) {
        if (error.data?.kind !== "busy") throw error;
      }
      await wait(2);
    }
  };

  const lostQuestions = (error) => {
    const lost = error.data?.exam?.lost ?? [];
    return lost.length === 0 ? [] : [
      make("p", {}, say("care_lost")),
      list(lost.map((one) => make("bdi", {}, one.question)))];
  };
  const reason = (error) => error.data ? english(error.message) : error.message;
  const failure = (error) => make(
    "div", {class: "warning", role: "alert"},
    make("p", {}, say("care_failed"), " ", reason(error)),
    ...lostQuestions(error));
  // Shows in `place` what went wrong.
  const attempt = async (place, act) => {
    place.querySelector(":scope > .warning[role=alert]")?.remove();
    try {
      await act();
    } catch (error) {
      place.append(failure(error));
    }
  };
  // The same for what a person asked for.
  const carryOut = (place, act) => {
    status.textContent = "";
    return attempt(place, act);
  };
  const isSure = (question, yes) => new Promise((done) => {
    const dialog = make(
      "dialog", {"aria-label": question, close: () => {
        done(dialog.returnValue === "yes");
        dialog.remove();
      }},
      make("form", {method: "dialog"}, make("p", {}, question), make(
        "div", {class: "buttons"}, make("button", {value: "no"}, say("care_keep")),
        make("button", {value: "yes", class: "ask"}, yes))));
    main.append(dialog);
    dialog.showModal();
  });

  // What needs attention, as the daemon's status has it.
  const findings = (now) => [
    ...now.out_of_service.map((one) => one.message),
    ...now.energy.damaged, ...now.mqtt.certificates,
    now.mqtt.damaged?.message, now.audit?.failure, now.erasing.problem,
    ...(now.audit?.set_aside ?? []).map((one) => `${one.folder} (${one.found})`),
    ...now.exams.filter((one) => one.warning).map((one) => one.message),
    ...(now.doctor?.findings ?? []).filter(
      (one) => one.severity === "fault" || one.severity === "warning")
      .map((one) => `${one.subject}: ${one.what}. ${one.remedy}`)]
    .filter((one) => one);

  const showState = async (now) => {
    const place = section(say("care_state"));
    const found = findings(now).map(english);
    const old = now.ingest.old_segments;
    if (old > 0) found.push(say("care_old_segments", count(old)));
    // The doctor comes each day. Without its report nothing is known to be well.
    const age = now.doctor?.age_s;
    const checked = now.doctor && time(Date.now() - age * 1000);
    if (age > 2 * 86400) found.push(say("care_stale", checked));
    if (found.length > 0) {
      place.append(make("div", {class: "warning"}, make("p", {}, say("care_attention")),
                        list(found)));
    }
    if (!checked) place.append(make("p", {}, say("care_unexamined")));
    else if (found.length === 0) place.append(make("p", {}, say("care_well")));
    const jobs = now.jobs.map((job) => job.kind + " " + job.collection +
      (job.total > 0 ? ` ${Math.floor(100 * job.done / job.total)} %` : ""));
    place.append(pairs([
      [say("care_examined"), checked ?? say("care_not_yet")],
      [say("care_version"), now.version],
      [say("care_since"), time(Date.now() - now.uptime_s * 1000)],
      [say("care_questions"), say("care_answered", count(now.questions.answered),
                                  count(now.questions.refused))],
      [say("care_erasing"), count(now.erasing.documents)],
      [say("care_jobs"), jobs.join(", ") || "–"]]));
  };

  // What became of the words of a file.
  const account = (of) => {
    if (!of) return "–";
    const aside = Object.values(of.set_aside).reduce((all, one) => all + one, 0);
    const missing = of.lost + of.unreadable;
    const parts = [say("care_words", count(of.usable))];
    if (aside > 0) parts.push(say("care_aside", count(aside)));
    if (missing > 0) parts.push(say("care_missing", count(missing)));
    if (of.pictures > 0) parts.push(say("care_pictures", count(of.pictures)));
    if (of.is_mended) parts.push(say("care_mended"));
    if (of.is_structure_lost) parts.push(say("care_flat"));
    return parts.join("; ");
  };

  const documentRow = (collection, mayAdd, of) => {
    const cells = [make("td", {}, make("bdi", {}, of.name)),
                   make("td", {class: "amount"}, count(of.pages)),
                   make("td", {class: "amount"}, bytes(of.bytes)),
                   make("td", {}, account(of.account))];
    const row = make("tr", {}, ...cells);
    if (!mayAdd) return row;
    const remove = async () => {
      if (!await isSure(say("care_sure", of.name), say("care_remove"))) return;
      const place = row.closest(".documents");
      await carryOut(place, async () => {
        await call("documents.remove", {collection, name: of.name});
        row.remove();
        status.textContent = say("care_removed", of.name);
        place.querySelector(".table").focus();
      });
    };
    row.append(make("td", {}, make(
      "button", {type: "button", click: remove, "aria-label": say("care_remove_name", of.name)},
      say("care_remove"))));
    return row;
  };

  // The documents of a collection, some of them at a time.
  const showDocuments = async (place, {name: collection, add}) => {
    const rows = make("tbody", {});
    const heads = ["care_name", "care_pages", "care_size", "care_reading"];
    if (add) heads.push("care_action");
    const more = make("button", {type: "button"}, say("care_more"));
    const next = async (after) => {
      const params = after ? {collection, after, limit: 100} : {collection, limit: 100};
      const page = await call("documents.list", params);
      rows.append(...page.documents.map((one) => documentRow(collection, add, one)));
      more.hidden = !page.next;
      more.onclick = () => attempt(place, () => next(page.next));
    };
    await next();
    place.replaceChildren(
      table(say("care_name"), heads.map((head) => say(head)), rows), more);
  };

  const base64 = (blob) => new Promise((done, fail) => {
    const reader = new FileReader();
    reader.onload = () => done(reader.result.slice(reader.result.indexOf(",") + 1));
    reader.onerror = () => fail(reader.error);
    reader.readAsDataURL(blob);
  });
  let sending = 0;
  let upload = null;
  // Sends the file as it is: who takes it in converts it.
  const send = async (collection, file, told) => {
    ({upload} = await callInTurn("inbox.begin",
                                 {collection, name: file.name, bytes: file.size}));
    try {
      for (let at = 0; at < file.size;) {
        const piece = file.slice(at, at + rights.piece);
        await callInTurn("inbox.part", {upload, base64: await base64(piece)});
        at += piece.size;
        told(at / file.size);
      }
      await call("inbox.commit", {upload});
    } catch (error) {
      await call("inbox.abort", {upload}).catch(() => {});
      throw error;
    } finally {
      upload = null;
    }
  };
  // The next page, or another tab, need not wait for its end.
  addEventListener("pagehide", () => {
    if (upload) post("inbox.abort", {upload}).catch(() => {});
  });
  // A session sends one file at a time.
  let queue = Promise.resolve();
  const inTurn = (act) => { queue = queue.then(act); };

  const fates = {waiting: "care_waiting", added: "care_added", refused: "care_refused"};
  const fateOf = (one) => {
    const label = say(fates[one.state]);
    const shown = make("li", {}, make("bdi", {}, one.name), ` – ${label}, `,
                       time(one.time * 1000));
    if (one.report) {
      shown.append(make("details", {}, make("summary", {}, say("care_report")),
                        make("div", {class: "report", lang: "en", dir: "ltr", tabindex: 0},
                             one.report)));
    }
    return shown;
  };
  const keyOf = (one) => `${one.state} ${one.time} ${one.name}`;
  // Of a name that stood there already, the inbox makes "letter-2.txt".
  const isOf = (name, one) => one.name === name ||
    one.name.replace(/-\d{1,3}(?=(\.[^.]*)?$)/, "") === name;
  // Shows what becomes of files. Those that this page sent are not forgotten
  // while they are read, when they lie in no folder that others may see.
  const follow = (collection, place, onChange) => {
    let timer = 0;
    let last = "";
    let files = [];
    const sent = new Map();  // To what was told before.
    const look = async () => {
      clearTimeout(timer);
      let isLooking = true;
      try {
        ({files} = await call("inbox.list", {collection}));
        for (const [name, before] of sent) {
          if (files.some((one) => one.state !== "waiting" && isOf(name, one) &&
                                  !before.has(keyOf(one)))) {
            sent.delete(name);
          }
        }
        const taken = [...sent.keys()].filter((name) => !files.some(
          (one) => one.state === "waiting" && one.name === name));
        const now = JSON.stringify([taken, files]);
        if (now !== last) {
          place.replaceChildren(...taken.map((name) => make(
            "li", {}, make("bdi", {}, name), ` – ${say("care_taken")}`)),
                                ...files.map(fateOf));
          if (last) onChange();
          last = now;
        }
      } catch (error) {
        isLooking = error.data?.kind !== "not_found";
        throw error;
      } finally {
        const isAwaited = sent.size > 0 || files.some((one) => one.state === "waiting");
        clearTimeout(timer);
        if (isLooking) timer = setTimeout(lookAgain, isAwaited ? 3000 : 30000);
      }
    };
    const lookAgain = () => look().catch(() => {});
    const follows = (name) => {
      sent.set(name, new Set(files.map(keyOf)));
      lookAgain();
    };
    return {look, follows};
  };

  const dropZone = (collection, onChange) => {
    const id = "files-" + collection;
    const told = make("ul", {"aria-live": "polite"});
    const {look, follows} = follow(collection, told, onChange);
    const bar = make("progress", {max: 1, value: 0, hidden: true, "aria-label": say("care_sending")});
    // What failed stays on the screen until the file is sent after all.
    const failed = new Map();
    const showFailed = () => {
      zone.querySelector(":scope > .warning")?.remove();
      if (failed.size === 0) return;
      zone.append(make(
        "div", {class: "warning", role: "alert"}, make("p", {}, say("care_failed")),
        list([...failed].map(([name, error]) => make(
          "span", {}, make("bdi", {}, name), ": ", reason(error))))));
    };
    const sendOne = async (file) => {
      bar.value = 0;
      bar.hidden = false;
      status.textContent = `${say("care_sending")} ${file.name}`;
      try {
        await send(collection, file, (share) => { bar.value = share; });
        status.textContent = say("care_sent", file.name);
        failed.delete(file.name);
        follows(file.name);
      } catch (error) {
        status.textContent = "";
        failed.set(file.name, error);
      }
      showFailed();
      --sending;
      bar.hidden = true;
    };
    const take = (files) => {
      sending += files.length;
      for (const file of files) inTurn(() => sendOne(file));
    };
    const field = make("input", {id, type: "file", multiple: true, change: () => {
      take([...field.files]);
      field.value = "";
    }});
    const over = (on) => (event) => {
      event.preventDefault();
      zone.classList.toggle("over", on);
    };
    const zone = make("div", {
      class: "drop", dragover: over(true), dragleave: over(false), drop: (event) => {
        over(false)(event);
        take([...event.dataTransfer.files]);
      }}, make("label", {for: id}, say("care_add")), field, bar, told);
    // Where the box takes no files, it says so.
    attempt(zone, async () => {
      try {
        await look();
      } catch (error) {
        if (error.data?.kind !== "not_found") throw error;
        zone.replaceChildren(make("p", {}, say("care_no_inbox")));
      }
    });
    return zone;
  };

  const thresholdForm = (one) => {
    const id = "theta-" + one.name;
    const field = make("input", {id, type: "number", min: 0, max: 1, step: "any",
                                 required: true, value: one.theta});
    const save = (event) => {
      event.preventDefault();
      carryOut(form, async () => {
        const set = await call("collections.set", {name: one.name, theta: Number(field.value)});
        field.value = set.theta;
        status.textContent = say("care_saved");
      });
    };
    const form = make("form", {class: "threshold", submit: save},
                      make("label", {for: id}, say("care_threshold")),
                      make("div", {class: "row"}, field,
                           make("button", {}, say("care_save"))));
    return form;
  };

  const examOf = (exam) => {
    const shown = [make("h3", {}, say("care_exam"))];
    if (!exam) return [...shown, make("p", {}, say("care_exam_none"))];
    shown.push(make("p", {class: exam.warning ? "warning" : ""}, english(exam.message)));
    if (exam.checked) shown.push(make("p", {class: "note"}, time(new Date(exam.checked))));
    if (exam.lost.length > 0) {
      shown.push(make("p", {}, `${say("care_exam_lost")}: ${count(exam.lost_count)}`),
                 list(exam.lost.map((id) => make("bdi", {}, id))));
    }
    return shown;
  };

  // What people said of answers, until somebody decides what becomes of it.
  const feedbackOf = (collection, may, onAccepted) => {
    const place = make("div", {class: "feedback"});
    const show = async () => {
      const {proposals} = await call("feedback.list", {collection});
      place.replaceChildren(make("h3", {tabindex: -1}, say("care_feedback")));
      if (proposals.length === 0) place.append(make("p", {}, say("care_none")));
      place.append(...proposals.map((one) => {
        const key = make("input", {id: "key-" + one.id, dir: "auto", maxlength: 1024, required: true,
                                   value: one.judgement === "right" ? one.text : undefined});
        const decide = (method, params, told) => carryOut(item, async () => {
          await call(method, {collection, id: one.id, ...params});
          await show();
          if (method === "feedback.accept") onAccepted();
          place.firstChild.focus();
          status.textContent = told;
        });
        const found = [one.document, one.page, one.text].filter((part) => part);
        const item = make(
          "form", {class: "opinion", "aria-label": one.question, submit: (event) => {
            event.preventDefault();
            decide("feedback.accept", {key: key.value}, say("care_accepted"));
          }},
          make("p", {}, make("strong", {}, make("bdi", {}, one.question)), " – ",
               words["judge_" + one.judgement]),
          found.length > 0 ? make("p", {}, make("bdi", {}, found.join(", "))) : "",
          make("p", {class: "note"}, make("bdi", {}, one.by), ", ", time(one.given * 1000)));
        const drop = make("button", {type: "button", click: () => decide(
          "feedback.drop", {}, say("care_removed", one.question))}, say("care_drop"));
        // An exam asks what the documents answer.
        if (one.judgement === "unanswerable" || !may.add) item.append(drop);
        else {
          item.append(make("label", {for: key.id}, say("care_answer")), key,
                      make("div", {class: "row"}, make("button", {}, say("care_accept")), drop));
        }
        return item;
      }));
    };
    attempt(place, show);
    return place;
  };

  // Holds the collection's exam now, and shows what it no longer answers.
  const examNow = (collection) => {
    const run = (method) => carryOut(place, async () => {
      const mine = ++turn;
      let state = await call(method, {collection});
      show(state);
      const {checked} = state;
      while (state.running && mine === turn && place.isConnected) {
        await wait(1);
        state = await call("exam.state", {collection});
        show(state);
        if (state.running) continue;
        status.textContent = state.checked !== checked
          ? `${say("care_exam_lost")}: ${count(state.lost_count)}`
          : state.problem ?? say("care_exam_stopped");
      }
    });
    let turn = 0;
    const start = make("button", {click: () => run("exam.start")}, say("care_exam_start"));
    const stop = make("button", {hidden: true, click: () => run("exam.stop")}, say("care_exam_stop"));
    const progress = make("progress", {hidden: true, "aria-label": say("care_exam")});
    const lost = make("ul", {hidden: true});
    const place = make("div", {class: "exam"}, make("div", {class: "row"}, start, stop), progress, lost);
    const show = (state) => {
      const isFocused = place.contains(document.activeElement);
      start.hidden = state.running;
      stop.hidden = progress.hidden = !state.running;
      if (isFocused) (state.running ? stop : start).focus();
      progress.max = state.questions ?? 1;
      if ("asked" in state) progress.value = state.asked;
      lost.hidden = state.lost.length === 0;
      lost.replaceChildren(...state.lost.map((one) => make(
        "li", {}, make("bdi", {}, one.question),
        make("p", {class: "note"}, say("care_expected", one.expected ?? "–")),
        make("p", {class: "note"}, say("care_got", one.got ? `${one.got} (${one.document})` : "–")))));
    };
    run("exam.state");
    return place;
  };

  const showCollection = (one, may, now) => {
    if (one.out_of_service) {
      return make("div", {class: "warning"}, make("h3", {}, one.name),
                  make("p", {}, english(one.out_of_service)));
    }
    const documentCount = "documents" in one
      ? " – " + say("care_documents", count(one.documents)) : "";
    const shown = make("details", {}, make("summary", {}, one.name + documentCount));
    if (may.add) shown.append(thresholdForm(one));
    if (now && one.profile !== "paper") {
      shown.append(...examOf(now.exams.find(({collection}) => collection === one.name)));
    }
    const exam = make("div", {});
    const documents = make("div", {class: "documents"});
    shown.append(exam);
    const showExam = () => {
      if (!exam.firstChild) exam.append(examNow(one.name));
    };
    const list = () => {
      if (may.read) attempt(documents, () => showDocuments(documents, may));
    };
    shown.addEventListener("toggle", () => {
      if (!shown.open) return;
      if (may.add && !shown.querySelector(".drop")) documents.before(dropZone(one.name, list));
      if (may.manage && one.exam) showExam();
      shown.querySelector(".feedback")?.remove();
      if (may.manage) documents.after(feedbackOf(one.name, may, showExam));
      list();
    });
    shown.append(documents);
    return shown;
  };

  const showCollections = async (now) => {
    const place = section(say("care_collections"));
    const {collections} = await call("collections.list");
    if (rights.collections.length === 0) place.append(make("p", {}, say("care_none")));
    // Who may only add to a collection finds nothing of it in the list.
    place.append(...rights.collections.map((may) => showCollection(
      collections.find(({name}) => name === may.name) ?? {name: may.name}, may, now)));
  };

  // One bar for an hour, and in it the share of its questions.
  const chart = (hours, label) => {
    const most = Math.max(...hours.map((one) => one.all), 1);
    const [width, height, low] = [480, 130, 110];
    const drawn = make("svg", {class: "chart", role: "img", "aria-label": label,
                               viewBox: `0 0 ${width} ${height}`},
                       make("path", {d: `M0 ${low}H${width}M0 14H${width}`}));
    const step = width / 24;
    const bar = (kind, hour, uj) => make("rect", {
      class: kind, x: hour * step + 2, width: step - 4,
      y: low - uj / most * (low - 14), height: uj / most * (low - 14)});
    for (const one of hours) {
      drawn.append(bar("all", one.hour, one.all), bar("asked", one.hour, one.asked));
    }
    for (let hour = 0; hour < 24; hour += 6) {
      drawn.append(make("text", {x: hour * step, y: height - 4}, `${hour}:00`));
    }
    drawn.append(make("text", {x: 0, y: 11}, energy(most)));
    return drawn;
  };

  const showEnergy = async () => {
    const place = section(say("care_energy"));
    const midnight = new Date();
    midnight.setHours(0, 0, 0, 0);
    const since = Math.floor(midnight / 1000);
    const {periods} = await call("energy.report", {since, periods: true});
    const hours = periods.map((one) => ({
      hour: Math.max(0, Math.floor((one.begin - since) / 3600)) % 24,
      all: one.machine.measured_uj,
      asked: one.accounts.reduce((all, account) => all + account.uj, 0)}));
    const total = (kind) => hours.reduce((all, one) => all + one[kind], 0);
    if (total("all") === 0) {
      place.append(make("p", {}, say("care_energy_none")));
      return;
    }
    const label = say("care_chart", energy(total("all")), energy(total("asked")));
    const rows = hours.map((one) => make(
      "tr", {}, make("td", {}, `${one.hour}:00`),
      make("td", {class: "amount"}, energy(one.all)),
      make("td", {class: "amount"}, energy(one.asked))));
    place.append(make("p", {}, label), chart(hours, label), make(
      "details", {}, make("summary", {}, say("care_figures")),
      table(say("care_figures"), ["care_hour", "care_machine", "care_asked"].map((head) => say(head)),
            make("tbody", {}, ...rows))));
  };

  const showLog = async (now) => {
    const place = section(say("care_log"));
    if (!now.audit) {
      place.append(make("p", {}, say("care_log_off")));
      return;
    }
    const head = await call("audit.head");
    place.append(pairs([
      [say("care_records"), count(now.audit.records)],
      [say("care_unrecorded"), count(now.audit.unrecorded)],
      [say("care_checked"), say(now.audit.checked ? "care_yes" : "care_not_yet")],
      [say("care_key"), make("bdi", {}, head.key)],
      [say("care_head"), make("div", {class: "report", tabindex: 0}, head.head)]]));
  };

  // After ten minutes without a touch nobody is signed in any more.
  let end = 0;
  let isTouched = true;
  const isAlone = joinTabs(() => isTouched || sending > 0);
  const start = () => {
    clearTimeout(end);
    end = setTimeout(finish, 600000);
  };
  const finish = async () => {
    isTouched = false;
    const mayEnd = await isAlone();
    if (isTouched) return;
    if (mayEnd && sending === 0) signOut.submit();
    else start();
  };
  const touched = () => {
    isTouched = true;
    start();
  };
  for (const kind of ["pointerdown", "keydown", "input", "wheel", "touchmove"]) {
    addEventListener(kind, touched, {passive: true});
  }
  touched();

  const show = async () => {
    const now = rights.manage ? await call("status") : null;
    if (now) await showState(now);
    await showCollections(now);
    if (!now) return;
    await showEnergy();
    await showLog(now);
  };
  main.setAttribute("aria-busy", "true");
  attempt(main, show).then(() => { main.removeAttribute("aria-busy"); });
})();
