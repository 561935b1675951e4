import { expect, it, vi } from "vitest";
import { CATALOGUE } from "#core/blocks/catalogue.testing.ts";
import { checkGraph } from "#core/flow/graph/check-graph.ts";
import type { OpenedRecording } from "../../kit/recording/recording.ts";

vi.mock("../../kit/engine.ts", () => ({
  worker: { ask: () => new Promise(() => {}), stop: () => Promise.resolve() },
  useGpu: Object.assign(() => false, { getState: () => ({}), subscribe: () => {} }),
  useCallError: { subscribe: () => {} },
  isReady: () => true,
  isWorkerLoss: () => false,
}));

const { useRecording } = await import("../../kit/recording/recording.ts");
const { useGraph } = await import("./graph/store.ts");
const { takeRecording } = await import("./take-recording.ts");

it.each([
  ["complex", true],
  ["real", false],
])("opens a graph that can run, of %s samples", (type, complex) => {
  useRecording.setState({ files: [new File([], "band.sigmf")] });
  takeRecording({ title: "band", sampleRate: 500_000, complex, metadata: {} } as OpenedRecording);
  const { graph } = useGraph.getState();
  expect(checkGraph(graph, CATALOGUE).problems).toEqual([]);
  const [source] = graph.blocks;
  expect(source.parameters).toMatchObject({ name: "band.sigmf", rate: 500_000, type });
});
