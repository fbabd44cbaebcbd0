"use strict";
// The page follows the game by itself, and takes what its own player enters. All that is to be
// read comes as HTML from the server: whenever something is new the page is fetched again and
// taken over where it differs. Drawn here is only what nobody else may see: one's own draft.
// Phones reach the server over plain http: no randomUUID, no wake lock, no clipboard.

const at = (id) => document.getElementById(id);
const all = (selector) => document.querySelectorAll(selector);

let state = null; // what the server said last
let mine = null; // what is entered here, and for which player and round
let stream, reading, retry, saving, telling, fading;
let turns = 0, shown = 0;
let sent = Promise.resolve(); // what is sent arrives in the order of the taps

const PATIENCE = 4000;
const GONE = "The score keeper's computer does not answer. This page comes back by itself.";
const WHY = {
  404: "This phone is not let in any more: scan the code on the score keeper's computer again.",
  429: "That was too much at once. This page goes on by itself in a moment.",
  503: "Too many phones at once. This page goes on by itself in a moment.",
};

// ── the server ──────────────────────────────────────────────────────────────────────────────

async function ask(path, method = "GET", body) {
  const stop = new AbortController();
  const patience = setTimeout(() => stop.abort(), PATIENCE);
  try {
    const headers = method === "GET" ? {} : { "Content-Type": "application/json" };
    const content = body && JSON.stringify(body);
    const answer = await fetch(path, { method, headers, body: content, signal: stop.signal });
    const type = answer.headers.get("Content-Type") || "";
    const said = type.includes("json") ? await answer.json() : await answer.text();
    return { ok: answer.ok, status: answer.status, said };
  } finally {
    clearTimeout(patience);
  }
}

function connect() {
  clearTimeout(retry);
  if (stream) stream.close();
  stream = new EventSource("/api/events");
  stream.addEventListener("state", soon);
  stream.addEventListener("bye", () => {
    stream.close(); // this phone follows in newer tabs; coming back to this one opens it anew
    trouble("This phone follows the game in other tabs: come back to this one and it goes on.");
  });
  // A stream that is answered with an error is over for good, so it is always opened anew here.
  stream.onerror = () => lost();
  refresh();
}

function lost(status) {
  stream.close();
  trouble(WHY[status] || GONE);
  clearTimeout(retry);
  retry = setTimeout(connect, 1000);
}

// Many phones send at once: one look for all that comes within a tenth of a second.
function soon(event) {
  if (reading || (state && JSON.parse(event.data).version === state.version)) return;
  reading = setTimeout(() => {
    reading = null;
    refresh();
  }, 100);
}

async function refresh() {
  const turn = ++turns;
  let data, page;
  try {
    [data, page] = await Promise.all([ask("/api/state"), ask(location.pathname)]);
  } catch {
    if (turn === turns) lost();
    return;
  }
  if (turn < shown) return; // a newer answer was faster
  shown = turn;
  if (!data.ok || !page.ok) return lost(data.ok ? page.status : data.status);
  trouble("");
  take(data.said, page.said);
}

function take(fresh, html) {
  const page = new DOMParser().parseFromString(html, "text/html");
  become(document.querySelector("main"), page.querySelector("main"));
  document.title = page.title;
  const before = state;
  state = fresh;
  const news = before ? told(before, fresh) : "";
  settle(before);
  if (news) tell(news);
  draw();
}

// The script's own: what it shows and hides, presses and fills must not be swept away.
const OURS = ["hidden", "aria-pressed", "data-count"];

function become(old, fresh) {
  if (old.nodeType !== Node.ELEMENT_NODE) {
    if (old.data !== fresh.data) old.data = fresh.data;
    return;
  }
  for (const name of old.getAttributeNames())
    if (!fresh.hasAttribute(name) && !OURS.includes(name)) old.removeAttribute(name);
  for (const name of fresh.getAttributeNames())
    if (old.getAttribute(name) !== fresh.getAttribute(name) && !OURS.includes(name))
      old.setAttribute(name, fresh.getAttribute(name));
  if (!("own" in old.dataset)) fill(old, [...fresh.childNodes]);
}

// What stays is kept, and with it the focus and the finger on it.
function fill(place, wanted) {
  let old = place.firstChild;
  const drop = () => {
    const gone = old;
    old = old.nextSibling;
    gone.remove();
  };
  for (const node of wanted) {
    const same = node.id && at(node.id);
    if (same && same.parentNode === place) while (old && old !== same) drop();
    if (old && old.nodeName === node.nodeName && old.id === node.id) {
      const next = old.nextSibling;
      become(old, node);
      old = next;
    } else place.insertBefore(node, old);
  }
  while (old) drop();
}

// ── words ───────────────────────────────────────────────────────────────────────────────────

const trouble = (words) => say("trouble", words);

function tell(words) {
  say("news", words);
  clearTimeout(telling);
  telling = setTimeout(() => say("news", ""), 8000);
}

function say(id, words) {
  const place = at(id);
  if (place && place.textContent !== words) place.textContent = words;
}

