// Finds copies between labs: lines of equal shape, regardless of names, texts and numbers.

/** Smallest number of consecutive lines of equal shape that counts as a copy. */
const RUN = 6;
/** Files of two labs must share fewer such lines than this. */
export const MOST_COPIED = 20;

const KEYWORDS = new Set(
  (
    "as async await break case catch class const continue default do else export extends false finally for from function if " +
    "import in instanceof interface let new null of return satisfies switch this throw true try type typeof undefined void while"
  ).split(" "),
);

/**
 * Returns the lines of a text as shapes: names become I, texts T, numbers N. Comments, imports and lines with only
 * brackets are left out, because they are similar without being copies.
 *
 * @returns For each line its number, from 1, and its shape.
 */
export function shapesOf(text) {
  const blank = (match) => match.replace(/[^\n]/g, " ");
  const code = text
    .replace(/\/\*[\s\S]*?\*\//g, blank)
    .replace(/(^|[\s;{}(,])\/\/.*$/gm, "$1")
    .replace(/^import\b[\s\S]*?;$/gm, blank);
  return code.split("\n").flatMap((line, i) => {
    const shape = shapeOf(line);
    return /[ITN]|[a-z]/.test(shape) ? [{ line: i + 1, shape }] : [];
  });
}

function shapeOf(line) {
  return line
    .trim()
    .replace(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|`(?:[^`\\]|\\.)*`/g, "T")
    .replace(/\b\d[\w.]*/g, "N")
    .replace(/[A-Za-z_$][\w$]*/g, (word) => (KEYWORDS.has(word) ? word : word === "T" || word === "N" ? word : "I"))
    .replace(/\s+/g, " ");
}

/**
 * Returns the runs of lines that occur in both texts, the longest first. Each line of either text counts once.
 *
 * @param a Shapes of one text; `b`: shapes of the other.
 * @returns The begin of each run in both texts, and its number of lines.
 */
export function copiesBetween(a, b, least = RUN) {
  const places = new Map();
  for (let j = 0; j + least <= b.length; j++) {
    const key = keyOf(b, j, least);
    places.set(key, [...(places.get(key) ?? []), j]);
  }
  const runs = [];
  for (let i = 0; i + least <= a.length; i++) {
    for (const j of places.get(keyOf(a, i, least)) ?? []) {
      if (i > 0 && j > 0 && a[i - 1].shape === b[j - 1].shape) continue;
      let lines = least;
      while (a[i + lines] && a[i + lines].shape === b[j + lines]?.shape) lines++;
      runs.push({ i, j, lines });
    }
  }
  runs.sort((x, y) => y.lines - x.lines);
  const [takenA, takenB] = [new Set(), new Set()];
  return runs.flatMap((run) => {
    // Lines that a longer run has taken are counted there.
    let { i, j, lines } = run;
    while (lines > 0 && (takenA.has(i) || takenB.has(j))) [i, j, lines] = [i + 1, j + 1, lines - 1];
    let kept = 0;
    while (kept < lines && !takenA.has(i + kept) && !takenB.has(j + kept)) kept++;
    if (kept < least) return [];
    for (let k = 0; k < kept; k++) {
      takenA.add(i + k);
      takenB.add(j + k);
    }
    return [{ a: a[i].line, b: b[j].line, lines: kept }];
  });
}

const keyOf = (shapes, at, count) =>
  shapes
    .slice(at, at + count)
    .map(({ shape }) => shape)
    .join("\n");

/** Tests, and texts with a common form: lectures and lessons. */
const isProse = (path) => /(\.test\.tsx?|(lectures|lessons)\.ts)$/.test(path);

/**
 * Returns pairs of files of different labs with their common lines.
 *
 * @param files Text of each file by its path from the root.
 */
export function copiedPairs(files) {
  const labs = [...files].flatMap(([path, text]) => {
    const lab = /^src\/ui\/labs\/([^/]+)\/.*\.tsx?$/.exec(path)?.[1];
    return lab && !isProse(path) ? [{ path, lab, shapes: shapesOf(text) }] : [];
  });
  return labs
    .flatMap((a, i) =>
      labs.slice(i + 1).flatMap((b) => {
        if (a.lab === b.lab) return [];
        const runs = copiesBetween(a.shapes, b.shapes);
        const lines = runs.reduce((sum, run) => sum + run.lines, 0);
        return lines > 0 ? [{ a: a.path, b: b.path, lines, runs }] : [];
      }),
    )
    .toSorted((x, y) => y.lines - x.lines);
}

/** The rule of the house: labs share common code through the kit. */
export function* labCopies(files) {
  for (const { a, b, lines, runs } of copiedPairs(files)) {
    if (lines < MOST_COPIED) continue;
    const [longest] = runs;
    const found = `has ${lines} lines in common with ${b}, the longest run from line ${longest.a} there from line ${longest.b}`;
    const expected = `fewer than ${MOST_COPIED} lines of two labs' files have the same shape`;
    yield { file: a, rule: "copy", found, expected, todo: "move the common code to src/ui/kit" };
  }
}
