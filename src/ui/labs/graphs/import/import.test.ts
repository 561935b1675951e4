import { expose } from "comlink";
import { describe, expect, it } from "vitest";
import { PRESETS } from "#core/graphs/presets/registry.ts";
import { encodeGraph } from "#core/graphs/graph-link.ts";
import { MOST_GRAPH_BYTES, writeGraph } from "#core/graphs/graph-file.ts";
import { importGraph, type ImportWorker } from "./client.ts";
import { type GraphSource, readSource } from "./reader.ts";

const [{ graph }] = PRESETS;
const file = (name: string, text: string): GraphSource => ({ name, file: new Blob([text]) });
const silent = () => {};

/** A worker that the test answers for. */
function fakeWorker(read: typeof readSource) {
  const { port1, port2 } = new MessageChannel();
  const seen = { sources: [] as GraphSource[], isTerminated: false };
  expose((source: GraphSource, report: (share: number) => void) => {
    seen.sources.push(source);
    return read(source, report);
  }, port1);
  const terminate = () => {
    seen.isTerminated = true;
    port1.close();
  };
  const spawn = () => Object.assign(port2, { terminate }) as ImportWorker;
  const fail = (message: string) => port2.dispatchEvent(Object.assign(new Event("error"), { message }));
  return { spawn, seen, fail };
}

describe("graphs/import/reader", () => {
  it("reads files, links and copied text", async () => {
    const text = writeGraph(graph);
    expect((await readSource(file("fm.json", text), silent)).graph).toEqual(graph);
    expect((await readSource({ name: "the clipboard", text }, silent)).graph).toEqual(graph);
    expect((await readSource({ link: await encodeGraph(graph) }, silent)).graph).toEqual(graph);
  });

  it.each<[string, GraphSource, string]>([
    ["text", file("notes.json", "no JSON"), "notes.json: cannot be read as JSON: it begins with “no JSON”"],
    ["a program", file("setup.exe", "MZ\u0090\0"), "setup.exe: cannot be read as JSON: it is a program for Windows"],
    [
      "a program as YAML",
      file("setup.grc", "MZ\u0090\0"),
      "setup.grc: cannot be read as YAML: it is a program for Wind",
    ],
    ["a list", file("list.json", "[]"), "list.json: expected a flow graph, got []"],
    ["XML", file("old.grc", "<?xml version='1.0'?>"), "old.grc: is a file of GNU Radio 3.7"],
    ["a film", { name: "film.json", file: { size: 2 ** 32 } as Blob }, "film.json: found 4096 MiB; the file of a flow graph has at most 8 MiB"], // prettier-ignore
    ["a long copy", { name: "the clipboard", text: " ".repeat(MOST_GRAPH_BYTES + 1) }, "the clipboard: found 9 MiB"],
    ["a cut link", { link: "cut" }, "the link's graph: found data that cannot be decompressed"],
  ])("refuses %s with its name", async (_, source, message) => {
    await expect(readSource(source, silent)).rejects.toThrow(message);
  });

  it("reports its progress, and ends an import whose lists double", async () => {
    const parameters = { id: "a", title: "", output_language: "python", generate_options: "no_gui" };
    const variables = Array.from({ length: 40 }, (_, i) => ({
      name: `v${i}`,
      id: "variable",
      parameters: { value: i === 0 ? "[1, 2]" : `v${i - 1} + v${i - 1}` },
      states: { coordinate: [0, 0], state: "enabled" },
    }));
    const text = JSON.stringify({ options: { parameters }, blocks: variables, connections: [] });
    const shares: number[] = [];
    await readSource(file("doubling.grc", text), (share) => shares.push(share)).catch(silent);
    expect(shares.length).toBeGreaterThan(0);
    expect(Math.max(...shares)).toBeLessThanOrEqual(1);
  });
});

describe("graphs/import/client", () => {
  const source: GraphSource = { name: "fm.json", text: "" };
  const never = () => new Promise<never>(() => {});
  const run = (read: typeof readSource = never) => {
    const worker = fakeWorker(read);
    const [stop, shares] = [new AbortController(), [] as number[]];
    const imported = importGraph(source, (share) => shares.push(share), stop.signal, worker.spawn);
    return { ...worker, imported, stop, shares };
  };

  it("hands on progress and the graph, and ends the worker", async () => {
    const { imported, shares, seen } = run(async (_, report) => {
      await report(0.5);
      return { graph, notes: ["a note"] };
    });
    expect(await imported).toEqual({ graph, notes: ["a note"] });
    expect(seen.sources).toEqual([source]);
    expect(shares).toEqual([0.5]);
    expect(seen.isTerminated).toBe(true);
  });

  it("passes on why a file is refused, and that a worker failed", async () => {
    const refused = run(async () => {
      throw new RangeError("fm.json: expected an object");
    });
    await expect(refused.imported).rejects.toThrow("fm.json: expected an object");
    const failed = run();
    failed.fail("");
    await expect(failed.imported).rejects.toThrow("could not be loaded");
    expect(failed.seen.isTerminated).toBe(true);
  });

  it("ends a worker that never answers", async () => {
    const { imported, stop, seen } = run();
    stop.abort();
    await expect(imported).rejects.toMatchObject({ name: "AbortError" });
    expect(seen.isTerminated).toBe(true);
  });
});
