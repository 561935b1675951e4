import { expect, it, vi } from "vitest";
import type { Sound } from "#core/listening/sound.ts";

vi.mock("../engine.ts", () => ({
  worker: { stop: () => new Promise(() => {}), ask: () => new Promise(() => {}) },
  isWorkerLoss: () => false,
}));

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
const { useCurrentLab } = await import("../current-lab.ts");

const sound: Sound = { rate: 8000, channels: 1, samples: new Float32Array(8000), peakDb: 0, rmsDb: 0 };

/** Returns a player. A sound of the part "first" is there at once; the test gives the sounds of other parts. */
function playerOfParts() {
  const config = { hearing: "as-is", deemphasis: "50", offset: 0 } as const;
  const wanted = { part: "first", give: (() => {}) as (made: Sound) => void };
  const player = createPlayer(() => ({
    of: player,
    part: wanted.part,
    config,
    name: "x",
    make: () => (wanted.part === "first" ? Promise.resolve(sound) : new Promise((give) => (wanted.give = give))),
  }));
  return { player, wanted };
}
const isPlaying = (player: ReturnType<typeof createPlayer>) => expect.poll(() => player.use.getState().playing);

it("stops at once while another sound is prepared, also if the worker takes long to stop", async () => {
  const { player, wanted } = playerOfParts();
  await player.toggle();
  expect(player.use.getState().playing).toBe(true);
  wanted.part = "second";
  player.renew();
  expect(player.use.getState().listening).toBeDefined();
  node.stop.mockClear();
  void player.toggle();
  expect(player.use.getState().playing).toBe(false);
  expect(node.stop).toHaveBeenCalledOnce();
});

it("plays the sound of a new station where Play is pressed while it is prepared, and not where it was stopped", async () => {
  const { player, wanted } = playerOfParts();
  await player.toggle();
  await player.toggle();
  wanted.part = "second";
  player.renew();
  await player.toggle();
  expect(player.use.getState()).toMatchObject({ playing: false, starting: true });
  wanted.give(sound);
  await isPlaying(player).toBe(true);
  expect(player.use.getState().starting).toBe(false);

  await player.toggle();
  wanted.part = "third";
  void player.toggle();
  expect(player.use.getState().starting).toBe(true);
  void player.toggle();
  wanted.give(sound);
  await expect.poll(() => player.use.getState().listening).toBeUndefined();
  expect(player.use.getState()).toMatchObject({ playing: false, starting: false });
});

it("plays nothing in another lab, and plays what is also saved", async () => {
  const { player, wanted } = playerOfParts();
  wanted.part = "second";
  void player.toggle();
  const { name } = useCurrentLab.getState();
  useCurrentLab.setState({ name: "filters" });
  wanted.give(sound);
  await expect.poll(() => player.use.getState().heard).toBeDefined();
  expect(player.use.getState().playing).toBe(false);
  useCurrentLab.setState({ name });

  wanted.part = "third";
  void player.toggle();
  void player.save();
  wanted.give(sound);
  await isPlaying(player).toBe(true);
});
