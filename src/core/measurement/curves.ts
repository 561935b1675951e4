import { listOf } from "../configuration/list-of.ts";
/** A curve of error rates over Eb/N0 or SNR from another source, drawn beside Threeray's own. */
export interface ErrorCurve {
  /** The title in the text, or the given name. */
  title: string;
  over: "Eb/N0" | "SNR";
  /** Sorted by rising Eb/N0 or SNR. */
  points: readonly ErrorCurvePoint[];
}

export interface ErrorCurvePoint {
  /** Eb/N0 or SNR. */
  db: number;
  /** Null if the text has no rate, or a rate of 0. */
  ber: number | null;
  fer: number | null;
  /** Rate of the bits before the decoder. */
  uncoded: number | null;
}

interface Row {
  /** Line in the text, from 1. */
  line: number;
  cells: string[];
}

/**
 * The names of a column in simulators' output. Earlier patterns win: AFF3CT's reference files also have exact rates.
 */
const COLUMNS = {
  ebn0: [/^eb\s*\/?\s*n0/i, /^eb_?n_?o/i, /^e_b\s*\/\s*n_0/i],
  ber: [/^ber[_ ]exact$/i, /^ber\b/i, /^bit error rate/i],
  snr: [/^snr\b/i],
  uncoded: [/^ber before the decoder$/i],
  fer: [/^fer[_ ]exact$/i, /^(fer|bler|wer)\b/i, /^(frame|block|word) error rate/i],
} as const;

/** Columns whose values distinguish the curves of one table. */
const LABEL = /^(curve|name|label|series|decoder|algorithm|equalizer|detector|outer|windows|iterations)\b/i;

/**
 * Returns the curves in a text: error rates over Eb/N0, or over SNR if there is no Eb/N0. It reads AFF3CT's output and
 * reference files (columns between bars, comments after #), and tables with commas, semicolons, tabs or blanks:
 * `ebn0,ber[,fer]` with or without a head, or with columns that name the curve (Threeray's own CSV).
 *
 * @param name Name of a curve without a title, e.g. the file's name.
 * @throws RangeError that says what is missing or wrong, and in which line.
 */
export function parseCurves(text: string, name = "pasted"): ErrorCurve[] {
  const lines = text.split(/\r\n?|\n/);
  const title = titleOf(lines) ?? name;
  const table = rowsOf(lines);
  if (table.rows.length === 0) {
    throw new RangeError("curves: no numbers found; expected lines like “0.5, 1.3e-3” (Eb/N0 in dB, BER[, FER])");
  }
  const columns = columnsOf(table);
  const curves = new Map<string, ErrorCurvePoint[]>();
  for (const row of table.rows) {
    const label = columns.labels.map((column) => labelled(table.head?.[column], row.cells[column])).join(", ");
    const point = {
      db: numberIn(row, columns.db, columns.over),
      ber: rateIn(row, columns.ber, "BER"),
      fer: rateIn(row, columns.fer, "FER"),
      uncoded: rateIn(row, columns.uncoded, "BER before the decoder"),
    };
    curves.set(label, [...(curves.get(label) ?? []), point]);
  }
  const found = [...curves]
    .map(([label, points]) => ({
      title: label && curves.size > 1 ? `${title}: ${label}` : title,
      over: columns.over,
      points: points
        .filter(({ ber, fer, uncoded }) => ber !== null || fer !== null || uncoded !== null)
        .sort((a, b) => a.db - b.db),
    }))
    .filter(({ points }) => points.length > 0);
  if (found.length === 0) throw new RangeError("curves: no point has an error rate above zero");
  return found;
}

function titleOf(lines: readonly string[]): string | undefined {
  for (const line of lines) {
    const found = /^#?\s*title\s*[:=]\s*(.+)$/i.exec(line.trim());
    if (found) return found[1].trim();
  }
  return undefined;
}

