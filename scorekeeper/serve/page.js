"use strict";
// The page follows the game by itself, and takes what its own players enter. What everybody sees
// comes as HTML: an event brings the parts that changed, or they are fetched if they are long, and
// what differs is replaced.
// Only this phone's own drafts, which nobody else may see, are drawn here. Lines of comment like
// this one, and the indentation, aren't sent to phones.
// Phones reach the server over plain http: no randomUUID, no wake lock, no clipboard.

const byId = (id) => document.getElementById(id);
const all = (selector) => document.querySelectorAll(selector);

let state = null; // the last news from the server
let seen = Number(document.documentElement.dataset.seen); // which parts of the page the server need not send again
let mine = null; // what is being entered here, see begin()
let aside = null; // the same for the other player of a phone that two share

const GONE = "The score keeper's computer isn't answering. This page will reconnect by itself.";
const WHY = {
  0: "Not sent: the computer didn't answer. What you typed is still here.",
  404: "This phone no longer has access: scan the code on the score keeper's computer again.",
  429: "Too many requests at once. This page will go on in a moment.",
};

// ── asking the server

// The status is 0 if no answer comes.
async function ask(path, method = "GET", body) {
  const stop = new AbortController();
  const patience = setTimeout(() => stop.abort(), 4000);
  try {
    const sends = { headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) };
    const answer = await fetch(path, { method, ...sends, signal: stop.signal });
    const type = answer.headers.get("Content-Type") || "";
    const content = type.includes("json") ? await answer.json() : await answer.text();
    return { ok: answer.ok, status: answer.status, content };
  } catch {
    return { ok: false, status: 0 };
  } finally {
    clearTimeout(patience);
  }
}

// ── following the game

let stream, retry;
const APART = 200; // milliseconds at least between two requests for the state
let looked = -APART, coming = null;
const asks = () => `?view=${document.documentElement.className}&seen=${seen}`;

function connect() {
  clearTimeout(retry);
  if (stream) stream.close();
  stream = new EventSource(`/api/events${asks()}`);
  stream.addEventListener("state", ({ data }) => {
    clearTimeout(retry);
    const news = JSON.parse(data);
    // Parts that changed before this page was made do no harm; others would be missing.
    if (!(news.since <= seen && seen <= news.seen)) return news.version !== state?.version && refresh();
    take(news);
  });
  stream.addEventListener("bye", () => {
    stream.close(); // this phone has newer tabs; coming back to this one opens the stream again
    announce("trouble", "This phone has the game open in other tabs: come back here to go on.");
  });
  // A stream that is answered with an error never retries, so it is always opened again here.
  stream.onerror = () => lost();
  retry = setTimeout(refresh, 500); // after the phone has slept a stream may hang without an error
}

function lost(status) {
  stream.close();
  announce("trouble", (status && WHY[status]) || GONE);
  clearTimeout(retry);
  retry = setTimeout(() => (connect(), refresh()), 1000); // only an answer says what is wrong
}

const refresh = () => (coming ??= setTimeout(look, looked + APART - performance.now()));

async function look() {
  coming = null;
  looked = performance.now();
  const before = state;
  const { ok, status, content } = await ask(`/api/news${asks()}`);
  if (ok) take(content);
  else if (state === before) lost(status); // no newer news came first
}

// After a phone has slept its stream hangs without an error.
document.addEventListener("visibilitychange", () => document.hidden || connect());
addEventListener("pageshow", (event) => event.persisted && connect());
addEventListener("online", connect);

