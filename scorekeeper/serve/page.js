"use strict";
// The page follows the game by itself, and takes what its own player enters. All that is to be
// read comes as HTML from the server: whenever something is new the page is fetched again and
// taken over where it differs. Drawn here is only what nobody else may see: one's own draft.
// Phones reach the server over plain http: no randomUUID, no wake lock, no clipboard.

const at = (id) => document.getElementById(id);
const all = (selector) => document.querySelectorAll(selector);

let state = null; // what the server said last
let mine = null; // what is entered here, as begin() makes it

const PATIENCE = 4000;
const GONE = "The score keeper's computer does not answer. This page comes back by itself.";
const LOST = "Nothing counts until the score keeper mends the file of this game";
const WHY = {
  0: "Not sent: the computer does not answer. What you typed is still here.",
  404: "This phone is not let in any more: scan the code on the score keeper's computer again.",
  429: "That was too much at once. This page goes on by itself in a moment.",
};

// ── asking the server ───────────────────────────────────────────────────────────────────────

// Where no answer comes the status is 0.
async function ask(path, method = "GET", body) {
  const stop = new AbortController();
  const patience = setTimeout(() => stop.abort(), PATIENCE);
  try {
    const sends = { headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) };
    const answer = await fetch(path, { method, ...sends, signal: stop.signal });
    const type = answer.headers.get("Content-Type") || "";
    const said = type.includes("json") ? await answer.json() : await answer.text();
    return { ok: answer.ok, status: answer.status, said };
  } catch {
    return { ok: false, status: 0 };
  } finally {
    clearTimeout(patience);
  }
}

// ── following the game ──────────────────────────────────────────────────────────────────────

let stream, retry;

function connect() {
  clearTimeout(retry);
  if (stream) stream.close();
  stream = new EventSource("/api/events");
  stream.addEventListener("state", refresh);
  stream.addEventListener("bye", () => {
    stream.close(); // this phone follows in newer tabs; coming back to this one opens it anew
    say("trouble", "This phone follows the game in other tabs: come back here and it goes on.");
  });
  // A stream that is answered with an error is over for good, so it is always opened anew here.
  stream.onerror = () => lost();
  refresh();
}

function lost(status) {
  stream.close();
  say("trouble", (status && WHY[status]) || GONE);
  clearTimeout(retry);
  retry = setTimeout(connect, 1000);
}

const APART = 200; // milliseconds between two looks at the game: all that happens meanwhile is one
let looked = -APART, coming = null;

function refresh() {
  coming ??= setTimeout(look, looked + APART - performance.now());
}

let turns = 0, shown = 0; // of the looks: the last that was begun, and the last that is shown

async function look() {
  coming = null;
  looked = performance.now();
  const turn = ++turns;
  const [data, page] = await Promise.all([ask("/api/state"), ask(location.pathname)]);
  if (turn < (data.status ? shown : turns)) return; // a newer answer was faster, or is to come
  shown = turn;
  if (!data.ok || !page.ok) return lost(data.ok ? page.status : data.status);
  take(data.said, page.said);
  say("trouble", state.trouble ? `${LOST}: ${state.trouble.problem}.` : "");
}

// A phone that slept holds a stream that hangs without an error.
document.addEventListener("visibilitychange", () => document.hidden || connect());
addEventListener("pageshow", (event) => event.persisted && connect());
addEventListener("online", connect);

function take(fresh, html) {
  const page = new DOMParser().parseFromString(html, "text/html");
  const keys = [...all(".keys, .deck")].find((shown) => shown.offsetParent);
  const was = keys && topOf(keys);
  become(document.querySelector("main"), page.querySelector("main"));
  document.title = page.title;
  say("title", page.title);
  const before = state;
  state = fresh;
  settle(before);
  draw();
  if (keys) keepInPlace(keys, was);
  const news = before ? told(before, fresh) : "";
  if (news) tell(news);
  const isSent = isReady() && !before?.me?.draft?.ready;
  if (isSent && mine.way !== "out") at("mine")?.scrollIntoView({ block: "nearest" });
}

