import type { Gpu } from "../../../gpu/device.ts";
import { owning } from "../../../gpu/owning.ts";
import { readBack } from "../../../gpu/readback.ts";
import { createLoading } from "../../block/loading.ts";
import { NO_POWER } from "../../block/one-tap.ts";
import { createChannelResponse } from "../../block/response.ts";
import { MODULATIONS } from "../../modulations.ts";
import { createRandomTaps } from "../../transmission/random-taps.ts";
import { type AdaptiveExperiment, type AdaptivePointDb, channelOf } from "../experiment.ts";
import { shownPoint } from "../learning.ts";

/** SNR and bits of the carriers of OFDM in one packet. */
export interface Carriers extends AdaptivePointDb {
  packet: number;
  /** Cycles per symbol: [N], rising from −½. */
  frequency: Float64Array<ArrayBuffer>;
  /** SNR of each carrier with equal energies, and after loading, dB; null of a carrier without bits. */
  equalDb: Float64Array<ArrayBuffer>;
  loadedDb: (number | null)[];
  /** Bits of each carrier after loading. */
  bits: number[];
  bitsPerSymbol: number;
}

/** Returns the SNR and the bits of a packet's carriers. The kernels are the equalizer's. */
export async function carriers(
  { device }: Gpu,
  config: AdaptiveExperiment,
  query: { ebn0Db: number; packet: number },
): Promise<Carriers> {
  const { taps, isRandom } = channelOf(config);
  const length = Number(config.block);
  const bitsPerSymbol = MODULATIONS[config.modulation];
  const point = shownPoint(config, query.ebn0Db);
  const power = taps.reduce((sum, part) => sum + part * part, 0);
  const amplitudes = Float32Array.from({ length: taps.length / 2 }, (_, l) => taps[2 * l]);
  const plan = await owning(device, async ({ keep, memory }) => {
    const random = isRandom
      ? await keep(createRandomTaps(device, { packets: 1, amplitudes, seed: config.seed }))
      : undefined;
    random?.setFirstPacket(query.packet);
    const batch = {
      packets: 1,
      taps: random?.taps ?? memory.constant("channel", Float32Array.from(taps)),
      hasOwnTaps: isRandom,
      tapCount: taps.length / 2,
    };
    const response = await keep(createChannelResponse(device, batch, length));
    const loading = await keep(createLoading(device, { ...response, length, bitsPerSymbol, floor: NO_POWER * power }));
    const stages = [random, response, loading].filter((stage) => stage !== undefined);
    return { stages, response: response.response, loads: loading.loads, amplitudes: loading.amplitudes };
  });
  try {
    const encoder = device.createCommandEncoder({ label: "carriers" });
    for (const stage of plan.stages) stage.encode(encoder);
    const [H, loads, energies] = await readBack(device, [plan.response, plan.loads, plan.amplitudes], encoder);
    return {
      ...point,
      packet: query.packet,
      bitsPerSymbol,
      ...carriersOf(new Float32Array(H), new Uint32Array(loads), new Float32Array(energies), point.snrDb),
    };
  } finally {
    plan.destroy();
  }
}

/** A null in the band has this SNR. */
const LEAST_DB = -60;

function carriersOf(H: Float32Array, loads: Uint32Array, amplitudes: Float32Array, snrDb: number) {
  const length = H.length / 2;
  // From −½ cycle per symbol: the second half of the transform first.
  const order = Array.from({ length }, (_, i) => (i + length / 2) % length);
  const db = (power: number) => Math.max(LEAST_DB, 10 * Math.log10(power) + snrDb);
  const power = (k: number) => H[2 * k] ** 2 + H[2 * k + 1] ** 2;
  return {
    frequency: Float64Array.from(order, (_, i) => i / length - 0.5),
    equalDb: Float64Array.from(order, (k) => db(power(k))),
    loadedDb: order.map((k) => (loads[2 * k] > 0 ? db(power(k) * amplitudes[k] ** 2) : null)),
    bits: order.map((k) => loads[2 * k]),
  };
}