function take(fresh) {
  // An answer that took long may be older; changes counts those of drafts that only we see.
  const isOlder = fresh.seen < seen || (fresh.seen === seen && fresh.changes < state?.changes);
  if (isOlder && fresh.since) return; // a whole page is what the server has now
  const before = state;
  [state, seen] = [fresh, fresh.seen];
  steadily(() => {
    for (const [column, parts] of Object.entries(fresh.page))
      fill(byId(column), Object.entries(parts).map(([id, html]) => (html ? parsed(html) : byId(id))));
    settle(before);
    draw();
  });
  say("title", (document.title = state.game.title));
  if (isNewClaim(before)) showClaim();
  const news = before ? whatIsNew(before, fresh) : "";
  if (news) tell(news);
  const isSent = isReady() && !draft(mine.player, before)?.ready && mine.way !== "out";
  const hasSat = sitting().length > sitting(before).length;
  if (isSent || hasSat) byId("mine")?.scrollIntoView({ block: "nearest" });
  if (before) showCard(before);
  if (state.game.finished && !before?.game.finished) closeCard(), selectChat(), before && scrollTo(0, 0);
  clearInterval(counting);
  const due = performance.now() + 1000 * state.writes_in;
  const count = () => say("left", String(Math.max(0, Math.ceil((due - performance.now()) / 1000))));
  if (byId("left")) count(), (counting = setInterval(count, 200));
  announce("trouble", state.trouble ? sentence(state.trouble) : "");
}

// Timers: until the round is written, the card goes, a claim folds, news goes, a draft is sent.
let counting, reading, folding, telling, saving;

// After a round: how it went and where that leaves the players of this phone.
function showCard({ game, written }) {
  const isNew = state.written.rounds > written.rounds && state.game.file === game.file;
  if (!state.me || !isNew || state.game.finished) return;
  say("told", ofEach((who, is) => is.came && `${who} ${is.came}, now ${is.stands}.`));
  if (!byId("told").textContent) return;
  byId("places").innerHTML = document.querySelector("#standings ol").innerHTML;
  closeCard();
  byId("after").showModal();
  byId("mine").scrollIntoView({ block: "nearest" }); // a claim, or what others do, was in view
  document.querySelector("#places .own").scrollIntoView({ block: "center" });
  byId("after").scrollTop = 0; // where not even that fits
  reading = setTimeout(closeCard, 5000);
}

// A line about each player of this phone: the first is you. Isolation marks keep a name in Arabic
// from reversing the words around it.
function ofEach(said) {
  const name = (player) => (isMe(player) ? "You" : `\u2068${player}\u2069`);
  const own = Object.entries(state.own);
  return own.map(([player, is]) => said(name(player), is)).filter(Boolean).join("\n");
}

const isNewClaim = (before) => JSON.stringify(state.claim) !== JSON.stringify(before?.claim);

// A claim folds to its verdict once there was time to read it; a tap unfolds it.
function showClaim() {
  clearTimeout(folding);
  if (byId("claim")) byId("claim").open = true;
  folding = setTimeout(() => steadily(() => byId("claim")?.removeAttribute("open")), 20000);
}

// On plain http there is no other way to the clipboard.
const selectChat = () => (byId("chat")?.focus({ preventScroll: true }), byId("chat")?.select());
function closeCard() {
  clearTimeout(reading);
  byId("after")?.close();
}

const parsed = (html) => document.createRange().createContextualFragment(html).firstElementChild;
const topOf = (place) => place.getBoundingClientRect().top;

// What changes must not move the keys: a finger may be on its way to one. The page scrolls by as
// much as they moved; where it can't, the card of the round above grows instead.
function steadily(change) {
  const keys = [...all(".keys, .deck")].find((shown) => shown.offsetParent);
  const was = keys && topOf(keys);
  change();
  if (!keys) return;
  if (!keys.offsetParent) return byId("round")?.removeAttribute("style");
  scrollBy(0, topOf(keys) - was);
  const risen = was - topOf(keys); // the page can't scroll up any further
  if (risen > 0) byId("round").style.minHeight = `${byId("round").offsetHeight + risen}px`;
}

// ── a new page over the old one: only what differs is touched

// The script sets these itself, so a new page must not reset them.
const OURS = ["hidden", "aria-pressed", "data-count", "style", "open"];