const topOf = (place) => place.getBoundingClientRect().top;

// What is new above the keys must not move them: a finger may be on its way to one.
function keepInPlace(keys, was) {
  if (!keys.offsetParent) return at("round")?.removeAttribute("style");
  scrollBy(0, topOf(keys) - was);
  const risen = was - topOf(keys); // the page can't scroll up any further
  if (risen > 0) at("round").style.minHeight = `${at("round").offsetHeight + risen}px`;
}

// ── a new page over the old one: only what differs is touched ───────────────────────────────

// The script's own: what it shows and hides, presses and fills must not be swept away.
const OURS = ["hidden", "aria-pressed", "data-count", "style"];

function become(old, fresh) {
  if (old.nodeType !== Node.ELEMENT_NODE) {
    if (old.data !== fresh.data) old.data = fresh.data;
    return;
  }
  for (const { name } of [...old.attributes])
    if (!fresh.hasAttribute(name) && !OURS.includes(name)) old.removeAttribute(name);
  for (const { name, value } of fresh.attributes)
    if (old.getAttribute(name) !== value && !OURS.includes(name)) old.setAttribute(name, value);
  if (!("own" in old.dataset)) fill(old, [...fresh.childNodes]);
}

// What stays is kept, and with it the focus and the finger on it.
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

// ── saying something ────────────────────────────────────────────────────────────────────────

let telling;

function tell(words) {
  say("news", words);
  const refused = document.querySelector("#claim.no h2, #claim.maybe h2");
  at("news").classList.toggle("refused", refused?.innerText === words);
  clearTimeout(telling);
  telling = setTimeout(() => say("news", ""), 8000);
}

function say(id, words) {
  const place = at(id);
  if (place && place.textContent !== words) place.textContent = words;
}

function wrong(words) {
  say("wrong", ""); // so that the same words are read out once more
  say("wrong", words);
}

const sentence = ({ problem, try: remedy }) =>
  `${problem[0].toUpperCase()}${problem.slice(1)}: ${remedy}.`;

// What is new, in words; nothing where nobody needs to hear it.
function told(before, fresh) {
  const played = fresh.sheet.rounds.length;
  if (fresh.game.file !== before.game.file) return `A new game: ${fresh.game.title}.`;
  if (fresh.game.finished && !before.game.finished)
    return document.querySelector("#round h2").innerText;
  if (played > before.sheet.rounds.length) return `Round ${played} is on the sheet.`;
  if (JSON.stringify(fresh.sheet) !== JSON.stringify(before.sheet)) return "The sheet has changed.";
  if (fresh.claim && JSON.stringify(fresh.claim) !== JSON.stringify(before.claim)) return judged();
  const was = (player) => before.seats.some((seat) => seat.ready && seat.player === player);
  const changed = fresh.seats.filter(({ player, ready }) => ready !== was(player));
  const goes = fresh.deck?.gin ? "ends the hand" : "goes out";
  return changed
    .map(({ player, ready, out }) =>
      out ? `${player} ${goes}.` : `${player} is ${ready ? "in" : "not in any more"}.`)
    .join(" ");
}

function judged() {
  if (mine.player === state.claim.player || !at("pad")?.offsetParent) at("claim").scrollIntoView();
  return document.querySelector("#claim h2").innerText;
}

// ── what is entered here ────────────────────────────────────────────────────────────────────

// It is points that are typed, a word with or without points behind it (drop, knock 7), or cards.
// With isSent the first digit begins anew: whoever changes 2 to 4 does not mean 24.
function begin(player, way) {
  const nothing = { word: "", digits: "", cards: [], discard: null, isSent: false, asked: false };
  mine = { player, round: number(), place: place(state), way, ...nothing };
}

const number = () => state.next?.number ?? null;
const deal = () => state.next.deal || 0;
const draft = () => state.me?.draft;
const isReady = () => Boolean(draft()?.ready);
const written = ({ sheet }) => sheet.rounds.length + sheet.bonus_rounds.length;
// The number alone does not tell a second bonus round, or a hand that is dealt again.
const place = ({ game, next, sheet }) =>
  `${game.file} ${next?.number} ${sheet.misdeals.length} ${sheet.bonus_rounds.length}`;

