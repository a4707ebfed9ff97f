// A phone at the table. It knows no game: it shows what lies where, lets people tap places, narrows
// the ways by what was tapped, and sends the picks; the table decides (docs/phones.md).

const VERSION = 1;
const SVG = "http://www.w3.org/2000/svg";
const $ = (id) => document.getElementById(id);

// What is kept --------------------------------------------------------------------------------

const random = () =>
  btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(16))))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
const kept = {
  phone: random(),
  token: "",
  sound: true,
  buzz: true,
  name: "",
  language: navigator.language.toLowerCase().startsWith("de") ? "de" : "en",
};
try {
  Object.assign(kept, JSON.parse(localStorage.getItem("walong-table") ?? "{}"));
} catch {
  /* nothing is kept */
}
function keep(values) {
  Object.assign(kept, values);
  try {
    localStorage.setItem("walong-table", JSON.stringify(kept));
  } catch {
    /* private browsing */
  }
}

// Words ---------------------------------------------------------------------------------------

let words = {};
const say = (key, values = {}) => (words[`phone.page.${key}`] ?? words[key] ?? key).replace(/\{(\w+)\}/g, (_, name) => values[name] ?? "");
const named = (label) => label.split(" ").map((key) => say(key)).join(", ");

/** What the table serves at a path; asked for again while the net is away. */
async function get(path, tries = 6) {
  try {
    return await (await fetch(path)).text();
  } catch (error) {
    if (!tries) throw error;
    await new Promise((done) => setTimeout(done, 700));
    return get(path, tries - 1);
  }
}

async function speak(language) {
  words = JSON.parse(await get(`/texts/${language}.json`));
  keep({ language });
  document.documentElement.lang = language;
  for (const each of document.querySelectorAll("[data-text]")) each.textContent = say(each.dataset.text);
  for (const each of document.querySelectorAll("[data-label]"))
    each.setAttribute("aria-label", say(each.dataset.label));
  if (socket?.readyState === 1) send({ type: "language", language });
  show();
}

// The line to the table -----------------------------------------------------------------------

const DELAYS = [200, 400, 800, 1200, 1600, 2400, 4000, 8000];
let socket,
  retry,
  tries = 0,
  hiddenSince = 0,
  stopped = "connecting";
const waiting = new Map(); // wishes by number that the table has not answered

function send(message) {
  if (socket?.readyState === 1) socket.send(JSON.stringify(message));
}

function connect() {
  clearTimeout(retry);
  if (socket && socket.readyState < 2) return;
  const given = location.hash.slice(1);
  if (given) keep({ token: given });
  if (!kept.token) {
    stopped = "scan";
    show();
    return;
  }
  const mine = (socket = new WebSocket(
    `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/ws`,
  ));
  mine.onopen = () => {
    send({ type: "hello", version: VERSION, token: kept.token, language: kept.language, phone: kept.phone });
    for (const wish of waiting.values()) send(wish);
  };
  mine.onmessage = (event) => {
    if (mine === socket) hear(JSON.parse(event.data));
  };
  mine.onclose = (event) => {
    if (mine === socket) lost(event.code);
  };
}

function lost(code) {
  socket = undefined;
  if (code === 4401 || code === 4410 || stopped === "switched_off") {
    stopped = code === 4401 ? "scan" : "switched_off";
    waiting.clear();
    table = undefined;
    views.clear();
    show();
    return;
  }
  stopped = code === 4503 ? "full" : "lost";
  retry = setTimeout(connect, code === 4503 ? 8000 : DELAYS[Math.min(tries++, DELAYS.length - 1)]);
  show();
}

function anew() {
  // what was open may be dead without knowing it
  tries = 0;
  const old = socket;
  socket = undefined;
  old?.close();
  connect();
}

document.addEventListener("visibilitychange", () => {
  if (document.hidden) {
    hiddenSince = performance.now();
    cover();
    return;
  }
  if (!socket || socket.readyState > 1 || performance.now() - hiddenSince > 4000) anew();
});
addEventListener("online", anew);
addEventListener("pageshow", (event) => {
  if (event.persisted) anew();
});
addEventListener("hashchange", () => {
  if (location.hash.slice(1) !== kept.token) anew();
});

// What the table says -------------------------------------------------------------------------

let table, // all that the table has said last
  seat = null,
  adding = false;
const views = new Map();
const yours = () => [...views.keys()];
const view = () => views.get(seat);
const seatName = (number) => table?.seats.find((each) => each.seat === number)?.name ?? "";