function become(old, fresh) {
  if (old === fresh || (fresh.nodeName === "TR" && !fresh.firstChild)) return; // it's here already
  if (old.nodeType !== Node.ELEMENT_NODE) return old.data === fresh.data || (old.data = fresh.data);
  for (const { name } of [...old.attributes])
    if (!fresh.hasAttribute(name) && !OURS.includes(name)) old.removeAttribute(name);
  for (const { name, value } of fresh.attributes)
    if (old.getAttribute(name) !== value && !OURS.includes(name)) old.setAttribute(name, value);
  if (fresh.firstChild || !old.id) fill(old, [...fresh.childNodes]); // else the script fills it
}

// What a place contains becomes what is wanted. Elements that stay are kept, so that focus and
// touches stay with them; those with an id are found wherever they stood.
function fill(place, wanted) {
  wanted.forEach((node, i) => {
    const same = node.id && [...place.children].find((child) => child.id === node.id);
    while (same && place.childNodes[i] !== same) place.childNodes[i].remove();
    const old = place.childNodes[i];
    if (old?.nodeName === node.nodeName && old.id === node.id) become(old, node);
    else place.insertBefore(node, old || null);
  });
  while (place.childNodes.length > wanted.length) place.lastChild.remove();
}

// ── saying something

// News takes the place of the title for a while.
function tell(words) {
  announce("news", words);
  byId("news").classList.toggle("refused", words === verdict() && byId("claim").className !== "yes");
  clearTimeout(telling);
  telling = setTimeout(() => announce("news", ""), 8000);
}

// Said in the header, which may need more lines for it.
const announce = (id, words) => steadily(() => say(id, words));

function say(id, words) {
  const place = byId(id);
  if (place && place.textContent !== words) place.textContent = words;
}

// Twice, so that a screen reader reads it again.
const wrong = (words) => ["", words].forEach((each) => say("wrong", each));

const sentence = ({ problem, try: remedy }) =>
  `${problem[0].toUpperCase()}${problem.slice(1)}: ${remedy}.`;

// News covers nothing while it fits into a line.
const brief = (name) => name.replace(/^(.{12}).{3,}/u, "$1…");
const verdict = () => document.querySelector("#claim h2")?.innerText.replace(state.claim.player, brief);

// How somebody ended the round: out, or in a game with knocks knocked, gin or big gin.
const isOut = ({ says }) => says && says !== "in";
const went = (says, isYou) =>
  ({ out: "went out", knocked: "knocked" })[says] ?? `${isYou ? "have" : "has"} ${says}`;

// What has changed, in words; empty if nobody needs to hear it.
function whatIsNew(before, fresh) {
  const played = fresh.written.rounds;
  if (fresh.game.file !== before.game.file) return "A new game.";
  if (fresh.game.finished && !before.game.finished)
    return document.querySelector("#round h2").innerText;
  if (played > before.written.rounds) return `Round ${played} is on the sheet.`;
  if (fresh.stamp !== before.stamp) return "The sheet has changed.";
  if (fresh.claim && isNewClaim(before)) {
    if (isOurs(fresh.claim.player) || !byId("pad")?.offsetParent) byId("claim").scrollIntoView({ block: "nearest" });
    return verdict();
  }
  const was = (player) => before.seats.some((seat) => seat.ready && seat.player === player);
  const isOwn = (player) => fresh.also && isOurs(player); // the pad goes on, and says so itself
  const changed = fresh.seats.filter(({ player, ready }) => ready !== was(player) && !isOwn(player));
  const news = ({ player, ready, says }) => {
    const [name, is] = isMe(player) ? ["You", "You're"] : [brief(player), `${brief(player)} is`];
    return isOut({ says }) ? `${name} ${went(says, isMe(player))}.` : `${is} ${ready ? "" : "no longer "}in.`;
  };
  return changed.map(news).join(" ");
}

// ── what is entered here