const hasLeft = (word) => state.words.some((said) => said.word === word && said.left);
const sum = () => mine.digits.split("+").reduce((total, term) => total + Number(term), 0);
const added = () => (mine.digits.includes("+") ? `${mine.digits} = ${sum()}` : mine.digits);
const typed = () => [mine.word, added()].filter(Boolean).join(" ");
const isTyped = () => mine.word || mine.digits || mine.cards.length;
const goesOut = () => (state.deck ? !state.deck.gin : state.words.some((x) => x.word === "out"));
const isZero = () => goesOut() && !isCards() && !mine.word && sum() === 0;
const isCards = () => mine.way !== "points";

function entered() {
  if (isCards()) return { cards: mine.cards.join(" ") };
  if (hasLeft(mine.word)) return { entry: mine.digits && `${mine.word} ${sum()}` };
  return { entry: mine.word || mine.digits };
}

// Goes on while what is entered here is for the player and the round; where not, begins anew.
function settle(before) {
  const player = state.me?.player;
  const isStrange = mine?.cards.some((card) => !keyOf(card)); // a joker, once there are none
  const isTakenBack = isStrange || (before?.me?.draft && state.me && !draft() && !saving);
  if (mine && mine.player === player && mine.place === place(state) && !isTakenBack) {
    if (state.next?.wild !== before?.next?.wild) wrong(""); // that it was not told yet, perhaps
    if (isReady()) read(draft());
    if (at("wrong")?.textContent === WHY[0] && hasArrived(before)) wrong("");
    return;
  }
  wrong(mine && mine.player === player && isTyped() ? whyGone(before) : "");
  clearTimeout(saving);
  saving = null;
  begin(player, mine?.way === "cards" ? "cards" : "points");
  if (draft()) read(draft());
}

// Whether what this phone sent last is there, though no answer came: a laptop slept, perhaps.
function hasArrived(before) {
  const claims = [before, state].map((seen) => JSON.stringify(seen?.claim));
  return isReady() || (state.claim?.player === mine.player && claims[0] !== claims[1]);
}

// Why what was entered here is gone, in words; nothing where it is on the sheet as it was sent.
function whyGone(before) {
  if (mine.place === place(state))
    return "The score keeper has changed the game: enter it once more, please.";
  if (written(state) <= written(before))
    return "Another round is played now: what you had typed here is gone.";
  if (!before.me.draft?.ready)
    return "The round was written meanwhile, without what you had typed here.";
  const block = state.sheet[mine.round ? "rounds" : "bonus_rounds"].at(-1);
  const noted = block?.left?.[mine.player] ?? block?.points[mine.player];
  const isNumber = mine.way === "points" && (!mine.word || hasLeft(mine.word));
  if (!isNumber || sum() === noted) return "";
  return `The score keeper has written ${points(noted ?? "no")} for you, not ${sum()}.`;
}

// Takes over what this phone has sent, for whoever comes back or changes it.
function read({ entry }) {
  const found = entry.split(/[\s/:]+/).filter((word) => keyOf(word));
  const word = state.words.find((said) => entry.startsWith(said.word))?.word ?? "";
  if (state.deck && entry.startsWith("o")) mine.way = "out";
  else if (found.length) mine.way = "cards";
  else Object.assign(mine, { way: "points", word, digits: entry.slice(word.length).trim() });
  if (found.length) mine.cards = found.slice(0, deal());
}

// ── typing and tapping ──────────────────────────────────────────────────────────────────────

const keyOf = (card) => document.querySelector(`.deck [data-card="${CSS.escape(card)}"]`);
const heldOf = (card) => [...mine.cards, mine.discard].filter((other) => other === card).length;
const inPacks = (card) => Number(at("mine").dataset[card === "JK" ? "jokers" : "decks"]);

function tap(card) {
  if (heldOf(card) >= inPacks(card)) return wrong("The packs hold no more of this card.");
  if (mine.cards.length < deal()) mine.cards.push(card);
  else if (mine.way === "out" && !mine.discard) mine.discard = card;
  else return wrong("Those are all: tap a card above to take it back.");
  edited();
}