const HEARD = {
  state(message) {
    if (table?.game !== message.game) eye.zoom = 1;
    table = message;
    waiting.delete(message.answered);
    const before = new Map(views);
    views.clear();
    for (const { seat: each, view: now } of message.yours) views.set(each, now);
    const token = message.yours[0]?.token ?? message.invitation;
    if (token !== kept.token) {
      keep({ token });
      history.replaceState(null, "", `#${token}`);
    }
    const come = yours().filter((each) => !before.has(each));
    if (come.length && adding) {
      adding = false;
      turnTo(come[0]);
    }
    if (!views.has(seat)) {
      seat = yours()[0] ?? null;
      fresh();
    }
    for (const [each, now] of views) heed(each, before.get(each), now);
    document.body.dataset.game = message.game;
    show();
  },
  told(message) {
    if (message.seat !== seat && yours().includes(message.seat)) turnTo(message.seat);
    if (message.tone === "news") farewell = message.text;
    if (message.tone === "refusal") {
      picks = [];
      choice = 0;
    }
    tell(message);
    show();
  },
  error(message) {
    console.warn(message.text); // for who writes pages, not for who plays
  },
};

/** A seat of this phone is shown something new. */
function heed(each, before, now) {
  const due = now?.asked && (!before?.asked || (before.at !== now.at && before.turn !== now.turn));
  if (due) call();
  if (due && seat !== each && !view()?.asked) turnTo(each);
  if (each !== seat) return;
  if (before && before.at !== now?.at) untell();
  if (!now?.asked || before?.at !== now.at) {
    picks = [];
    choice = 0;
  }
}

function hear(message) {
  tries = 0;
  stopped = "";
  HEARD[message.type]?.(message);
}

// Picks and ways ------------------------------------------------------------------------------

const LATE = 400; // milliseconds after which it is said that the table has been asked
let wished = 0,
  picks = [],
  choice = 0,
  marked = [],
  toned = "wrong",
  aimed = 0,
  aimTimer;

const begins = (way, start) => start.every((place, at) => way[at] === place);
function following(start = picks) {
  const next = (view()?.ways ?? []).filter((way) => way.length > start.length && begins(way, start));
  return [...new Set(next.map((way) => way[start.length]))];
}
/** The only tile that an open hand has, which goes without saying. */
function only() {
  const places = new Set(table.hidden ? [] : view().hand.map((item) => item[6]).filter(Boolean));
  return places.size === 1 ? [...places] : [];
}
/** What may be tapped next, or instead of what was tapped last. */
function glowing() {
  if (complete() && !following().length) return new Set(following(picks.slice(0, -1)));
  return new Set([...following(), ...(picks.length ? [] : following(only()))]);
}
/** What can be tapped lies somewhere; a way that does not is a word, and has a button. */
function wordsOf({ ways, items, hand }) {
  const lying = new Set([...items, ...hand].map((item) => item[6]));
  return (ways ?? []).filter((way) => way.length === 1 && !lying.has(way[0])).map(([word]) => word);
}
const complete = () => view()?.ways?.some((way) => way.length === picks.length && begins(way, picks));
/** The ways to lie that are left to choose from, when nothing but them is left. */
function lies() {
  const next = following(),
    ghosts = view()?.ghosts ?? {};
  return next.length && next.every((place) => ghosts[place]) ? next : [];
}

/** Whether what has been picked waits to be played. */
const ready = () => !waiting.size && view().asked && picks.length && (lies().length || complete());

function fresh() {
  picks = [];
  choice = 0;
  marked = [];
  cover();
  untell();
}

/** Other picks than before; what says a move and cannot go on is played, unless it is to be confirmed. */
function pick(these, sure = true) {
  picks = these;
  choice = 0;
  if (complete() && !following().length && !view().confirm && sure) {
    wish(picks);
    return;
  }
  aim();
  show();
}

/** A tap on a place; one that is not sure may have meant another place. */
function tap(place, sure = true) {
  const now = view(),
    before = picks.slice(0, -1);
  if (!now || waiting.size) return;
  if (!now.asked) {
    if (now.turn !== null)
      tell({ tone: "news", text: say("turn_of", { name: seatName(now.turn) }), places: [] });
    return;
  }
  untell();
  if (following().includes(place)) pick([...picks, place], sure);
  else if (lies().length && picks.at(-1) === place) lieOn(1);
  else if (picks.includes(place)) pick(picks.slice(0, picks.lastIndexOf(place)));
  else if (picks.length && following(before).includes(place)) pick([...before, place], sure);
  else if (following([]).includes(place)) pick([place], sure);
  else if (following(only()).includes(place)) pick([...only(), place], sure);
  else wish([...(picks.length ? picks : only()), place]); // why not?
}

/** The next way to lie, or the one before. */
function lieOn(by) {
  choice = (choice + by + lies().length) % lies().length;
  aim();
  show();
}

function wish(these) {
  const now = view(),
    number = Math.floor(Math.random() * 2 ** 53); // another tab counts as well
  const message = { type: "play", seat, number, at: now.at, picks: these };
  waiting.set(number, message);
  send(message);
  wished = performance.now();
  setTimeout(show, LATE);
  setTimeout(() => waiting.delete(number) && show(), 10_000);
  show();
}