// An entry is points, a word with or without points (drop, knock 7), or cards.
// Or it is what somebody asks to have corrected; mends is what was entered before.
// With isSent the first digit starts again: changing 2 to 4 does not mean 24.
function begin(player, way) {
  const nothing = { word: "", digits: "", cards: [], discard: null };
  mine = { player, way, round: state.next?.number ?? null, place: place(state), ...nothing };
}

// Who sits here and what they sent. Without a name it is the player whose entry is shown.
const deal = () => state.next?.deal || 0;
const sitting = (news = state) => [news?.me, news?.also].filter(Boolean);
const draft = (name = mine.player, news) => sitting(news).find(({ player }) => player === name)?.draft;
const isReady = (name) => draft(name)?.ready;
const plays = (name) => state.next?.players.includes(name);
const isOurs = (name) => (state.me ? sitting().some(({ player }) => player === name) : !name);
const isMe = (name = mine.player) => name === state.me?.player;
const called = (you, name = mine.player) => (isMe(name) ? you : name);
const whose = () => (state.also ? { for: mine.player } : {});
const ofPlayer = (name) => (state.also ? `?for=${encodeURIComponent(name)}` : "");
const entries = ({ written }) => written.rounds + written.bonus_rounds;
// The number alone would not show a second bonus round, or a hand that is dealt again.
const place = ({ game, next, written }) =>
  `${game.file} ${next?.number} ${written.misdeals} ${written.bonus_rounds}`;

// What is typed. "12+7" is added up; "knock 7" is a word with points, "drop" one without.
const wordOf = (word) => state.words.find((x) => x.word === word);
const hasLeft = (word) => wordOf(word)?.left;
const sum = ({ digits } = mine) => digits.split("+").reduce((total, term) => total + Number(term), 0);
const added = () => (mine.digits.includes("+") ? `${mine.digits} = ${sum()}` : mine.digits);
const typed = () => [mine.word, wordOf(mine.word)?.points, added()].filter(Boolean).join(" ");
const isTyped = ({ word, digits, cards }) => word || digits || cards.length;
const goesOut = () => (state.deck ? !state.deck.gin : wordOf("out"));
const isZero = () => goesOut() && !isCards() && !mine.word && sum() === 0;
const isCards = () => mine.way !== "points";

// What is entered, as the server takes it.
function entered() {
  if (isCards()) return { cards: mine.cards.join(" ") };
  if (hasLeft(mine.word)) return { entry: mine.digits && `${mine.word} ${sum()}` };
  return { entry: mine.word || mine.digits };
}

// After news: goes on while what is entered is for a player of this phone and for this round,
// otherwise starts again and says why. Once one player is in, the other has the pad.
function settle(before) {
  const players = sitting().map(({ player }) => player);
  const waits = players.find((name) => plays(name) && !isReady(name)) ?? players[0];
  const isGone = ({ player, cards, place: then }) =>
    !isOurs(player) || then !== place(state)
    || cards.some((card) => !keyOf(card)) // a joker, once there are none
    || (draft(player, before) && !draft(player) && !saving);
  const gone = [mine, aside].filter((entry) => entry && isGone(entry));
  const lost = gone.filter((entry) => players.includes(entry.player) && isTyped(entry));
  if (gone.length) wrong(lost.map((entry) => whyGone(entry, before)).join(" ").trim());
  if (gone.includes(aside)) aside = null;
  if (!mine || gone.includes(mine)) {
    clearTimeout(saving);
    [saving, mine] = [null, mine && { way: mine.way }];
    return turnTo(waits);
  }
  if (state.next?.wild !== before?.next?.wild) wrong(""); // it may have said: name the wild
  if (isReady() && !mine.mends) read(draft());
  // It may have arrived although no answer came: the laptop slept, perhaps.
  const hasClaimed = state.claim?.player === mine.player && isNewClaim(before);
  if (byId("wrong")?.textContent === WHY[0] && (isReady() || hasClaimed)) wrong("");
  const wasIn = before?.also && draft(mine.player, before)?.ready;
  if (state.also && isReady() && !wasIn && !mine.mends) turnTo(waits);
}