function press(key) {
  if (mine.isSent && /\d/.test(key)) mine.digits = "";
  mine.isSent = false;
  if (key && !hasLeft(mine.word)) mine.word = "";
  const { digits } = mine;
  if (key === "-") mine.digits = digits.startsWith("-") ? digits.slice(1) : `-${digits}`;
  else if (key) mine.digits = (digits + key).slice(0, 24);
  else if (digits) mine.digits = digits.slice(0, -1);
  else mine.word = "";
  edited();
}

function pressWord(word) {
  mine.word = mine.word === word ? "" : word;
  if (mine.word && !hasLeft(word)) mine.digits = "";
  edited();
}

function edited() {
  mine.asked = false;
  wrong("");
  draw();
  clearTimeout(saving);
  saving = setTimeout(() => send(false), 400);
}

// ── sending ─────────────────────────────────────────────────────────────────────────────────

// What is missing before it can count, in words; nothing where it is whole.
function missing() {
  if (!isCards()) {
    if (!/[^-]/.test(typed())) return "Type your points first. A blank is not a zero.";
    return entered().entry ? "" : "Now type the points that you have left.";
  }
  const left = deal() - mine.cards.length;
  if (left) return `${left} more ${left === 1 ? "card" : "cards"}: the round deals ${deal()}.`;
  return mine.way === "out" && !mine.discard ? "Now tap the card that you discarded." : "";
}

function send(ready, what = entered()) {
  const isBlank = !what.entry && !what.cards;
  if (isBlank && !ready) queue("/api/draft", "DELETE", undefined, false);
  else queue("/api/draft", "PUT", { round: mine.round, ...what, ready }, ready);
}

let saving; // what is typed is sent as a draft once nothing more is typed for a moment
let sent = Promise.resolve(); // what is sent arrives in the order of the taps

// What was still to be saved would take back what is sent now.
function queue(path, method, body, loud = true) {
  clearTimeout(saving);
  saving = null;
  if (loud) wrong("");
  sent = sent.then(() => write(path, method, body, loud));
}

// Sends, and says what is wrong where the person waits for the answer.
async function write(path, method, body, loud = true) {
  const { ok, status, said } = await ask(path, method, body);
  const isLate = body && body.round !== mine.round; // what is gone was said already, and why
  if (!status && body?.ready && isReady()) return; // the answer alone was lost
  if (!ok && (loud || (status === 409 && !isLate)))
    wrong(WHY[status] || (said.error ? sentence(said.error) : "That was not taken: try again."));
  if (loud && status) refresh();
}

function ready() {
  const lack = missing();
  if (lack) return wrong(lack);
  mine.asked = isZero() && !state.seats.some((seat) => seat.out);
  if (mine.asked) return wrong("0: did you go out?"), draw();
  if (mine.way !== "out") return send(true);
  queue("/api/claim", "POST", { round: mine.round, ...entered(), discard: mine.discard });
}

// ── what a button does ──────────────────────────────────────────────────────────────────────

// By its id, or by its data and with them.
const taps = {
  seat: (player) => write("/api/seat", "PUT", { player }),
  way: choose,
  key: press,
  word: pressWord,
  card: tap,
  back: takeBack,
  leave: () => write("/api/seat", "DELETE"),
  ready,
  seen: () => send(true, { entry: "o" }),
  zero: (entry) => {
    mine.asked = false;
    send(true, { entry });
  },
  wait: () => write("/api/wait", "POST", {}),
  change: () => {
    mine.isSent = true;
    send(false, { entry: draft().entry });
  },
};

document.addEventListener("click", ({ target }) => {
  const button = state && target.closest("button");
  if (!button) return;
  for (const [name, value] of [[button.id], ...Object.entries(button.dataset)]) taps[name]?.(value);
});

function choose(way) {
  Object.assign(mine, { way, discard: null, asked: false });
  wrong("");
  draw();
  if (isCards()) at("ways").scrollIntoView(); // so the hand, all suits and Ready are in view
}

