import { existsSync } from "node:fs";
import type { Report } from "../../core/flow/build/block-factory.ts";
import { BlockError } from "../../core/flow/graph/block-error.ts";
import type { CheckedBlock, CheckedGraph } from "../../core/flow/graph/checked-graph.ts";
import type { Graph } from "../../core/flow/graph/graph.ts";
import { type GraphRun, type GraphStep, runGraph } from "../../core/flow/run/run-graph.ts";
import { listOf } from "../../core/configuration/list-of.ts";
import { loadGraph } from "../../core/blocks/catalogue.ts";
import { keptFacts } from "../../core/graphs/kept-facts.ts";
import { MOST_GRAPH_BYTES, readGraphFile } from "../../core/graphs/graph-file.ts";
import { exportGrc } from "../../core/graphs/grc/export.ts";
import { importGrc } from "../../core/graphs/grc/import.ts";
import { PRESETS } from "../../core/graphs/presets/registry.ts";
import { setInGraph } from "../../core/graphs/set-in-graph.ts";
import { command, type OwnOptions } from "../command.ts";
import { dawnHost, fromTheBeginning } from "../dawn.ts";
import { checkDistinct } from "../distinct-files.ts";
import { readText } from "../files.ts";
import { nearestName } from "../help/nearest-name.ts";
import { planSinkFiles, type SinkFiles } from "./files.ts";
import { planInputs } from "./sources.ts";
import { blockList, blockReport, checkReport, checkText, problemLines } from "./tables.ts";
import { jsonOption, orUsage, UsageError, wholeNumber } from "../options.ts";
import { refuseUnused } from "../unused-options.ts";
import { writeJson, writeText } from "../output.ts";
import { createProgress, interruptSignal, print, tell, untilInterrupted } from "../terminal.ts";

const PAGE = 2 ** 20;

const extras = {
  "set NAME=VALUE": {
    isRepeated: true,
    description: "Set a variable, or a parameter as BLOCK.PARAMETER. It may be given several times.",
  },
  "in FILE|-": {
    input: true,
    description: "The recording for a block that names none, also in place of a radio; - is standard input.",
  },
  "input-channel N": "Channel of all recordings, in place of the blocks' own. The first one is 0.",
  "channel N": "Another name of --input-channel.",
  "format TYPE": "Sample type of standard input: cf32_le, cu8, ci16_le … Default cf32_le.",
  "page SIZE": `Items of the busiest connection per page. Default ${PAGE}.`,
  "pages N": "Stop after N pages. Default: when all sources have ended.",
  check:
    "Do not run: print types, rates, fused blocks and problems. Exit code 2 if it cannot run. Options of the run have no effect then.",
  unfused: "Run each block as its own kernel.",
  list: "Print all presets, and all blocks with their ports and parameters.",
  "grc FILE.grc": {
    output: true,
    description: "Do not run: write the graph for GNU Radio Companion 3.10, and tell what it cannot hold.",
  },
  json: jsonOption("the results"),
} satisfies OwnOptions;

/** Options of a run. A check, which is a trial of a command line, takes them. */
const RUNNING = ["in", "input-channel", "channel", "format", "page", "pages", "unfused"];