function wrong(words) {
  say("wrong", "");
  say("wrong", words);
}

const sentence = ({ problem, try: remedy }) =>
  `${problem[0].toUpperCase()}${problem.slice(1)}: ${remedy}.`;

function told(before, fresh) {
  const played = fresh.sheet.rounds.length;
  if (fresh.game.finished && !before.game.finished) return at("round").innerText;
  if (played > before.sheet.rounds.length) return `Round ${played} is on the sheet.`;
  if (JSON.stringify(fresh.sheet) !== JSON.stringify(before.sheet)) return "The sheet has changed.";
  if (fresh.claim && JSON.stringify(fresh.claim) !== JSON.stringify(before.claim)) return judged();
  const was = before.seats.filter((seat) => seat.ready).map((seat) => seat.player);
  const now = fresh.seats.filter((seat) => seat.ready && !was.includes(seat.player));
  return now.map((seat) => `${seat.player} is in.`).join(" ");
}

// A claim that does not stand makes way after a while, for the game goes on.
function judged() {
  const place = at("claim");
  place.hidden = false;
  clearTimeout(fading);
  if (!state.claim.stands) fading = setTimeout(() => (place.hidden = true), 45000);
  const isTyping = mine.player !== state.claim.player && (mine.digits || mine.cards.length);
  if (!isTyping) place.scrollIntoView();
  return place.querySelector("h2").innerText;
}

// ── what is entered here ────────────────────────────────────────────────────────────────────

const number = () => state.next?.number ?? null;
const deal = () => state.next.deal || 0;
const draft = () => state.me?.draft;
const isReady = () => Boolean(draft()?.ready);

// Whether what is entered here still is for the player and the round; where not, begin anew.
function settle(before) {
  const player = state.me?.player;
  const gone = before?.me?.draft && state.me && !draft() && !saving;
  if (mine && mine.player === player && mine.round === number() && !gone) {
    if (isReady()) read(draft());
    return;
  }
  const typed = mine && mine.player === player && (mine.digits || mine.cards.length);
  const same = mine && mine.round === number();
  if (typed && same) wrong("The score keeper has changed the game: enter it once more, please.");
  else if (typed && !before.me.draft?.ready)
    wrong("The round was written meanwhile, without what you had typed here.");
  else wrong("");
  clearTimeout(saving);
  saving = null;
  const way = mine && mine.way !== "out" ? mine.way : "points";
  mine = { player, round: number(), way, digits: "", cards: [], discard: null };
  if (draft()) read(draft());
}

function read({ entry, cards }) {
  const words = Array.isArray(cards) ? cards : String(entry || "").split(/[\s/:]+/);
  const found = words.filter((word) => keyOf(word));
  if (String(entry).startsWith("o")) mine.way = "out";
  else if (found.length) mine.way = "cards";
  else Object.assign(mine, { way: "points", digits: String(entry || "") });
  if (found.length) mine.cards = found.slice(0, deal());
}

const keyOf = (card) => document.querySelector(`.deck [data-card="${CSS.escape(card)}"]`);
const heldOf = (card) => [...mine.cards, mine.discard].filter((other) => other === card).length;
const inPacks = (card) =>
  Number(card === "JK" ? at("mine").dataset.jokers : at("mine").dataset.decks);
const times = (many) => (many === 1 ? "once" : many === 2 ? "twice" : `${many} times`);

function tap(card) {
  const many = inPacks(card);
  const name = keyOf(card).getAttribute("aria-label");
  if (heldOf(card) >= many) return wrong(`The packs hold the ${name} only ${times(many)}.`);
  if (mine.cards.length < deal()) mine.cards.push(card);
  else if (mine.way === "out" && !mine.discard) mine.discard = card;
  else return wrong("Those are all: tap a card above to take it back.");
  edited();
}

function press(key) {
  const { digits } = mine;
  if (key === "-") mine.digits = digits.startsWith("-") ? digits.slice(1) : `-${digits}`;
  else mine.digits = key ? (digits + key).slice(0, 24) : digits.slice(0, -1);
  edited();
}

function edited() {
  wrong("");
  draw();
  clearTimeout(saving);
  saving = setTimeout(() => send(false), 400);
}

const isCards = () => mine.way !== "points";
const entered = () => (isCards() ? { cards: mine.cards.join(" ") } : { entry: mine.digits });

// What is missing before it can count, in words; nothing where it is whole.
function missing() {
  if (!isCards()) return mine.digits ? "" : "Type your points first. A blank is not a zero.";
  const left = deal() - mine.cards.length;
  if (left) return `${left} more ${left === 1 ? "card" : "cards"}: the round deals ${deal()}.`;
  return mine.way === "out" && !mine.discard ? "Now tap the card that you discarded." : "";
}

function send(ready, what = entered()) {
  clearTimeout(saving);
  saving = null;
  const { round } = mine;
  if (!ready && !what.entry && !what.cards) {
    sent = sent.then(() => write("/api/draft", "DELETE", undefined, false));
    return;
  }
  sent = sent.then(() => write("/api/draft", "PUT", { round, ...what, ready }, ready));
}