function aim() {
  clearTimeout(aimTimer);
  aimTimer = setTimeout(
    () => {
      aimed = performance.now();
      const now = view(),
        lying = lies();
      if (now?.asked)
        send({ type: "aim", seat, at: now.at, picks: lying.length ? [...picks, lying[choice]] : picks });
    },
    Math.max(0, 120 - (performance.now() - aimed)),
  );
}

// Telling -------------------------------------------------------------------------------------

const labelOf = (place) => {
  const item = [...view().hand, ...view().items].find((each) => each[6] === place);
  return item && named(item[7]);
};

let quiet;
function tell({ tone, text, rule, places }) {
  clearTimeout(quiet);
  marked = places ?? [];
  toned = tone === "refusal" ? "wrong" : "hinted";
  const box = $("told"),
    button = box.querySelector("button");
  const told = text || marked.map(labelOf).filter(Boolean).join(" · ");
  box.className = tone;
  box.querySelector("p").textContent = told;
  button.hidden = !rule;
  button.textContent = rule ?? "";
  box.hidden = !told;
  if ($("play").hidden) note(text);
  quiet = setTimeout(() => {
    untell();
    show();
  }, 9000);
}
function untell() {
  clearTimeout(quiet);
  marked = [];
  $("told").hidden = true;
}

let sounds;
addEventListener(
  "pointerdown",
  () => {
    sounds ??= new (window.AudioContext ?? window.webkitAudioContext)();
    sounds.resume?.();
  },
  { passive: true },
);
function call() {
  if (kept.buzz) navigator.vibrate?.([40, 60, 40]);
  if (!kept.sound || sounds?.state !== "running") return;
  [523.25, 783.99].forEach((pitch, n) => {
    const tone = sounds.createOscillator(),
      loud = sounds.createGain(),
      at = sounds.currentTime + n * 0.16;
    tone.frequency.value = pitch;
    loud.gain.setValueAtTime(0.0001, at);
    loud.gain.exponentialRampToValueAtTime(0.12, at + 0.02);
    loud.gain.exponentialRampToValueAtTime(0.0001, at + 0.7);
    tone.connect(loud).connect(sounds.destination);
    tone.start(at);
    tone.stop(at + 0.75);
  });
}

// Drawing -------------------------------------------------------------------------------------

function make(name, attributes = {}, ...children) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}
function html(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key in made && key !== "list") made[key] = value;
    else made.setAttribute(key, value);
  }
  made.append(...children);
  return made;
}
const numbers = (text) => text?.split(" ").map(Number);
const base = (face) => document.getElementById(face.split("+")[0]);

/** The layers of a face around the origin, and a short text on them. */
function layers(face, size, mark) {
  if (face.startsWith("line"))
    return [make("line", { class: face, x1: -size / 2 + 0.4, x2: size / 2 - 0.4, y1: 0, y2: 0 })];
  const symbol = base(face),
    found = [];
  for (const layer of face.split("+")) {
    if (!layer.includes("/")) {
      found.push(make("use", { href: `#${layer}` }));
      continue;
    }
    const [x, y, width, height] = numbers(symbol?.dataset.art) ?? [-0.5, -0.5, 1, 1];
    found.push(make("image", { href: `/art/${layer}.svg`, x, y, width, height }));
  }
  const [x, y, high] = numbers(symbol?.dataset.mark) ?? [0, 0, 0.4];
  if (mark)
    found.push(
      make("text", { class: "mark", x, y, "font-size": high, "text-anchor": x < -1 ? "start" : "middle" }),
    );
  if (mark) found.at(-1).textContent = say(mark);
  return found;
}

const ring = (face) => make("use", { class: "ringed", href: `#${base(face)?.dataset.ring ?? "round"}` });

const things = new Map(); // by key: {item, node}
const put = (node, [, face, x, y, angle, size]) => {
  const scale = face.startsWith("line") ? 1 : size;
  node.style.transform = `translate(${x}px, ${y}px) rotate(${angle}deg) scale(${scale})`;
};

let seen = -1, // the view that is shown
  come = new Set(); // the keys of what the last move has brought

/** What was not there before a move is marked until the next one; nothing was before the first view. */
function showLast(now) {
  const added = now.items.filter(
    ([key, face]) => !things.has(key) && !/^(line|head|end)/.test(face) && !/^(side|heap)/.test(key),
  );
  if (!things.size || now.at < seen) come.clear();
  else if (added.length && now.at > seen) come = new Set(added.map(([key]) => key));
  seen = now.at;
}

