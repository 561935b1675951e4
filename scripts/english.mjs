// Plain English, a step of `npm test`: no string, comment or page of docs contains a banned phrase. The list holds
// phrases that a pattern can find. CONTRIBUTING.md has the rule. Arguments limit the step to paths that begin with them;
// `--long 25` also lists sentences of more than 25 words.
import { readFileSync } from "node:fs";
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { parseSync, Visitor } from "oxc-parser";
import { ALLOWED } from "./english-allowed.mjs";

const ROOT = fileURLToPath(new URL("..", import.meta.url));

const COUNTED =
  "bits?|samples?|symbols?|packets?|codewords?|frames?|operations?|products?|bytes?|units?|points?|taps?|redraws?|errors?|" +
  "lines?|times|kernels?|rows?|passes|pass|pages?|dB|turns?|pieces?|steps?|MiB|KiB|cycles?|words?|values?|numbers?|figures?";
const PER =
  "bit|symbol|second|sample|packet|point|codeword|frame|block|bin|page|edge|batch|signal|lab|thread|invocation|workgroup|" +
  "iteration|row|tap|card|curve|experiment|output|octave|decade|dimension|carrier|stage|use|unit|lane";

/** Patterns, and what to write instead. They ignore case, and match texts with single spaces. */
const BANNED = [
  [`\\b(?:${COUNTED}) an? (?:${PER})\\b`, "“per” for rates: bits per symbol"],
  ["\\bso many\\b", "the number itself: “this many” or “n samples”"],
  ["\\b(?:that|those) of\\b", "the noun again: “the spectrum of”"],
  ["\\b(?:of|by) itself\\b", "who does it: “automatically”, “alone”"],
  ["\\bsuch as\\b", "“for example”, or the list itself"],
  ["\\bwhat there is of\\b", "the noun itself"],
  ["\\bas it suits\\b|\\bwhatever suits\\b", "“automatic”"],
  ["\\b(?:says?|tells?) what (?:it|he|she) is at\\b", "“reports its progress”"],
  ["\\bwhat is more is\\b", "“larger values are”"],
  ["\\btake it so\\b", "a verb and its object: “Use this format”"],
  ["\\bunder the glass\\b", "“inspect”"],
  ["\\blooks? like back\\b", "what is ambiguous"],
  ["\\bto tell\\b(?= [.,;:]|[.,;:]|$)", "“provides”, “carries”"],
  ["\\bnobody\\b", "who: the sender, the file, the page"],
  ["\\bworth (?:its|their) while\\b", "“pays off”, “is faster”"],
  ["\\bat their ease\\b", "what happens"],
  ["\\bstays? at home\\b", "“is not sent”"],
  ["\\blead anywhere\\b", "what is out of range, and why it is harmless"],
  ["\\bway to (?:compute|convolve)\\b|\\bways to (?:compute|convolve)\\b", "“method”, “methods”"],
  ["\\ba rate for ears\\b", "“audio sample rate”"],
  ["\\bmaking sound\\b", "“preparing audio”"],
  ["\\bzero intersymbol interference\\b", "ZF is “zero forcing”"],
  ["\\bno sieves?\\b", "what the filter does"],
  ["\\bdesk\\b", "the part of the page by its name"],
  ["\\bwhoever\\b|\\bwhichever\\b", "name the person or thing"],
  ["\\bwhatever\\b", "“any”, “every”: on any device"],
  ["\\bwhat there is\\b", "the noun itself"],
  ["\\bof (?:its|their|his|one's) own\\b(?! [\\p{L}\\d])", "“own” before the noun: its own buffer"],
  ["(?<=\\w )anew\\b", "“again”, “new”"],
  ["\\b(?:go|goes|going|went) on\\b(?! (?:to|through)\\b)", "“continue”, “resume”"],
  ["\\bmakes? no sense\\b", "“is invalid”, or the reason"],
  ["\\bbut for\\b", "“except”"],
  ["\\bthere (?:is|are)(?= ?[.,;)]|$)", "leave it out, or name it: every task"],
  ["\\b(?:is|are|has|have) to be (?:said|seen|told|heard)\\b", "who says or sees it"],
  ["\\b(?:is|are|was|were) told\\b(?! apart)", "“the page reports”"],
  ["\\bon (?:its|their) way\\b", "“in flight”, “in progress”"],
  ["\\bunder way together\\b", "“overlap”"],
  ["\\bstands? (?:at|beside|against|before|there|where|why)\\b|\\bstood\\b", "“is”, “begins”, “is static”"],
  ["\\bin force\\b", "“current”"],
  ["\\bat hand\\b", "“available”"],
  ["\\bthrice\\b", "“three times”"],
  ["\\byardsticks?\\b", "“reference”"],
  ["\\bstor(?:y|ies)\\b", "“end-to-end test”"],
  ["\\bprogrammes?\\b", "“program” (of a computer)"],
  ["\\bthereof\\b|\\bthereby\\b|\\bwherein\\b|\\bwhereby\\b|\\bherein\\b", "two sentences"],
].map(([pattern, instead]) => ({ pattern: new RegExp(pattern, "giu"), instead }));