// The pad for another player of this phone; what was typed for the one before is kept.
function turnTo(player) {
  if (saving) send(false);
  const [kept, way] = [aside, mine?.way === "cards" ? "cards" : "points"];
  if (mine?.player !== player) aside = mine?.player ? mine : null;
  if (kept && kept.player === player) return (mine = kept);
  begin(player, way);
  if (draft()) read(draft());
}

// Why what was entered here is gone, in words; empty if it is on the sheet as it was sent.
function whyGone(entry, before) {
  const { player, word } = entry;
  if (entry.place === place(state))
    return "The score keeper changed the game: please enter it again.";
  if (entries(state) <= entries(before))
    return "The table is playing another round now: what you typed here is gone.";
  const where = isMe(player) ? "here" : `for ${player}`;
  if (!draft(player, before)?.ready && !entry.counts)
    return `The round was written without what you typed ${where}.`;
  const { noted } = state.own[player];
  const isNumber = entry.way === "points" && (!word || hasLeft(word));
  if (!isNumber || sum(entry) === noted) return "";
  return `The score keeper wrote ${points(noted ?? "no")} for ${called("you", player)}, not ${sum(entry)}.`;
}

// Shows again what this phone has sent, after a reload or to change it.
function read({ entry }) {
  const found = entry.split(/[\s/:]+/).filter((word) => keyOf(word));
  const word = state.words.find((x) => entry.startsWith(x.word))?.word ?? "";
  if (state.deck && entry.startsWith("o")) mine.way = "out";
  else if (found.length) mine.way = "cards";
  else Object.assign(mine, { way: "points", word, digits: entry.slice(word.length).trim() });
  if (found.length) mine.cards = found.slice(0, deal());
}

// ── typing and tapping

const keyOf = (card) => document.querySelector(`.deck [data-card="${CSS.escape(card)}"]`);
const heldOf = (card) => [...mine.cards, mine.discard].filter((other) => other === card).length;
const inPacks = (card) => Number(byId("mine").dataset[card === "JK" ? "jokers" : "decks"]);

// A tap adds a card; the discard is asked for last, and only if the player went out.
function tap(card) {
  if (heldOf(card) >= inPacks(card)) return wrong("The packs have no more of this card.");
  if (mine.cards.length < deal()) mine.cards.push(card);
  else if (mine.way === "out" && !mine.discard) mine.discard = card;
  else return wrong("You have all your cards: tap one above to take it back.");
  edited();
}

function press(key) {
  if (mine.isSent && /\d/.test(key)) mine.digits = "";
  mine.isSent = false;
  if (key && !hasLeft(mine.word)) mine.word = "";
  const { digits } = mine;
  if (key === "-") mine.digits = digits.startsWith("-") ? digits.slice(1) : `-${digits}`;
  else if (key) mine.digits = (digits + key).slice(0, 24).replace(/\b0+(?=\d)/g, "");
  else if (digits) mine.digits = digits.slice(0, -1);
  else mine.word = "";
  edited();
}

function pressWord(word) {
  mine.word = mine.word === word ? "" : word;
  if (mine.word && !hasLeft(word)) mine.digits = "";
  edited();
}

// Sends what is typed as a draft, once nothing more is typed for a moment.
function edited() {
  mine.asked = false;
  wrong("");
  draw();
  clearTimeout(saving);
  const isHalf = mine.mends || mine.digits.endsWith("+"); // the rest of the sum is on its way
  saving = isHalf ? null : setTimeout(() => send(false), 400);
}

// ── sending

// What is still missing, in words; empty if the entry is complete.
function missing() {
  if (!isCards()) {
    if (!/[^-]/.test(typed())) return "Type your points first. A blank isn't a zero.";
    return entered().entry ? "" : "Now type the points that you have left.";
  }
  const left = deal() - mine.cards.length;
  if (left) return `${left} more ${left === 1 ? "card" : "cards"}: this round deals ${deal()}.`;
  return mine.way === "out" && !mine.discard ? "Now tap the card that you discarded." : "";
}