function showBoard() {
  showLast(view());
  const now = view(),
    holder = $("things"),
    left = new Map(things),
    order = [];
  const keys = new Set(now.items.map((item) => item[0]));
  const gone = [...things.values()].filter(({ item }) => !keys.has(item[0]));
  for (const item of now.items) {
    let thing = things.get(item[0]);
    if (!thing && !/^(spot|line|head)/.test(item[1])) {
      // what has moved has another key: the nearest of its kind
      const alike = gone
        .filter((each) => each.item[1] === item[1])
        .sort(
          (a, b) =>
            Math.hypot(a.item[2] - item[2], a.item[3] - item[3]) -
            Math.hypot(b.item[2] - item[2], b.item[3] - item[3]),
        );
      if (alike.length) {
        thing = alike[0];
        gone.splice(gone.indexOf(thing), 1);
        left.delete(thing.item[0]);
        things.delete(thing.item[0]);
      }
    }
    if (
      !thing ||
      thing.item[1] !== item[1] ||
      thing.item[8] !== item[8] ||
      (item[1].startsWith("line") && thing.item[5] !== item[5])
    ) {
      thing?.node.remove();
      thing = {
        node: make(
          "g",
          { class: `thing ${item[1].split("+")[0]} new`, "data-face": item[1] },
          ...layers(item[1], item[5], item[8]),
          ring(item[1]),
        ),
      };
      requestAnimationFrame(() => thing.node.classList.remove("new"));
    }
    thing.item = item;
    left.delete(item[0]);
    things.set(item[0], thing);
    put(thing.node, item);
    thing.node.dataset.place = item[6];
    thing.node.setAttribute("role", item[6] ? "button" : "presentation");
    thing.node.setAttribute("aria-label", named(item[7]));
    order.push(thing.node);
  }
  for (const [key, { node }] of left) {
    node.remove();
    things.delete(key);
  }
  order.forEach((node, at) => {
    if (holder.children[at] !== node) holder.insertBefore(node, holder.children[at] ?? null);
  });
  showGround(now);
}

/** Left, top, width and height of what is seen: the board's, or what lies with room around it. */
function boxOf({ ground, items }) {
  const own = base(ground || "none")?.dataset.box;
  if (own) return numbers(own);
  const half = Math.max(0.8, ...items.map(([, face]) => Number(base(face)?.dataset.half ?? 0)));
  const [[x, w], [y, h]] = [2, 3].map((at) => {
    const all = items.length ? items.map((item) => item[at]) : [0],
      least = Math.min(...all),
      most = Math.max(...all),
      size = Math.max(6 * half, most - least + Math.max(4, 2.5 * half));
    return [(least + most - size) / 2, size];
  });
  return [x, y, w, h];
}

function showGround(now) {
  const old = $("board").querySelector(".ground");
  if ((old?.dataset.face ?? "") === now.ground) return;
  old?.remove();
  if (!now.ground) return;
  const [x, y, width, height] = boxOf(now);
  const made = make("g", { class: "ground", "data-face": now.ground });
  for (const layer of now.ground.split("+"))
    made.append(
      layer.includes("/")
        ? make("image", { href: `/art/${layer}.svg`, x, y, width, height })
        : make("use", { href: `#${layer}` }),
    );
  $("board").prepend(made);
}

function showMarks() {
  const now = view(),
    next = glowing(),
    lying = lies(),
    may = lying.length ? new Set() : next;
  for (const { item, node } of things.values()) {
    const place = item[6];
    node.classList.toggle("may", may.has(place));
    node.classList.toggle("picked", picks.includes(place) && place !== "");
    for (const tone of ["wrong", "hinted"])
      node.classList.toggle(tone, place !== "" && tone === toned && marked.includes(place));
    node.classList.toggle("last", come.has(item[0]));
    if (place) node.setAttribute("tabindex", may.has(place) || picks.includes(place) ? 0 : -1);
    if (place) node.setAttribute("aria-pressed", picks.includes(place));
  }
  $("things").classList.toggle("few", may.size <= 12);
  for (const old of $("board").querySelectorAll(".ghost")) old.remove();
  const card = [...now.hand, ...now.items].find((item) => item[6] === picks[0] && item[1] !== "spot");
  const there = picks.length && complete() && now.items.find((item) => item[6] === picks.at(-1));
  const laid = card && there && !/^(tile|walong)/.test(card[1]) ? [["", card[1], there[2], there[3], card[4], 1]] : [];
  for (const item of now.ghosts?.[lying[choice]] ?? laid) {
    const ghost = make("g", { class: "ghost", "data-face": item[1] }, ...layers(item[1], 1, ""));
    put(ghost, item);
    $("board").append(ghost);
  }
}

// The hand ------------------------------------------------------------------------------------

let order = 0,
  unlocked = false,
  held = false;
const ORDERS = [
  () => 0,
  ([a], [b]) => (a[6].slice(1) < b[6].slice(1) ? -1 : a[6].slice(1) > b[6].slice(1) ? 1 : 0),
  ([a], [b]) => following().includes(b[6]) - following().includes(a[6]),
];

function cover() {
  unlocked = held = false;
}