function takeBack(card) {
  if (mine.discard === card) mine.discard = null;
  else mine.cards.splice(mine.cards.lastIndexOf(card), 1);
  edited();
}

// ── drawing it ──────────────────────────────────────────────────────────────────────────────

function draw() {
  if (!at("mine")) return;
  const plays = mine.player && state.next.players.includes(mine.player);
  at("seats").hidden = Boolean(mine.player);
  at("pad").hidden = !plays || isReady();
  at("ready").hidden = at("pad").hidden || mine.asked;
  at("zero").hidden = at("pad").hidden || !mine.asked;
  at("sent").hidden = !mine.player || (plays && !isReady());
  at("who").hidden = !mine.player;
  say("me", mine.player || "");
  say("note", state.note || "");
  at("numbers").hidden = isCards();
  say("typed", typed() || "\u00a0");
  at("typed").classList.toggle("long", typed().length > 10);
  at("ready").textContent = mine.way === "out" ? "Show everybody" : "Ready";
  for (const button of all("[data-way]"))
    button.setAttribute("aria-pressed", button.dataset.way === mine.way);
  for (const button of all("[data-word]"))
    button.setAttribute("aria-pressed", button.dataset.word === mine.word);
  if (at("cards")) drawCards();
  at("change").hidden = !plays;
  at("entry").replaceChildren(...(plays && draft() ? drawSent() : ["You do not play this round."]));
  // Who works the page by keys goes on where the next thing is to be done.
  if (document.activeElement.closest("#mine [hidden]"))
    [...all("#mine button")].find((button) => button.offsetParent)?.focus({ preventScroll: true });
}

const points = (many) => `${many} ${Number(many) === 1 ? "point" : "points"}`;

function drawCards() {
  at("cards").hidden = !isCards();
  if (at("seen")) at("seen").hidden = mine.way !== "out";
  const held = `${mine.cards.length} of ${deal()}`;
  const discard = mine.discard ? ", and the discard" : ", now the discard";
  const isWhole = mine.cards.length === deal();
  const laid = ` ${state.deck.gin ? "kept" : "in melds"}${isWhole ? discard : ""}`;
  say("counted", mine.way === "out" ? held + laid : held);
  const kept = mine.cards.map((card) => back(card, "take back: "));
  const thrown = mine.discard ? [back(mine.discard, "take back the discard: ")] : [];
  thrown.forEach((button) => button.classList.add("thrown"));
  const open = deal() + (mine.way === "out") - kept.length - thrown.length;
  fill(at("held"), [...kept, ...Array.from({ length: open }, slot), ...thrown]);
  for (const button of all(".deck [data-card]")) {
    button.dataset.count = heldOf(button.dataset.card);
    button.setAttribute("aria-pressed", button.dataset.count > 0);
  }
}

// A card as the pad draws it.
function face(card, tag) {
  const shape = document.createElement(tag);
  shape.className = `card ${keyOf(card).className}`;
  shape.append(...keyOf(card).cloneNode(true).childNodes);
  return shape;
}

// The place of a card that is still to be tapped, so that the keys below stay where they are.
function slot() {
  const shape = document.createElement("span");
  shape.className = "card slot";
  return shape;
}

// One's own card above the pad, which a tap takes back.
function back(card, words) {
  const button = face(card, "button");
  button.dataset.back = card;
  button.setAttribute("aria-label", words + keyOf(card).getAttribute("aria-label"));
  return button;
}

// What was sent; once somebody is out, with what it costs and the cards that are left over.
function drawSent() {
  if (mine.way === "out") return [state.deck.gin ? "You ended the hand." : "You went out."];
  if (mine.way === "points") return [mine.word ? typed() : points(typed())];
  const { counted } = draft();
  const left = counted ? counted.deadwood.map((found) => found.card) : [];
  const drawn = mine.cards.map((card) => {
    const shape = face(card, "span");
    if (left.includes(card)) left.splice(left.indexOf(card), 1), shape.classList.add("left");
    return shape;
  });
  return counted ? [...drawn, points(counted.points)] : drawn;
}

connect();