// Sends, and says what is wrong where the person waits for the answer.
async function write(path, method, body, loud = true) {
  let answer;
  try {
    answer = await ask(path, method, body);
  } catch {
    if (loud) wrong("Not sent: the computer does not answer. What you typed is still here.");
    return;
  }
  const { ok, said, status } = answer;
  if (!ok && (loud || status === 409))
    wrong(WHY[status] || (said.error ? sentence(said.error) : "That was not taken: try again."));
  if (loud) refresh();
}

function ready() {
  const lack = missing();
  if (lack) return wrong(lack);
  wrong("");
  if (mine.way !== "out") return send(true);
  clearTimeout(saving); // what was still to be saved would take the claim back
  saving = null;
  const { round, discard } = mine;
  const body = { round, cards: mine.cards.join(" "), discard };
  sent = sent.then(() => write("/api/claim", "POST", body));
}

const taps = {
  leave: () => write("/api/seat", "DELETE"),
  ready,
  seen: () => send(true, { entry: "o" }),
  wait: () => write("/api/wait", "POST", {}),
  change: () => send(false, { entry: draft().entry }),
};

document.addEventListener("click", (event) => {
  const button = event.target.closest("button");
  if (!button || !state) return;
  const { seat, way, key, card, back } = button.dataset;
  if (seat) write("/api/seat", "PUT", { player: seat });
  else if (way) choose(way);
  else if (back) takeBack(back);
  else if (card) tap(card);
  else if (key !== undefined) press(key);
  else if (taps[button.id]) taps[button.id]();
});

function choose(way) {
  Object.assign(mine, { way, discard: null });
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
  at("pad").hidden = at("ready").hidden = !plays || isReady();
  at("sent").hidden = !mine.player || (plays && !isReady());
  for (const id of ["me", "sender"]) at(id).textContent = mine.player || "";
  at("numbers").hidden = isCards();
  const sum = mine.digits.split("+").reduce((total, term) => total + Number(term), 0);
  const shownSum = mine.digits.includes("+") ? ` = ${sum}` : "";
  at("typed").textContent = mine.digits + shownSum || "\u00a0";
  at("ready").textContent = mine.way === "out" ? "Show everybody" : "Ready";
  for (const button of all("[data-way]"))
    button.setAttribute("aria-pressed", button.dataset.way === mine.way);
  if (at("cards")) drawCards();
  at("change").hidden = !plays;
  at("entry").replaceChildren(...(plays && draft() ? said() : ["You do not play this round."]));
  // Who works the page by keys goes on where the next thing is to be done.
  if (document.activeElement.closest("#mine [hidden]"))
    [...all("#mine button")].find((button) => button.offsetParent)?.focus({ preventScroll: true });
}

const points = (many) => `${many} ${Number(many) === 1 ? "point" : "points"}`;

function drawCards() {
  at("cards").hidden = !isCards();
  at("seen").hidden = mine.way !== "out";
  const melded = mine.cards.length;
  const laid = mine.way === "out" ? `${melded} of ${deal()} in melds` : `${melded} of ${deal()}`;
  const discard = mine.discard ? ", and the discard" : ", now the discard";
  say("counted", laid + (mine.way === "out" && melded === deal() ? discard : ""));
  const kept = mine.cards.map((card) => face(card, "take back: "));
  const thrown = mine.discard ? [face(mine.discard, "take back the discard: ")] : [];
  thrown.forEach((button) => button.classList.add("thrown"));
  fill(at("held"), [...kept, ...thrown]);
  for (const button of all(".deck [data-card]")) {
    const held = heldOf(button.dataset.card);
    button.toggleAttribute("data-count", held > 0);
    if (held) button.dataset.count = held;
    button.setAttribute("aria-pressed", held > 0);
  }
}

// One's own card above the pad, which a tap takes back.
function face(card, words) {
  const button = keyOf(card).cloneNode(true);
  button.classList.add("card");
  button.removeAttribute("aria-pressed");
  button.removeAttribute("data-count");
  button.removeAttribute("data-card");
  button.dataset.back = card;
  button.setAttribute("aria-label", words + button.getAttribute("aria-label"));
  return button;
}

// What was sent; once somebody is out, with what it costs and the cards that are left over.
function said() {
  if (mine.way === "out") return ["You went out."];
  if (mine.way === "points") return [points(mine.digits)];
  const { counted } = draft();
  const left = counted ? counted.deadwood.map((found) => found.card) : [];
  const drawn = mine.cards.map((card) => {
    const shape = document.createElement("span");
    shape.className = `card ${keyOf(card).className}`;
    shape.append(...keyOf(card).cloneNode(true).childNodes);
    if (left.includes(card)) left.splice(left.indexOf(card), 1), shape.classList.add("left");
    return shape;
  });
  return counted ? [...drawn, points(counted.points)] : drawn;
}

// A phone that slept holds a stream that hangs without an error.
document.addEventListener("visibilitychange", () => document.hidden || connect());
addEventListener("pageshow", (event) => event.persisted && connect());
addEventListener("online", connect);
connect();
