import { expect, it, vi } from "vitest";
import type { Sound } from "#core/listening/sound.ts";

vi.mock("../engine.ts", () => ({ worker: { stop: () => new Promise(() => {}) }, isWorkerLoss: () => false }));

const param = { value: 0, setValueAtTime() {}, linearRampToValueAtTime() {}, setTargetAtTime() {} };
const node = { gain: param, connect: () => node, addEventListener() {}, start() {}, stop: vi.fn() };
const context = {
  state: "running",
  currentTime: 0,
  destination: {},
  resume: async () => {},
  createGain: () => node,
  createBuffer: () => ({ duration: 1, getChannelData: () => new Float32Array(8000) }),
};
// Functions that return an object can be called with `new`.
vi.stubGlobal("AudioContext", function open() {
  return context;
});
vi.stubGlobal("AudioBufferSourceNode", function create() {
  return node;
});
vi.stubGlobal("window", { setInterval: () => 0, setTimeout });

const { createPlayer } = await import("./player.ts");

it("stops at once while another sound is prepared, also if the worker takes long to stop", async () => {
  const sound: Sound = { rate: 8000, channels: 1, samples: new Float32Array(8000), peakDb: 0, rmsDb: 0 };
  const config = { hearing: "as-is", deemphasis: "50", offset: 0 } as const;
  let part = "first";
  const player = createPlayer(() => ({
    of: player,
    part,
    config,
    name: "x",
    make: () => (part === "first" ? Promise.resolve(sound) : new Promise(() => {})),
  }));
  await player.toggle();
  expect(player.use.getState().playing).toBe(true);
  part = "second";
  player.renew();
  expect(player.use.getState().listening).toBeDefined();
  void player.toggle();
  expect(player.use.getState().playing).toBe(false);
  expect(node.stop).toHaveBeenCalledOnce();
});