function showHand() {
  const now = view(),
    cards = new Map(),
    next = new Set(following()),
    counts = {};
  for (const item of now.hand) cards.set(item[0], [...(cards.get(item[0]) ?? []), item]);
  const open = !table.hidden || unlocked || held;
  $("rack").className =
    `${open ? "open" : ""} ${held ? "peeked" : ""} ${table.hidden ? "" : "bare"} ${table.hidden || cards.size ? "" : "none"}`;
  $("hand").replaceChildren(
    ...[...cards.values()].sort(ORDERS[order]).map((items) => {
      const place = items[0][6],
        button = html("button", { type: "button", disabled: !place }, picture(items));
      button.setAttribute("aria-label", items.map((item) => named(item[7])).join(", "));
      button.dataset.place = place;
      counts[place] = (counts[place] ?? 0) + 1;
      const picked = place && picks.filter((each) => each === place).length >= counts[place];
      button.classList.toggle("picked", !!picked);
      button.classList.toggle("may", !picked && next.has(place));
      if (place && marked.includes(place)) button.classList.add(toned);
      button.setAttribute("aria-pressed", !!picked);
      button.onclick = () => tap(place);
      return html("li", {}, button);
    }),
  );
  if (!cards.size) $("hand").append(html("li", {}, html("p", { textContent: say("empty_hand") })));
}

function picture(items) {
  const halves = items.map((item) => Number(base(item[1])?.dataset.half ?? 0.5));
  const tall = halves[0] > 2,
    wide = tall ? 1.65 : halves[0] * 1.08,
    high = tall ? 2.15 : halves[0] * 1.08;
  const xs = items.map((item) => item[2]),
    ys = items.map((item) => item[3]);
  const [x, y] = [Math.min(...xs) - wide, Math.min(...ys) - high];
  const svg = make("svg", {
    viewBox: `${x} ${y} ${Math.max(...xs) - x + wide} ${Math.max(...ys) - y + high}`,
    role: "presentation",
  });
  for (const item of items) {
    const thing = make("g", { class: "thing", "data-face": item[1] }, ...layers(item[1], item[5], item[8]));
    put(thing, item);
    svg.append(thing);
  }
  return svg;
}

// The page ------------------------------------------------------------------------------------

