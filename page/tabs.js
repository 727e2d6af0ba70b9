// The tabs of a browser share a session: none ends it while another one is used.
// They tell each other that alone, and nothing is kept.
"use strict";
// Tells other tabs, when they ask, whether this one is used. Returns a function
// that asks them, and tells whether none is.
const joinTabs = (isUsed) => {
  const tabs = new BroadcastChannel("session");
  let isOtherUsed = false;
  tabs.addEventListener("message", ({data}) => {
    if (data === "used") isOtherUsed = true;
    else if (isUsed()) tabs.postMessage("used");
  });
  return async () => {
    isOtherUsed = false;
    tabs.postMessage("is one used?");
    await new Promise((done) => setTimeout(done, 1000));
    return !isOtherUsed;
  };
};