/** Returns the texts of a file with the line on which each begins. */
export function textsOf(path, text) {
  if (path.endsWith(".md")) return markdown(text);
  if (path.endsWith(".json")) return jsonStrings(text);
  if (path.endsWith(".css")) return blockComments(text, /\/\*([\s\S]*?)\*\//g);
  if (path.endsWith(".py")) return blockComments(text, /"""([\s\S]*?)"""|#(.*)$/gm);
  if (path.endsWith(".wgsl")) return joined(lineComments(text));
  if (/\.(?:html|svg)$/.test(path))
    return [...text.matchAll(/>([^<>]+)</g)].map((found) => at(text, found.index, found[1]));
  return program(path, text);
}

function at(text, index, value) {
  return { line: text.slice(0, index).split("\n").length, text: value };
}

/** Returns paragraphs and tables without their code. */
function markdown(text) {
  const blank = (match) => match.replace(/[^\n]/g, " ");
  const prose = text.replace(/^```[\s\S]*?^```/gm, blank).replace(/`[^`\n]*`/g, (code) => "x".repeat(code.length));
  return [...prose.matchAll(/(?:^(?!\s*$).+\n?)+/gm)].map((found) =>
    at(prose, found.index, found[0].replaceAll("|", " | ")),
  );
}

/** Returns the strings of a formatted JSON file, without the names of its fields. */
function jsonStrings(text) {
  const strings = text.matchAll(/"(?:[^"\\\n]|\\.)*"(?!\s*:)/g);
  return [...strings].map((found) => at(text, found.index, JSON.parse(found[0])));
}

function blockComments(text, pattern) {
  return [...text.matchAll(pattern)].map((found) => at(text, found.index, found[1] ?? found[2]));
}

function lineComments(text) {
  return [...text.matchAll(/\/\/(.*)$/gm)].map((found) => ({
    ...at(text, found.index, found[1]),
    trailing: followsCode(text, found.index),
  }));
}

/** Returns comments with those on consecutive lines joined to one text. A comment after code stays separate. */
function joined(comments) {
  const texts = [];
  for (const { line, text, trailing } of comments) {
    const last = texts.at(-1);
    if (last && !trailing && !last.trailing && last.line + last.lines === line) {
      last.text += ` ${text}`;
      last.lines++;
    } else texts.push({ line, text, lines: 1, trailing });
  }
  return texts;
}

const followsCode = (text, index) => /\S/.test(text.slice(text.lastIndexOf("\n", index - 1) + 1, index));

function program(path, text) {
  const { program, comments, errors } = parseSync(path, text);
  if (errors.length) throw new Error(`english: ${path} cannot be parsed: ${errors[0].message}`);
  const texts = [];
  new Visitor({
    Literal: ({ value, start }) => void (typeof value === "string" && texts.push(at(text, start, value))),
    TemplateLiteral: ({ quasis, start }) =>
      void texts.push(at(text, start, quasis.map(({ value }) => value.cooked).join(" … "))),
    JSXText: ({ value, start }) => void texts.push(at(text, start, value)),
  }).visit(program);
  const told = comments.map(({ value, start, type }) => ({
    ...at(text, start, type === "Block" ? value.replace(/^\s*\*/gm, " ") : value),
    trailing: followsCode(text, start),
  }));
  return [...texts, ...joined(told)].toSorted((a, b) => a.line - b.line);
}

/** Returns the banned phrases of one file: line, phrase, its surroundings and the suggested replacement. */
export function judge(path, text, allowed = ALLOWED) {
  return textsOf(path, text).flatMap(({ line, text: raw }) => {
    const prose = raw.replace(/\s+/g, " ");
    return BANNED.flatMap(({ pattern, instead }) =>
      [...prose.matchAll(pattern)].flatMap(({ 0: phrase, index }) => {
        const around = prose.slice(Math.max(0, index - 40), index + phrase.length + 40).trim();
        const known = allowed.some(({ file, text }) => (!file || path === file) && around.includes(text));
        return known ? [] : [{ path, line, phrase, around, instead }];
      }),
    );
  });
}

/** Splits a text into sentences and counts their words. */
export function sentences(text) {
  return text
    .split(/(?<=[.!?;:])(?<!\b(?:e\.g|i\.e|cf|Eq|Fig)\.)\s+/)
    .map((sentence) => ({ sentence, words: sentence.split(/\s+/).filter((word) => /\p{L}|\d/u.test(word)).length }));
}

function files() {
  const { stdout } = spawnSync("git", ["ls-files", "-co", "--exclude-standard"], {
    cwd: ROOT,
    encoding: "utf8",
    maxBuffer: 1 << 26,
  });
  return stdout
    .split("\n")
    .filter(
      (path) =>
        /\.(?:tsx?|mjs|js|wgsl|css|py|md|html)$|\/lectures\/[^/]+\.json$/.test(path) &&
        !path.startsWith("scripts/english") &&
        !/fixtures?\//.test(path),
    );
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { values, positionals } = parseArgs({ options: { long: { type: "string" } }, allowPositionals: true });
  const read = files()
    .filter((path) => positionals.length === 0 || positionals.some((prefix) => path.startsWith(prefix)))
    .map((path) => ({ path, text: readFileSync(join(ROOT, path), "utf8") }));
  if (values.long) tellLong(read, Number(values.long));
  const wrong = read.flatMap(({ path, text }) => judge(path, text));
  for (const { path, line, phrase, around, instead } of wrong) {
    console.log(`${path}:${line}: “${phrase}” in “…${around}…”; write ${instead}`);
  }
  if (wrong.length) {
    console.log(
      `\n${wrong.length} banned phrases. Rewrite each, or add it with the reason to scripts/english-allowed.mjs.`,
    );
    process.exit(1);
  }
}

/** `--long 25` lists sentences of more words than that. They are no violation, but most of them read better as two sentences. */
function tellLong(read, most) {
  for (const { path, text } of read) {
    for (const { line, text: prose } of textsOf(path, text)) {
      for (const { sentence, words } of sentences(prose.replace(/\s+/g, " "))) {
        if (words > most) console.log(`${path}:${line}: ${words} words: ${sentence}`);
      }
    }
  }
}