// Sends a draft. It counts only if it is ready; an empty one is withdrawn.
function send(ready, what = entered()) {
  const isBlank = !what.entry && !what.cards;
  if (isBlank && !ready) queue(`/api/draft${ofPlayer(mine.player)}`, "DELETE", undefined, false);
  else queue("/api/draft", "PUT", { round: mine.round, ...what, ready, ...whose() }, ready);
}

let sent = Promise.resolve(); // requests arrive in the order of the taps

// A draft that is still waiting would undo what is sent now, so it is dropped.
function queue(path, method, body, loud = true) {
  clearTimeout(saving);
  saving = null;
  if (loud) wrong("");
  sent = sent.then(() => write(path, method, body, loud));
}

// Sends, and if loud, says what is wrong: somebody is waiting for the answer.
async function write(path, method, body, loud = true) {
  const { ok, status, content } = await ask(path, method, body);
  const isLate = body && body.round !== mine.round; // whyGone() has said why already
  const entry = [mine, aside].find((found) => found && found.player === body?.for) ?? mine;
  if (!status && body?.ready && isReady(entry.player)) return; // only the answer was lost
  if (ok && body && !isLate) entry.counts = body.ready ?? content.stands; // though not seen yet
  if (!ok && (loud || (status === 409 && !isLate)))
    (mine.player ? wrong : tell)(WHY[status] || (content.error ? sentence(content.error) : "Not accepted: try again."));
  if (loud && status) refresh();
}

// A tap on the large button at the foot. A player who sends 0 but went out would leave the round
// without anybody out, so the page asks.
function ready() {
  const lack = missing();
  if (lack) return wrong(lack);
  if (mine.mends) return askFor(entered().entry);
  mine.asked = isZero() && !state.seats.some(isOut);
  if (mine.asked) return wrong(`0: did ${called("you")} go out?`), draw();
  if (mine.way !== "out") return send(true);
  queue("/api/claim", "POST", { round: mine.round, ...entered(), discard: mine.discard, ...whose() });
}

// Asks to have this player's entry in the last round corrected, or for another game.
async function askFor(entry) {
  const asked = { round: state.mends[mine.player].round, entry, ...whose() };
  const { ok, status, content } = await ask("/api/request", "POST", asked);
  if (!ok) return wrong(WHY[status] || sentence(content.error));
  if (mine.mends) mend();
  tell(`Sent. The score keeper types ${content.number} to accept it.`);
}

// Goes over to a correction of the last round, or back.
function mend() {
  if (saving) send(false);
  const kept = mine;
  if (kept.mends) mine = kept.mends;
  else begin(kept.player, "points"), (mine.mends = kept);
  showPad();
}

// ── what a button does

// Found by the button's id, or by a key of its data, whose value it gets.
const taps = {
  seat: (player) => write("/api/seat", "PUT", { player }),
  // It folds, or a second tap would hit the button that leaves the seat again.
  also: (player) => ((byId("also").open = false), write("/api/seat", "PUT", { player, also: true })),
  whose: (seat) => (turnTo(sitting()[seat].player), wrong(""), draw()),
  ...{ way: choose, key: press, word: pressWord, card: tap, back: takeBack, mend, ready },
  more: () => askFor("again"),
  leave: () => write(`/api/seat${ofPlayer(state.me.player)}`, "DELETE"),
  part: () => write(`/api/seat${ofPlayer(state.also.player)}`, "DELETE"),
  seen: () => send(true, { entry: "o" }),
  zero: (entry) => ((mine.asked = false), send(true, { entry })),
  copy() {
    selectChat();
    say("copied", document.execCommand("copy") ? "Copied. Paste it into your chat." : "Not copied: use the menu of the selected text.");
  },
  wait: () => write("/api/wait", "POST", {}),
  change: () => ((mine.isSent = true), send(false, { entry: draft().entry })),
};