export const flow = command({
  name: "flow",
  usage: "GRAPH.json|PRESET [--set gain=2] [--in FILE|-] [options]",
  about: "Runs a flow graph of blocks on files, pipes and made signals.",
  details:
    "Runs a flow graph: a file of Threeray (.json) or of GNU Radio Companion 3.8 to 3.10 (.grc), or a preset by its name.\n" +
    "A file sink named - writes the raw items to standard output.",
  examples: [
    "flow fm-receiver --pages 4",
    "flow graph.json --check",
    "rtl_sdr -f 100.3M -s 2.4M - | flow radio --in - --format cu8",
  ],
  words: PRESETS.map(({ name }) => name),
  failure: "The run failed or was stopped. With --check, a graph that cannot run gives 2.",
  takes: "files",
  extras,
  async run({ positionals, own, files }) {
    if (own.list) {
      if (positionals.length > 0) throw new UsageError(`flow: --list reads no graph; leave out ${positionals[0]}`);
      const others = Object.keys(own).filter((name) => name !== "list" && name !== "json");
      refuseUnused("flow", own, others, "with --list");
      if (own.json) writeJson(own.json, blockReport());
      else print(blockList());
      return 0;
    }
    if (positionals.length !== 1) throw new UsageError(`flow: name one graph, got ${positionals.join(" ") || "none"}`);
    if (own.channel !== undefined && own["input-channel"] !== undefined) {
      throw new UsageError("flow: --channel and --input-channel mean the same; give one of them");
    }
    if (own.grc) refuseUnused("flow", own, ["check", "json", ...RUNNING], "with --grc, which runs no graph");
    const options = {
      page: own.page === undefined ? PAGE : wholeNumber("page", own.page, { min: 1, max: 2 ** 30 }),
      pages: own.pages === undefined ? undefined : wholeNumber("pages", own.pages, { min: 1 }),
      isFused: !own.unfused,
    };
    const [path] = positionals;
    const graph = settle(await openGraph(path), own.set);
    const checked = await loadGraph(graph);
    if (own.grc) {
      const hz = Object.fromEntries(checked.edges.flatMap(({ to, hz }) => (hz === undefined ? [] : [[to[0], hz]])));
      const { text, notes } = await exportGrc(graph, hz);
      writeText(own.grc, text);
      for (const note of notes) tell(`${note}`);
      return 0;
    }
    if (own.check) {
      if (own.json) writeJson(own.json, checkReport(checked));
      else print(checkText(checked));
      return checked.problems.length ? 2 : 0;
    }
    if (checked.problems.length)
      throw new UsageError(`${path} cannot run.\n${problemLines(checked.problems).trimEnd()}`);
    if (checked.blocks.length === 0) throw new UsageError(`${path}: the graph has no blocks`);
    const inputs = planInputs(checked, {
      in: own.in,
      format: own.format,
      channel: own["input-channel"] ?? own.channel,
    });
    const sinks = planSinkFiles(checked, (sink, samples) =>
      keptFacts(checked, sink, samples, (block) => inputs.recordings.get(block)),
    );
    orUsage(() =>
      checkDistinct({ reads: [...files.reads, ...inputs.files], writes: [...files.writes, ...sinks.files] }),
    );
    if (sinks.usesStdout && own.json === "-") {
      throw new UsageError("flow: --json - and a file sink both write standard output");
    }
    const hasPipe =
      own.in === "-" || checked.blocks.some(({ instance }) => instance?.kind === "source" && instance.needs === "pipe");
    if (options.pages === undefined) tellOfEndless(checked);
    const host = await dawnHost();
    let started = 0;
    const result = await fromTheBeginning(host, (gpu) => {
      if (started++ && (hasPipe || sinks.usesStdout)) {
        throw new Error("The GPU was lost, and a pipe cannot be read or written again. Start the command again.");
      }
      const signal = interruptSignal();
      const run = runGraph(gpu, checked, { ...options, open: inputs.open, signal });
      const written = sinks.files.map(({ path }) => path);
      return collect(run, sinks.open(), signal, { pages: options.pages, results: noFrames(checked), written });
    });
    inputs.tellNonFinite();
    const told = { experiment: "flow", graph: graph.title ?? path, page: options.page, ...result };
    if (own.json) writeJson(own.json, told);
    else if (!sinks.usesStdout) print(resultText(result));
    return result.complete ? 0 : 1;
  },
});

/** Unconnected parts of a graph run to their own ends. */
function tellOfEndless({ blocks }: CheckedGraph): void {
  const ending = new Set(blocks.filter(ends).map(({ component }) => component));
  const endless = blocks.find(({ component }) => !ending.has(component));
  if (!endless) return;
  const what =
    ending.size === 0 ? "No source of this graph ends" : `The part of this graph with ${endless.id} has no end`;
  tell(`${what}. It runs until ctrl-C, or give --pages N.`);
}

/** Whether a block ends the signals that are connected with it. */
function ends({ instance, shape, parameters }: CheckedBlock): boolean {
  if (instance?.kind === "source") return !("loop" in parameters && parameters.loop === "on");
  return shape !== undefined && shape.ends < Infinity;
}

/** Returns the graph of a file or a preset; an import tells what differs. */
async function openGraph(path: string): Promise<Graph> {
  const preset = PRESETS.find(({ name }) => name === path);
  if (preset && !existsSync(path)) return preset.graph;
  if (!/[./\\]/.test(path) && !existsSync(path)) {
    const nearest = nearestName(
      path,
      PRESETS.map(({ name }) => name),
    );
    const advice = nearest ? `did you mean ${nearest}? flow --list` : "flow --list";
    throw new UsageError(`flow: there is no preset ${path}; ${advice} prints all, and a file ends in .json or .grc`);
  }
  const text = readText(path, MOST_GRAPH_BYTES, "a flow graph");
  try {
    if (!path.endsWith(".grc")) return readGraphFile(path, text);
    const { graph, notes } = await importGrc(path, text);
    for (const note of notes) tell(`${note}`);
    return graph;
  } catch (error) {
    if (error instanceof RangeError) throw new UsageError(error.message, { cause: error });
    throw error;
  }
}

function settle(graph: Graph, settings = ""): Graph {
  return settings
    .split("\n")
    .filter(Boolean)
    .reduce((settled, setting) => {
      const at = setting.indexOf("=");
      if (at < 1) throw new UsageError(`--set takes NAME=VALUE, got "${setting}"`);
      return orUsage(() => setInGraph(settled, setting.slice(0, at).trim(), setting.slice(at + 1)));
    }, graph);
}