/** Returns the lines of numbers, and the line of names above them. */
function rowsOf(lines: readonly string[]): { head?: string[]; rows: Row[] } {
  const barred = lines.some((line) => /\d\s*\|/.test(line.replace(/^\s*#.*/, "")));
  const data = lines.map((line, i) => ({ line: i + 1, text: line.trim() })).filter(({ text }) => text !== "");
  const split = barred ? splitBars : splitterOf(data.map(({ text }) => text).filter((text) => !text.startsWith("#")));
  let head: string[] | undefined;
  const rows: Row[] = [];
  for (const { line, text } of data) {
    const comment = text.startsWith("#");
    const cells = split(text.replace(/^#\s*/, ""));
    if (rows.length === 0 && cells.length > 1 && cells.some((cell) => RATE_OR_RATIO.test(cell))) head = cells;
    else if (comment) continue;
    else if (/^[-+−.\d]/.test(text) || (head && labelsIn(head).length > 0)) rows.push({ line, cells });
    else if (rows.length > 0) {
      throw new RangeError(`curves: line ${line} holds no numbers: “${text.slice(0, 40)}”`);
    }
  }
  return { head, rows };
}

/** A line of names contains at least one of these. */
const RATE_OR_RATIO = /^e_?[bs]\s*\/?\s*_?n_?[0o]|^(ber|fer|snr)\b/i;

/** Two bars separate columns like one bar; blanks between bars are an empty cell. */
const splitBars = (line: string) =>
  line
    .replace(/^\|+|\|+$/g, "")
    .split(/\|+/)
    .map((cell) => cell.trim());

/** The separators of a table without bars. */
function splitterOf(lines: readonly string[]): (line: string) => string[] {
  const sample = lines.join("\n");
  const delimiter = [";", "\t", ","].find((candidate) => sample.includes(candidate));
  if (!delimiter) return (line) => line.split(/\s+/);
  // If the columns have another separator, a comma is a decimal comma.
  return (line) =>
    line
      .split(delimiter)
      .map((cell) => cell.trim().replace(/^"(.*)"$/, "$1"))
      .map((cell) => (delimiter !== "," && /^-?\d+,\d+$/.test(cell) ? cell.replace(",", ".") : cell));
}

const labelsIn = (head: readonly string[]) => head.flatMap((name, i) => (LABEL.test(name) ? [i] : []));

interface Columns {
  over: ErrorCurve["over"];
  db: number;
  ber?: number;
  fer?: number;
  uncoded?: number;
  labels: number[];
}

function columnsOf({ head, rows }: { head?: string[]; rows: Row[] }): Columns {
  if (!head) {
    const most = Math.max(...rows.map(({ cells }) => cells.length));
    if (most < 2) throw new RangeError("curves: one column only; expected Eb/N0 in dB and BER, with a comma between");
    if (most > 3) {
      throw new RangeError(`curves: ${most} columns without names; add a line of names, for example “ebn0,ber,fer”`);
    }
    return { over: "Eb/N0", db: 0, ber: 1, fer: most > 2 ? 2 : undefined, labels: [] };
  }
  const find = (name: keyof typeof COLUMNS) => {
    const columns = COLUMNS[name].map((pattern) => head.findIndex((cell) => pattern.test(cell)));
    return columns.find((column) => column >= 0);
  };
  const [ebn0, ber, fer] = [find("ebn0"), find("ber"), find("fer")];
  const db = ebn0 ?? find("snr");
  if (db === undefined) throw new RangeError(`curves: no column Eb/N0 or SNR; the columns are ${listOf(head)}`);
  if (ber === undefined && fer === undefined) {
    throw new RangeError(`curves: no column BER or FER; the columns are ${listOf(head)}`);
  }
  const over = ebn0 === undefined ? "SNR" : "Eb/N0";
  return { over, db, ber, fer, uncoded: find("uncoded"), labels: labelsIn(head) };
}

/** "96 windows" and "max-log". */
function labelled(name: string | undefined, cell = ""): string {
  return name && /^\d+$/.test(cell) ? `${cell} ${name}` : cell;
}

function numberIn({ line, cells }: Row, column: number, name: string): number {
  const text = (cells[column] ?? "").replace("−", "-");
  const value = text === "" ? Number.NaN : Number(text);
  if (!Number.isFinite(value)) throw new RangeError(`curves: line ${line}: ${name} must be a number, got “${text}”`);
  return value;
}

function rateIn(row: Row, column: number | undefined, name: string): number | null {
  if (column === undefined || !row.cells[column]) return null;
  const value = numberIn(row, column, name);
  if (value < 0 || value > 1) {
    throw new RangeError(`curves: line ${row.line}: ${name} must lie between 0 and 1, got ${value}`);
  }
  return value || null;
}
