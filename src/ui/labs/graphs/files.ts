import { writeGraph } from "#core/graphs/graph-file.ts";
import { create } from "zustand";
import type { GivenFiles } from "../../kit/given-files.ts";
import { namesOf } from "../../elements/attempt.ts";
import { say } from "../../elements/notices.ts";
import { download } from "../../figures/download.ts";
import { showWhole, unpiled } from "./canvas/handle.ts";
import { open, useGraph } from "./graph/store.ts";
import { readGraph } from "./import/opening.ts";
import { useCheck } from "./run/check.ts";

/** What could not be carried over from a file of GNU Radio Companion, or into one. */
export const useNotes = create<{ title: string; notes: readonly string[] }>()(() => ({ title: "", notes: [] }));

export const closeNotes = (): void => useNotes.setState({ notes: [] });

/** Returns a file's name for a graph: its title in lower case. */
function fileName(title = "flow graph"): string {
  const name = title.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "-");
  return name.replace(/^-|-$/g, "") || "flow-graph";
}

export function saveGraph(): void {
  const { graph } = useGraph.getState();
  download(`${fileName(graph.title)}.json`, writeGraph(graph), "application/json");
}

/** Saves the graph for GNU Radio Companion, and says what the file lacks. */
export async function saveGrc(): Promise<void> {
  const { graph } = useGraph.getState();
  try {
    const { exportGrc } = await import("#core/graphs/grc/export.ts");
    // The check knows the sample rates: designed filters need them.
    const edges = Object.entries(useCheck.getState().edges);
    const hz = edges.flatMap(([to, edge]) => (edge.hz === undefined ? [] : [[to.split(".")[0], edge.hz] as const]));
    const { text, notes } = await exportGrc(graph, Object.fromEntries(hz));
    download(`${fileName(graph.title)}.grc`, text, "application/yaml");
    useNotes.setState({ title: "The file for GNU Radio Companion is not complete", notes });
  } catch (error) {
    say(`The graph could not be saved for GNU Radio Companion. ${(error as Error).message}`, "warning");
  }
}

const EXPECTED = "Choose a .json file of Threeray, or a .grc file of GNU Radio Companion.";

/** Opens a graph's file: JSON, or one of GNU Radio Companion. */
export async function openFile(file: File): Promise<void> {
  try {
    const read = await readGraph({ file, name: file.name });
    if (!read) return;
    const { graph, notes } = read;
    open(unpiled(graph));
    showWhole();
    useNotes.setState({ title: `${file.name} was imported; not everything could be carried over`, notes });
    if (notes.length === 0) say(`${file.name} is open.`);
  } catch (error) {
    const reason = (error as Error).message.replace(/\.?$/, ".");
    say(`The flow graph could not be opened. ${reason} ${EXPECTED}`, "warning");
  }
}

/** Opens a dropped file. There is one graph at a time: the names of other files are said. */
export async function takeFiles({ files }: GivenFiles): Promise<void> {
  const [file, ...others] = files;
  if (!file) return;
  await openFile(file);
  if (others.length > 0) {
    say(`The page shows one flow graph at a time. Not opened: ${namesOf(others)}.`, "warning");
  }
}