function badge({ badge: mark, color }) {
  const made = html("span", { className: "badge" });
  if (/^#[0-9a-f]{6}$/i.test(color ?? "")) made.style.background = color;
  if (mark) made.append(html("img", { src: `/art/marks/${mark}.svg`, alt: "" }));
  return made;
}

function show() {
  const playing = table && yours().length && view() && !adding,
    sitting = table?.game && !playing && (adding || !yours().length);
  $("play").hidden = !playing;
  $("sit").hidden = !sitting;
  $("wait").hidden = !!(playing || sitting);
  const why = say(stopped || (table ? "begins" : "connecting"));
  $("wait-text").textContent = stopped === "scan" ? `${farewell} ${why}` : why;
  $("again").hidden = !stopped || stopped === "connecting";
  $("offline").hidden = !(stopped === "lost" && (playing || sitting));
  $("offline").textContent = say("lost");
  if (sitting) showSeats();
  if (!playing) {
    document.title = say("title");
    return;
  }
  showCompany();
  showPersons();
  showPrompt();
  showBoard();
  frame();
  showMarks();
  showHand();
  showConfirm();
}

function showCompany() {
  const now = view(),
    points = Object.fromEntries(now.scores ?? []),
    hands = Object.fromEntries(now.held ?? []);
  $("company").replaceChildren(
    ...table.seats.map((each) => {
      const got = points[each.seat] ?? 0,
        has = hands[each.seat];
      const small = html(
        "small",
        {},
        `★ ${got}`,
        ...(has === undefined ? [] : [html("i", { className: "held" }), String(has)]),
      );
      small.setAttribute(
        "aria-label",
        `${say("points", { n: got })}${has === undefined ? "" : `, ${say("held", { n: has })}`}`,
      );
      const name = html("b", {
        textContent: each.seat === seat ? say("yours") : each.name || say(each.kind),
      });
      const made = html(
        "li",
        { className: `${now.turn === each.seat ? "turn" : ""} ${each.phone === "away" ? "away" : ""}` },
        badge(each),
        html("span", {}, name, small),
      );
      if (now.turn === each.seat) made.setAttribute("aria-current", "true");
      return made;
    }),
  );
  $("company").querySelector(".turn")?.scrollIntoView({ block: "nearest", inline: "nearest" });
}

function showPersons() {
  $("persons").hidden = yours().length < 2;
  $("persons").replaceChildren(
    ...yours().map((each) => {
      const made = html("button", {
        type: "button",
        textContent: seatName(each),
        className: views.get(each)?.asked ? "due" : "",
      });
      made.setAttribute("role", "tab");
      made.setAttribute("aria-selected", each === seat);
      made.onclick = () => {
        turnTo(each);
        show();
      };
      return made;
    }),
  );
}

function turnTo(other) {
  if (other === seat) return;
  seat = other;
  fresh();
  things.clear();
  $("things").replaceChildren();
}

function showPrompt() {
  const now = view(),
    mine = now.asked && !waiting.size && !now.over,
    [word] = wordsOf(now),
    asks = word ? now.prompt.replace(/[^.]*$/, word) : now.prompt;
  const other =
    now.turn === null || now.turn === undefined ? "" : say("turn_of", { name: seatName(now.turn) });
  const text =
    now.over ||
    (waiting.size && performance.now() - wished >= LATE
      ? say("waiting")
      : now.asked
        ? say(picks.length && lies().length > 1 ? "turn_it" : ready() ? "sure" : asks)
        : other);
  if ($("prompt").textContent !== text) $("prompt").textContent = text;
  $("prompt").classList.toggle("mine", mine);
  document.title = mine ? `● ${say("your_turn")}` : say("title");
  for (const tool of ["hint", "undo"]) $(tool).disabled = !!now.over || (tool === "hint" && !now.asked);
}

function showConfirm() {
  const now = view(),
    lying = lies();
  $("confirm").hidden = !ready();
  for (const side of ["lie-left", "lie-right"]) $(side).hidden = lying.length < 2;
  $("do").setAttribute(
    "aria-label",
    lying.length > 1 ? `${say("play")}, ${say("lies", { n: choice + 1, all: lying.length })}` : say("play"),
  );
  const words = wordsOf(now);
  $("actions").hidden = !words.length || !!waiting.size;
  $("actions").replaceChildren(
    ...words.map((word) => {
      const made = html("button", { type: "button", className: "main", textContent: say(`phone.word.${word}`) });
      made.onclick = () => wish([word]);
      return made;
    }),
  );
}

// Sitting down --------------------------------------------------------------------------------

let chosen, // the seat that somebody has tapped
  known = "", // who sat where when the seats were last shown
  farewell = ""; // why this phone has lost a seat

function showSeats() {
  $("sit-title").textContent = table.title;
  $("sit-cancel").hidden = !yours().length;
  const mark = $("sit-form").elements.badge?.value;
  const open = table.seats.filter((each) => !yours().includes(each.seat));
  const first =
    open.find((each) => each.kind === "free") ?? open.find((each) => each.phone === "none") ?? open[0];
  $("seats").replaceChildren(
    ...open.map((each) => {
      const input = html("input", {
        type: "radio",
        name: "seat",
        value: String(each.seat),
        required: true,
        checked: open.some((other) => other.seat === chosen) ? each.seat === chosen : each === first,
      });
      const state = { free: "free", computer: "computer" }[each.kind] ?? (each.phone === "away" ? "away" : "taken");
      input.onchange = () => {
        chosen = each.seat;
        farewell = "";
        takeOver();
      };
      return html(
        "label",
        {},
        input,
        badge(each),
        html("span", { textContent: each.name || say("free") }),
        html("small", { textContent: say(state) }),
      );
    }),
  );
  $("badges").replaceChildren(
    ...table.badges.map((each, at) => {
      const input = html("input", {
        type: "radio",
        name: "badge",
        value: each,
        required: true,
        checked: mark ? each === mark : at === 0,
      });
      input.setAttribute("aria-label", say(`phone.mark.${each}`));
      return html("label", {}, input, badge({ badge: each }));
    }),
  );
  if (!$("name").value) $("name").value = kept.name;
  const state = table.seats.map(({ kind, phone, name }) => `${kind} ${phone} ${name}`).join();
  if (state !== known) takeOver();
  known = state;
}

/** What is said beside the seats; nothing if the text is empty. */
function note(text) {
  $("sit-note").textContent = text;
  $("sit-note").hidden = !text;
}

function takeOver() {
  const there = table.seats.find((each) => String(each.seat) === $("sit-form").elements.seat?.value);
  const free = table.seats.some((each) => each.phone !== "here");
  const asked = there?.kind === "person" ? say("ask_table", { name: there.name }) : "";
  note([farewell, asked, free ? "" : say("all_taken")].filter(Boolean).join(" "));
}

$("sit-form").onsubmit = (event) => {
  event.preventDefault();
  const { seat: at, badge: mark } = $("sit-form").elements,
    name = $("name").value.replace(/\s/g, " ").replace(/\p{C}/gu, "").trim(); // what cannot be seen
  if (!name || !at?.value) return;
  keep({ name: adding ? kept.name : name });
  send({ type: "sit", seat: Number(at.value), name, badge: mark.value });
  farewell = "";
  note(say("waiting"));
};
$("sit-cancel").onclick = () => {
  adding = false;
  show();
};

// Looking nearer ------------------------------------------------------------------------------

const eye = { x: 0, y: 0, zoom: 1 };
const fingers = new Map();
let dragged = false,
  pinch = 0;

function frame() {
  const [x, y, width, height] = boxOf(view());
  eye.x = Math.min(x + width, Math.max(x, eye.x));
  eye.y = Math.min(y + height, Math.max(y, eye.y));
  if (eye.zoom === 1) {
    eye.x = x + width / 2;
    eye.y = y + height / 2;
  }
  const [w, h] = [width / eye.zoom, height / eye.zoom];
  $("board").setAttribute("viewBox", `${eye.x - w / 2} ${eye.y - h / 2} ${w} ${h}`);
  $("farther").disabled = eye.zoom === 1;
}

function at(clientX, clientY) {
  return new DOMPoint(clientX, clientY).matrixTransform($("board").getScreenCTM().inverse());
}

function zoomBy(factor, clientX, clientY) {
  const before = at(clientX, clientY),
    zoom = Math.min(8, Math.max(1, eye.zoom * factor));
  eye.x = before.x + (eye.x - before.x) * (eye.zoom / zoom);
  eye.y = before.y + (eye.y - before.y) * (eye.zoom / zoom);
  eye.zoom = zoom < 1.03 ? 1 : zoom;
  frame();
}

function middle() {
  const box = $("board").getBoundingClientRect();
  return [box.x + box.width / 2, box.y + box.height / 2];
}

const span = () => {
  const [a, b] = [...fingers.values()];
  return Math.hypot(a.x - b.x, a.y - b.y);
};
$("board").onpointerdown = (event) => {
  $("board").setPointerCapture(event.pointerId);
  fingers.set(event.pointerId, { x: event.clientX, y: event.clientY, from: [event.clientX, event.clientY] });
  if (fingers.size === 1) dragged = false;
  if (fingers.size === 2) {
    dragged = true;
    pinch = span();
  }
};
$("board").onpointermove = (event) => {
  const finger = fingers.get(event.pointerId);
  if (!finger) return;
  const before = at(finger.x, finger.y);
  Object.assign(finger, { x: event.clientX, y: event.clientY });
  if (Math.hypot(finger.x - finger.from[0], finger.y - finger.from[1]) > 9) dragged = true;
  if (!dragged) return;
  const now = at(finger.x, finger.y);
  eye.x -= (now.x - before.x) / fingers.size;
  eye.y -= (now.y - before.y) / fingers.size;
  if (fingers.size === 2) {
    const [a, b] = [...fingers.values()],
      wide = span();
    if (pinch) zoomBy(wide / pinch, (a.x + b.x) / 2, (a.y + b.y) / 2);
    pinch = wide;
  } else {
    frame();
  }
};
$("board").onpointerup = $("board").onpointercancel = (event) => fingers.delete(event.pointerId);
$("board").addEventListener(
  "wheel",
  (event) => {
    event.preventDefault();
    zoomBy(Math.exp(-event.deltaY / 400), event.clientX, event.clientY);
  },
  { passive: false },
);
$("nearer").onclick = () => zoomBy(1.5, ...middle());
$("farther").onclick = () => zoomBy(1 / 1.5, ...middle());

/** The place that a fingertip there means: the nearest, with a little favour for what may follow. */
function tapAt(clientX, clientY) {
  const point = at(clientX, clientY),
    pixel = 1 / $("board").getScreenCTM().a,
    next = glowing(),
    near = new Set();
  let best = null,
    least = Infinity;
  for (const { item } of things.values()) {
    if (!item[6]) continue;
    const far = Math.hypot(item[2] - point.x, item[3] - point.y);
    const limit = Math.max(Number(base(item[1])?.dataset.reach ?? 0.5) * item[5], 26 * pixel);
    if (far < 22 * pixel && next.has(item[6])) near.add(item[6]);
    const cost = far - (next.has(item[6]) ? 12 * pixel : 0);
    if (far <= limit && cost < least) {
      best = item[6];
      least = cost;
    }
  }
  if (best !== null) tap(best, near.size < 2);
  else if (picks.length) pick([]);
}

$("board").onclick = (event) => {
  // not sooner: what a finger's click would meet may be another thing once something has been shown
  const thing = event.detail === 0 && event.target.closest?.("[data-place]"); // a screen reader's
  if (thing) tap(thing.dataset.place);
  else if (event.detail && !dragged) tapAt(event.clientX, event.clientY);
};
$("board").onkeydown = (event) => {
  const place = event.target.dataset?.place;
  if (place && (event.key === "Enter" || event.key === " ")) {
    event.preventDefault();
    tap(place);
  }
};

// Buttons -------------------------------------------------------------------------------------

let heldSince = 0;
$("hold").onpointerdown = () => {
  heldSince = performance.now();
  held = true;
  showHand();
};
for (const end of ["pointerup", "pointercancel", "blur"])
  addEventListener(end, () => {
    if (!held) return;
    held = false;
    showHand();
  });
$("hold").onclick = (event) => {
  unlocked = event.detail === 0 || performance.now() - heldSince < 350; // a key's, or a tap and not a look
  showHand();
};
$("hold").oncontextmenu = (event) => event.preventDefault();
$("lock").onclick = () => {
  cover();
  showHand();
};
$("sort").onclick = () => {
  order = (order + 1) % ORDERS.length;
  showHand();
};
$("do").onclick = () => {
  const lying = lies();
  wish(lying.length ? [...picks, lying[choice]] : picks);
};
$("drop").onclick = () => pick([]);
$("lie-left").onclick = () => lieOn(-1);
$("lie-right").onclick = () => lieOn(1);
$("hint").onclick = () => send({ type: "hint", seat, at: view().at });
$("undo").onclick = () => send({ type: "undo", seat });
$("book").onclick = () => openRules();
$("told").querySelector("button").onclick = (event) => openRules(event.target.textContent);
$("again").onclick = anew;
$("more").onclick = () => {
  showSwitches();
  $("leave").textContent = say("leave");
  $("menu").showModal();
};
for (const each of document.querySelectorAll(".shut")) each.onclick = () => each.closest("dialog").close();
for (const each of document.querySelectorAll("dialog"))
  each.onclick = (event) => {
    if (event.target === each) each.close();
  };
for (const each of document.querySelectorAll(".language"))
  each.onclick = () => speak(kept.language === "de" ? "en" : "de").then(showSwitches);
function showSwitches() {
  for (const [id, key] of [
    ["sound", "sound"],
    ["buzz", "vibration"],
  ]) {
    $(id).textContent = `${say(key)}: ${say(kept[id] ? "on" : "off")}`;
    $(id).setAttribute("aria-pressed", kept[id]);
    $(id).onclick = () => {
      keep({ [id]: !kept[id] });
      showSwitches();
    };
  }
  $("second").hidden = !table?.seats.some((each) => !yours().includes(each.seat));
}
$("second").onclick = () => {
  $("menu").close();
  adding = true;
  note("");
  $("name").value = "";
  show();
  $("name").focus();
};
$("leave").onclick = () => {
  if ($("leave").textContent !== say("leave_sure")) {
    $("leave").textContent = say("leave_sure");
    return;
  }
  $("menu").close();
  send({ type: "leave", seat });
};

// Rules to read -------------------------------------------------------------------------------

async function openRules(mark) {
  $("page").replaceChildren(...typeset(await get(`/rules/${kept.language}/${table.game}.md`)));
  if (!$("rules").open) $("rules").showModal();
  const found = mark && [...$("page").querySelectorAll(".rule")].find((each) => each.textContent === mark);
  found?.classList.add("found");
  if (found) found.scrollIntoView({ block: "center" });
  else $("rules").scrollTop = 0;
}

/** Blocks of the small Markdown of docs/rules_pages.md, without its pictures. */
function typeset(text) {
  return text
    .trim()
    .split(/\n\s*\n/)
    .flatMap((block) => {
      const lines = block.split("\n").filter((line) => !line.startsWith("!["));
      if (!lines.length) return [];
      const heading = /^(#+) (.*)/.exec(lines[0]);
      if (heading)
        return [
          html(`h${Math.min(3, heading[1].length + 1)}`, {}, ...inline(heading[2])),
          ...typeset(lines.slice(1).join("\n") || " "),
        ];
      if (lines[0].startsWith(">"))
        return [html("blockquote", {}, ...inline(lines.map((line) => line.replace(/^> ?/, "")).join(" ")))];
      if (lines[0].startsWith("|")) {
        const cells = (line) =>
          line
            .replace(/^\||\|$/g, "")
            .split("|")
            .map((cell) => cell.trim());
        const rows = lines
          .filter((line) => !/^\|[-| ]+$/.test(line))
          .map((line, n) =>
            html("tr", {}, ...cells(line).map((cell) => html(n ? "td" : "th", {}, ...inline(cell)))),
          );
        return [html("table", {}, ...rows)];
      }
      if (/^(-|\d+\.) /.test(lines[0])) {
        const points = lines
          .join("\n")
          .split(/\n(?=(?:-|\d+\.) )/)
          .map((point) => html("li", {}, ...inline(point.replace(/^(-|\d+\.) /, "").replace(/\s+/g, " "))));
        return [html(lines[0].startsWith("-") ? "ul" : "ol", {}, ...points)];
      }
      return lines.join(" ").trim() ? [html("p", {}, ...inline(lines.join(" ")))] : [];
    });
}

function inline(text) {
  return text
    .split(/(\*\*.+?\*\*|\*.+?\*|\{[A-Z]+-\d+\})/)
    .filter(Boolean)
    .map((part) => {
      if (part.startsWith("**")) return html("strong", { textContent: part.slice(2, -2) });
      if (part.startsWith("*")) return html("em", { textContent: part.slice(1, -1) });
      if (part.startsWith("{")) return html("span", { className: "rule", textContent: part.slice(1, -1) });
      return part;
    });
}

// Beginning -----------------------------------------------------------------------------------

keep({});
const sheet = new DOMParser().parseFromString(await get("/sprites.svg"), "image/svg+xml");
$("sprites").append(document.importNode(sheet.documentElement, true));
await speak(kept.language);
connect();
