// The page works without this file. With it, the answer comes into the page that
// is there, and what was asked does not stay on the screen.
"use strict";
(() => {
  const form = document.getElementById("ask");
  const idle = document.getElementById("idle");
  const home = document.querySelector("h1 a").href;
  const signOut = document.querySelector('form[action="/logout"]');

  // After 40 s without a touch the page says that it will clear itself, and 20 s
  // later it does. Nobody stays signed in for who comes next.
  const clearWhenIdle = (isUsed, clear) => {
    let notice = 0;
    let end = 0;
    let isTouched = true;
    const isAlone = signOut ? joinTabs(() => isTouched) : null;
    const finish = async () => {
      isTouched = false;
      const mayEnd = signOut && await isAlone();
      if (isTouched) return;
      if (mayEnd) {
        signOut.submit();
        return;
      }
      clear();
      if (signOut) start();
    };
    const start = () => {
      clearTimeout(notice);
      clearTimeout(end);
      if (idle) idle.hidden = true;
      notice = setTimeout(() => {
        if (!signOut && !isUsed()) return;
        if (idle) idle.hidden = false;
        end = setTimeout(finish, 20000);
      }, 40000);
    };
    const touched = () => {
      isTouched = true;
      start();
    };
    for (const kind of ["pointerdown", "keydown", "input", "wheel", "touchmove"]) {
      addEventListener(kind, touched, {passive: true});
    }
    touched();
  };

  // A page for signing in goes back to where one asks.
  if (!form) {
    const typed = [...document.querySelectorAll("input:not([type=hidden])")];
    clearWhenIdle(() => location.pathname !== "/" || typed.some((one) => one.value),
                  () => location.replace(home));
    return;
  }

  const field = form.elements.q;
  const answer = document.getElementById("answer");
  const status = document.getElementById("status");
  const print = document.getElementById("print");
  let request = null;

  const show = (html) => {
    answer.innerHTML = html;
    answer.removeAttribute("aria-busy");
    status.textContent = "";
    print.hidden = !answer.querySelector("article");
  };

  // The server renders the answer; an address with the question in it would
  // stay in the browser's history.
  const ask = async () => {
    request?.abort();
    const mine = request = new AbortController();
    const query = new URLSearchParams(new FormData(form));
    query.set("part", "1");
    answer.setAttribute("aria-busy", "true");
    status.textContent = form.dataset.asking;
    try {
      const reply = await fetch("/?" + query, {signal: mine.signal, cache: "no-store"});
      const html = await reply.text();
      if (request !== mine) return;
      // Whoever was signed in is so no longer.
      if (reply.status === 401) {
        location.replace(home);
        return;
      }
      const isAnswer = reply.headers.get("content-type")?.startsWith("text/html");
      show(isAnswer ? html : "");
      // Refused before it was read: too many at once.
      if (!isAnswer) status.textContent = form.dataset.busy;
    } catch (error) {
      if (request !== mine) return;
      show("");
      status.textContent = form.dataset.offline;
    }
  };

  // What a person says of the answer. The page's own place stays as it is.
  const judge = async (said, button) => {
    const body = new URLSearchParams(new FormData(said));
    body.set(button.name, button.value);
    body.set("part", "1");
    const enable = (isOn) => {
      for (const each of said.querySelectorAll("button")) each.disabled = !isOn;
    };
    const fail = (text) => {
      enable(true);
      button.focus();
      status.textContent = text;
    };
    enable(false);
    try {
      const reply = await fetch(said.action, {method: "POST", body, cache: "no-store"});
      if (reply.status === 401) {
        location.replace(home);
        return;
      }
      const html = await reply.text();
      // Not kept, or refused before it was read: too many at once.
      if (reply.status === 503 ||
          !reply.headers.get("content-type")?.startsWith("text/html")) {
        fail(said.dataset.busy);
        return;
      }
      said.innerHTML = html;
      said.firstElementChild.focus();
    } catch {
      fail(form.dataset.offline);
    }
  };
  answer.addEventListener("submit", (event) => {
    event.preventDefault();
    judge(event.target, event.submitter);
  });

  form.addEventListener("submit", (event) => {
    event.preventDefault();
    // A keyboard on the screen would hide the answer.
    if (matchMedia("(pointer: coarse)").matches) document.activeElement.blur();
    ask();
  });
  answer.addEventListener("click", (event) => {
    const offer = event.target.closest("a.offer");
    if (!offer) return;
    event.preventDefault();
    field.value = new URL(offer.href).searchParams.get("q");
    ask();
  });

  const clear = () => {
    request?.abort();
    request = null;
    field.value = "";
    show("");
    idle.hidden = true;
    // Forgets an address that holds a question.
    history.replaceState(null, "", document.getElementById("clear").href);
    field.focus();
  };
  document.getElementById("clear").addEventListener("click", (event) => {
    event.preventDefault();
    clear();
  });
  print.addEventListener("click", async () => {
    const record = answer.querySelector(".record");
    if (record) {
      const code = record.querySelector("img");
      record.open = true;
      code.loading = "eager";
      await code.decode().catch(() => {});
    }
    window.print();
  });
  print.hidden = !answer.querySelector("article");

  clearWhenIdle(() => field.value || answer.firstChild, clear);

  // A page that the browser kept comes back without what was asked.
  addEventListener("pageshow", (event) => { if (event.persisted) clear(); });
})();