document.addEventListener("click", (event) => {
  const { target, detail } = event;
  if (target.closest("#after")) closeCard();
  const also = target.closest("#extra")?.parentNode;
  if (also) { // it scrolls at once: later the seats would move under a finger
    event.preventDefault();
    also.open = !also.open;
    also.scrollIntoView({ block: "nearest" });
  }
  const button = state && target.closest("button");
  if (!button) return;
  if (detail && button.closest("#numbers")) button.blur(); // Enter sends, and presses no key again
  for (const [name, value] of [[button.id], ...Object.entries(button.dataset)]) taps[name]?.(value);
});

// The keys of a real keyboard, while the number pad is there.
document.addEventListener("keydown", ({ key, ctrlKey, metaKey, altKey, target }) => {
  if (ctrlKey || metaKey || altKey || !byId("typed")?.offsetParent || byId("after").open) return;
  const name = { Backspace: "", Delete: "" }[key] ?? key;
  if (all(`.keys [data-key="${CSS.escape(name)}"]`)[0])
    press(name), byId("ready").focus({ preventScroll: true });
  else if (key === "Enter" && target === document.body && !mine.asked) ready();
});

function choose(way) {
  Object.assign(mine, { way, discard: null, asked: false });
  showPad();
}

function showPad() {
  wrong("");
  draw();
  byId(isCards() ? "cards" : "mine").scrollIntoView({ block: "nearest" }); // with Ready
}

function takeBack(card) {
  if (mine.discard === card) mine.discard = null;
  else mine.cards.splice(mine.cards.lastIndexOf(card), 1);
  edited();
}

// ── drawing it

const show = (parts) =>
  Object.entries(parts).forEach(([id, isShown]) => byId(id)?.toggleAttribute("hidden", !isShown));