interface Result {
  pages: number;
  items: number;
  seconds: number;
  dropped: Record<string, number>;
  results: Record<string, unknown>;
  files: string[];
  /** False after an interruption. */
  complete: boolean;
}

/** Blocks that list frames. */
const FRAME_LISTS = ["frames-sink", "signal-decoder"];

/** Returns the results of receivers that find nothing: a list of frames says so, and sends no report. */
export const noFrames = ({ blocks }: Pick<CheckedGraph, "blocks">): Result["results"] =>
  Object.fromEntries(
    blocks.filter(({ type }) => FRAME_LISTS.includes(type)).map(({ id }) => [id, { kind: "frames", frames: [] }]),
  );

/** Takes all pages: items go to files, and the other reports are kept, beside the given results. */
async function collect(
  run: GraphRun,
  files: SinkFiles,
  signal: AbortSignal,
  { pages, results, written }: { pages?: number; results: Result["results"]; written: readonly string[] },
): Promise<Result> {
  const begin = performance.now();
  const progress = pages === undefined ? undefined : createProgress("flow");
  const result: Result = { pages: 0, items: 0, seconds: 0, dropped: {}, results, files: [], complete: true };
  try {
    for await (const step of untilInterrupted(run.steps)) {
      await take(step, files, result);
      if (pages !== undefined) progress?.update(Math.min(1, result.pages / pages));
    }
    progress?.end();
    result.files = await files.finish();
  } catch (error) {
    // A reader that has enough, for example `head`, ends the run without a failure.
    if ((error as NodeJS.ErrnoException).code === "EPIPE") {
      if (written.length > 0)
        tell(`The reader of standard output has ended. No other file was written: ${listOf(written)}.`);
      return { ...result, complete: written.length === 0 };
    }
    if (error instanceof BlockError && error.cause instanceof UsageError) throw error.cause;
    if (error instanceof BlockError && error.block)
      throw new Error(`${error.block}: ${error.message}`, { cause: error });
    throw error;
  } finally {
    files.discard();
  }
  result.seconds = Number(((performance.now() - begin) / 1000).toFixed(3));
  result.complete = !signal.aborted;
  return result;
}

async function take(step: GraphStep, files: SinkFiles, result: Result): Promise<void> {
  result.pages++;
  result.items += step.items;
  for (const { block, items } of step.dropped) result.dropped[block] = (result.dropped[block] ?? 0) + items;
  for (const { block, report } of step.reports) {
    if (report.kind === "items" || report.kind === "audio") await files.write(block, report);
    else if (report.kind === "frames") {
      const list = (result.results[block] ??= { kind: "frames", frames: [] }) as { frames: unknown[] };
      list.frames.push(
        ...report.frames.map(({ time, bytes, facts }) => ({ time, hex: Buffer.from(bytes).toString("hex"), facts })),
      );
    } else result.results[block] = plain(report);
  }
}

/** Typed arrays become lists. */
function plain(report: Report): unknown {
  return JSON.parse(
    JSON.stringify(report, (_, value: unknown) =>
      ArrayBuffer.isView(value) ? Array.from(value as Float32Array) : value,
    ),
  );
}

function resultText({ pages, items, seconds, dropped, results, files, complete }: Result): string {
  const rate = seconds > 0 ? `, ${((items / seconds) * 1e-6).toPrecision(3)} M items/s` : "";
  const lines = [
    `${pages === 1 ? "1 page" : `${pages} pages`}, ${items} items in ${seconds} s${rate}${complete ? "" : "; stopped"}`,
    ...Object.entries(dropped).map(([block, count]) => `${block}: ${count} items were dropped`),
    ...Object.entries(results).flatMap(([block, report]) => described(block, report as Report)),
    ...files.map((path) => `wrote ${path}`),
  ];
  return lines.map((line) => `${line}\n`).join("");
}

/** Figures have no line but their notes: they are in the JSON. */
function described(block: string, report: Report): string[] {
  const noted = "note" in report && report.note ? [`${block}: ${report.note}`] : [];
  if (report.kind === "number") return [`${block}: ${report.value} ${report.unit}`.trimEnd(), ...noted];
  if (report.kind === "frames") {
    const notes = report.frames.flatMap(({ facts }) => (typeof facts.note === "string" ? [facts.note] : []));
    const standards = new Map<string, number>();
    for (const note of notes.map((text) => text.split(",")[0])) standards.set(note, (standards.get(note) ?? 0) + 1);
    const others = [...standards].map(([name, count]) => `${block}: ${count} of ${name}, not received`);
    return [`${block}: ${report.frames.length - notes.length} frames`, ...others];
  }
  if (report.kind !== "errors") return noted;
  const { bits, errors, ci95 } = report;
  const ratio = bits
    ? ` = ${(errors / bits).toPrecision(3)}, 95 % interval ${ci95.map((rate) => rate.toPrecision(2)).join(" to ")}`
    : "";
  return [`${block}: ${errors} errors in ${bits} bits${ratio}`];
}
