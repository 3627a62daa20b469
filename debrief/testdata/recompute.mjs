// Recomputes the numbers of a debrief from a call's journal (JSON lines) and the scene,
// by the definitions of docs/debrief.md and without the code of package debrief.
//   node recompute.mjs journal.jsonl scene.json
import { readFileSync } from "node:fs";

const [journal, sceneFile] = process.argv.slice(2);
const events = readFileSync(journal, "utf8").split("\n").filter(Boolean).map((l) => JSON.parse(l));
const scene = JSON.parse(readFileSync(sceneFile, "utf8"));
const s = (ns) => ns / 1e9;
const median = (a) => {
  const b = [...a].sort((x, y) => x - y);
  return b.length ? (b[Math.floor((b.length - 1) / 2)] + b[Math.floor(b.length / 2)]) / 2 : 0;
};

// What was said, by number of turn; the newest event of a number counts.
const turns = new Map();
const verdicts = [];
for (const e of events) {
  const b = e.body;
  if (e.kind === "said" || e.kind === "heard") {
    const parts = b.segments?.length ? b.segments : [{ start: b.start, end: b.end }];
    const spoken = b.turn.typed ? 0 : parts.reduce((sum, p) => sum + s(p.end - p.start), 0);
    turns.set(b.turn.number, {
      n: b.turn.number, user: e.kind === "heard", text: b.turn.text, typed: !!b.turn.typed, cut: !!b.turn.interrupted,
      start: s(b.start), first: s(b.segments?.length ? b.segments[0].start : b.start), end: s(b.end), spoken,
    });
  }
  if (e.kind === "verdict") {
    const said = [...turns.values()];
    const theirs = b.turns?.character ? turns.get(b.turns.character) : said.findLast((t) => !t.user);
    const mine = b.turns?.user ? turns.get(b.turns.user) : said.findLast((t) => t.user && t.n < theirs.n);
    verdicts.push({ ...b, mine, theirs });
  }
}
const all = [...turns.values()].sort((a, b) => a.n - b.n);
const mine = all.filter((t) => t.user), theirs = all.filter((t) => !t.user);
const spoken = mine.filter((t) => !t.typed);
const words = (t) => t.text.split(/\s+/).filter((w) => /[\p{L}\p{N}]/u.test(w));

const paced = spoken.filter((t) => words(t).length >= 8);
const pace = (ts) => ts.reduce((n, t) => n + words(t).length, 0) / (ts.reduce((n, t) => n + t.spoken, 0) / 60);
const pauses = [], afterPush = [];
const pushed = new Set(verdicts.filter((v) => v.progress <= v.previous).map((v) => v.theirs.n));
all.forEach((t, i) => {
  const before = all[i - 1];
  if (!t.user || t.typed || !before || before.user || t.first < before.end) return;
  pauses.push(t.first - before.end);
  if (pushed.has(before.n)) afterPush.push(t.first - before.end);
});

// The curve and the three moments.
const change = (v) => v.progress - v.previous;
const rubric = new Map((scene.rubric ?? []).map((c) => [c.id, c]));
let had = new Set();
for (const v of verdicts) {
  v.met = (v.checks ?? []).filter((id) => !had.has(id));
  had = new Set([...had, ...v.met]);
}
const heaviest = (v) => v.met.reduce((n, id) => n + (rubric.get(id)?.weight ?? 1), 0);
const secret = (v) => (v.met.some((id) => rubric.get(id)?.reveal === "after") ? 1 : 0);
const by = (keys) => (a, b) => keys.map((k) => k(a) - k(b)).find((d) => d !== 0) ?? 0;
const falls = verdicts.filter((v) => change(v) < 0).sort(by([(v) => -change(v), (v) => v.exchange]));
const rises = verdicts.filter((v) => change(v) > 0).sort(by([change, heaviest, secret, (v) => v.exchange]));
const kept = verdicts.filter((v, i) => change(v) >= 2 && verdicts.slice(i).every((w) => w.progress >= v.progress));

const weight = (c) => c.weight ?? 1;
const skills = {};
for (const c of rubric.values()) {
  const sum = (skills[c.skill] ??= [0, 0]);
  sum[1] += weight(c);
  if (had.has(c.id)) sum[0] += weight(c);
}
const total = (i) => Object.values(skills).reduce((n, p) => n + p[i], 0);
const userS = spoken.reduce((n, t) => n + t.spoken, 0);
const characterS = theirs.reduce((n, t) => n + t.end - t.start, 0);

console.log(JSON.stringify({
  seconds: all.at(-1).end, progress: verdicts.at(-1).progress, exchanges: verdicts.length,
  curve: verdicts.map((v) => ({ t: v.theirs.end, from: v.previous, to: v.progress, checks: v.met })),
  keys: Object.fromEntries(verdicts.flatMap((v) => v.met.map((id) => [id, v.mine.start]))),
  moments: { worst: falls.at(-1)?.mine.start, best: rises.at(-1)?.mine.start, turning: kept[0]?.mine.start },
  score: { got: total(0), of: total(1), by_skill: skills },
  speech: {
    user_s: userS, character_s: characterS, share: userS / (userS + characterS),
    wpm: { v: pace(paced), n: paced.length, low: Math.min(...paced.map((t) => pace([t]))), high: Math.max(...paced.map((t) => pace([t]))) },
    pause: { v: median(pauses), n: pauses.length, low: Math.min(...pauses), high: Math.max(...pauses) },
    longest: Math.max(...spoken.map((t) => t.end - t.start)), questions: mine.filter((t) => t.text.includes("?")).length,
    words: spoken.reduce((n, t) => n + words(t).length, 0), turns: mine.length,
    fillers: spoken.flatMap(words).filter((w) => /^(u+m+|u+h+|e+r+m*|h+m+)$/i.test(w)).length,
    after_pushback: { v: median(afterPush), n: afterPush.length }, cut: theirs.filter((t) => t.cut).length,
  },
}));