// Everything that this phone's own players see: what is shown at all, then the words in it.
function draw() {
  for (const line of all("#standings li"))
    line.classList.toggle("own", isOurs(line.querySelector("bdi").textContent));
  const came = (is) => (is.won ? "won!" : `${is.left ? "" : "came "}${is.stands}.`);
  say("came", ofEach((who, is) => `${who} ${came(is)}`));
  if (!byId("mine")) return;
  const { player, mends, asked } = mine;
  const { next, also } = state;
  const [isIn, last] = [plays(player), state.mends[player]];
  const pad = mends || (isIn && !isReady());
  show({ mine: player && (next || last), wait: player, seats: !player, me: !also, both: also, mend: last, more: last });
  show({ pad, ways: !mends, numbers: !isCards(), cards: isCards(), seen: mine.way === "out" });
  show({ ready: pad && !asked, zero: pad && asked, sent: player && next && !pad, change: isIn });
  // After the last round nobody could sit down again.
  show({ leave: next, also: player && (also || all("[data-also]").length), part: also });
  const { wants } = byId("wants").dataset;
  const asks = also ? wants.replace(/your/i, `${player}'s`) : wants;
  say("seen", `Everybody saw ${isMe() ? "my" : `${player}'s`} cards`);
  say("wants", mends ? `What ${called("you")} had in ${last?.name}` : asks);
  say("mend", mends ? "back" : "wrong score?");
  say("me", player || "");
  say("note", state.note || "");
  say("part", `Leave ${also?.player}'s seat`);
  say("extra", also ? `This phone enters for ${also.player} too` : "Also enter for somebody without a phone");
  for (const button of all("[data-also]")) button.hidden = Boolean(also);
  for (const button of all("[data-does]"))
    button.textContent = `${button.dataset.said}${called("I")} ${button.dataset.does}`;
  say("typed", typed() || "\u00a0");
  const shown = byId("typed");
  shown.classList.remove("long"); // what would take two lines gets smaller letters
  shown.classList.toggle("long", shown.scrollHeight > 1.5 * shown.clientHeight);
  const sends = mine.way === "out" ? "Show everybody" : "Ready";
  say("ready", mends ? "Ask the score keeper" : sends);
  sitting().forEach((seat, i) =>
    say(`whose${i}`, isReady(seat.player) ? `${seat.player} ✓` : seat.player));
  for (const button of all("[data-way], [data-word], [data-whose]")) {
    const { way, word, whose } = button.dataset;
    const isSeat = sitting()[whose]?.player === player;
    button.setAttribute("aria-pressed", way ? way === mine.way : word ? word === mine.word : isSeat);
  }
  if (byId("cards")) drawCards();
  byId("entry").replaceChildren(...(isIn && draft() ? drawSent() : [watching()]));
  // When the focused button goes, focus goes to the next one.
  if (document.activeElement.closest("main [hidden]"))
    [...all("#who ~ * button")].find((button) => button.offsetParent)?.focus({ preventScroll: true });
}

// How somebody with nothing to enter stands.
function watching() {
  const own = state.own[mine.player] ?? {};
  const [are, sit] = isMe() ? ["are", "sit"] : ["is", "sits"];
  const why = own.lost ? `${are} out of the game` : `${sit} this round out`;
  return `${called("You")} ${own.left ? "" : `${why}: `}${own.stands}.`;
}

const points = (many) => `${many} ${Number(many) === 1 ? "point" : "points"}`;

function drawCards() {
  for (const button of all(".deck [data-card]")) {
    const { card } = button.dataset;
    const isWild = card === "JK" || card[0] === state.next?.wild;
    button.classList.toggle("wild", isWild);
    const name = button.getAttribute("aria-label").replace(", wild", "");
    button.setAttribute("aria-label", isWild ? `${name}, wild` : name);
    button.dataset.count = heldOf(card);
    button.setAttribute("aria-pressed", heldOf(card) > 0);
  }
  const held = `${mine.cards.length} of ${deal()}`;
  const discard = mine.discard ? ", and the discard" : ", now the discard";
  const isWhole = mine.cards.length === deal();
  const laid = ` ${state.deck.gin ? "kept" : "in melds"}${isWhole ? discard : ""}`;
  const or = mine.cards.length || state.deck.gin ? "" : "Or tap them: ";
  say("counted", mine.way === "out" ? or + held + laid : held);
  const kept = mine.cards.map((card) => back(card, "take back: "));
  const thrown = mine.discard ? [back(mine.discard, "take back the discard: ")] : [];
  thrown.forEach((button) => button.classList.add("thrown"));
  const open = deal() + (mine.way === "out") - kept.length - thrown.length;
  fill(byId("held"), [...kept, ...Array.from({ length: open }, () => shape("span", "slot")), ...thrown]);
}

// A card as it looks on the pad; one of its places stays there while it is empty.
const shape = (tag, look) =>
  Object.assign(document.createElement(tag), { className: `card ${look}` });

function face(card, tag) {
  const key = keyOf(card);
  const drawn = shape(tag, `${key.parentNode.classList[1]} ${key.className}`);
  drawn.append(...key.cloneNode(true).childNodes);
  return drawn;
}

// A card of the hand above the pad; a tap takes it back.
function back(card, words) {
  const button = face(card, "button");
  button.dataset.back = card;
  button.setAttribute("aria-label", words + keyOf(card).getAttribute("aria-label"));
  return button;
}

// What was sent; once somebody is out, with its points and the cards left over.
function drawSent() {
  const seat = state.seats.find(({ player }) => player === mine.player);
  if (mine.way === "out") return [`${called("You")} ${went(seat?.says, isMe())}.`];
  if (mine.way === "points") return [mine.word ? typed() : points(typed())];
  const { counted } = draft();
  const left = counted ? counted.deadwood.map((found) => found.card) : [];
  const drawn = mine.cards.map((card) => {
    const one = face(card, "span");
    if (left.includes(card)) left.splice(left.indexOf(card), 1), one.classList.add("left");
    return one;
  });
  return counted ? [...drawn, points(counted.points)] : drawn;
}

connect();
