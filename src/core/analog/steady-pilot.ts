import blocksKernel from "#shaders/analog/pilot.wgsl?raw";
import steadinessKernel from "#shaders/analog/steady-pilot.wgsl?raw";
import { createHistory } from "../flow/build/history.ts";
import type { Page } from "../flow/graph/block.ts";
import { allocate } from "../gpu/pool.ts";
import { gridOf, groupOf } from "../gpu/rows.ts";
import { createStage } from "../gpu/stage.ts";
import { clear } from "../gpu/submit.ts";
import { type Plan, sequence } from "../gpu/timing.ts";
import { CHANCE, COHERENCE, pilotBlock, pilotWeights, PILOT_WINDOW } from "./pilot.ts";

interface SteadyPilotConfig extends Page {
  /** Samples/s of the multiplex. */
  rate: number;
  /** Amplitude of the weakest pilot. */
  leastPilot: number;
}

/** Tells noise from a pilot while a multiplex comes. */
interface SteadyPilot extends Plan {
  /** What lib/steady-pilot.wgsl reads. */
  tables: { pilots: GPUBuffer; position: GPUBuffer };
  reset(): void;
}

/** Applies the rule of `findPilot` to the last blocks, after each block. Blocks may begin in one page and end in another. */
export async function createSteadyPilot(
  device: GPUDevice,
  { signals, length, input, rate, leastPilot }: SteadyPilotConfig,
): Promise<SteadyPilot> {
  const label = "analog/steady-pilot";
  const block = pilotBlock(rate);
  const most = Math.ceil(length / block);
  const memory = allocate(device);
  const plans: { destroy(): void }[] = [];
  const made = <Made extends { destroy(): void }>(plan: Made) => {
    plans.push(plan);
    return plan;
  };
  const destroy = () => {
    for (const plan of plans) plan.destroy();
    memory.release();
  };
  try {
    const position = memory.storage(`${label}, position`, 12);
    const sums = memory.storage(`${label}, sums`, 8 * signals * most);
    const pilots = memory.storage(`${label}, pilots`, 4 * signals * (most + 2));
    const page = { signals, label };
    const samples = made(await createHistory(device, { ...page, length, kind: "real", history: block, input }));
    const earlier = made(
      await createHistory(device, {
        ...page,
        length: most,
        kind: "complex",
        history: PILOT_WINDOW + 1,
        input: sums,
        count: position,
      }),
    );
    const stage = async (
      wgsl: string,
      groups: number,
      rest: Pick<Parameters<typeof createStage>[1], "resources" | "constants">,
    ) => made(await createStage(device, { label, wgsl: [wgsl], groups: gridOf(device, groups), ...rest }));
    const GROUP = groupOf(device, 64);
    const stages = [
      await stage(blocksKernel, signals * most, {
        constants: { GROUP },
        resources: {
          input,
          history: samples.buffer,
          weights: memory.constant(`${label}, weights`, Float32Array.from(pilotWeights(rate))),
          position,
          sums: { buffer: sums, size: 8 * signals * most },
          params: { length, block, most },
        },
      }),
      await stage(steadinessKernel, Math.ceil((signals * (most + 2)) / GROUP), {
        constants: { GROUP, WINDOW: PILOT_WINDOW },
        resources: {
          sums,
          earlier: earlier.buffer,
          pilots: { buffer: pilots, size: 4 * signals * (most + 2) },
          position,
          params: { length, block, most, coherence: COHERENCE, chance: CHANCE, least: leastPilot },
        },
      }),
    ];
    const reset = () => {
      clear(device, label, [position]);
      for (const history of [samples, earlier]) history.reset();
    };
    reset();
    return { ...sequence(label, [...stages, samples, earlier]), tables: { pilots, position }, reset, destroy };
  } catch (error) {
    destroy();
    throw error;
  }
}
