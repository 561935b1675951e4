import { createDecoder, widestBuffer } from "../../codes/factories.ts";
import { type CodeFamily, CODES, codeOf } from "../../codes/registry.ts";
import { createFrameErrors, type FrameErrors } from "../../detection/frame-errors.ts";
import { owning } from "../../gpu/owning.ts";
import type { Stage } from "../../gpu/timing.ts";
import { createBitPriors } from "../coding/bit-priors.ts";
import { createCodewordLlrs } from "../coding/codeword-llrs.ts";
import { createSoftBits, type SoftBits } from "../coding/soft-bits.ts";
import { createEqualizerErrors, type EqualizerErrors } from "../counting/errors.ts";
import type { AdaptiveEqualizerName } from "../equalizers.ts";
import { MODULATIONS } from "../modulations.ts";
import type { CodedPacket, BitPlaces } from "./coding.ts";
import { exchangesOf } from "./experiment.ts";
import { type EqualizerContext, type EqualizerStage, FACTORIES } from "./factories.ts";
import type { AdaptiveExperiment } from "./fields.ts";

/** What a packet with a code holds, and its sent bits. */
export interface SentCodewords extends CodedPacket {
  places: BitPlaces;
  /** Information bits, u32 [codeword][⌈K/32⌉]. */
  bits: GPUBuffer;
  /** Coded bits, u32 [codeword][⌈n/32⌉]. */
  words: GPUBuffer;
}

/** The loop between an equalizer and the decoder, in parts. */
export interface EqualizerLoop {
  /** Clears the priors. */
  start: readonly Pick<Stage, "encode">[];
  equalize: readonly Pick<Stage, "encode">[];
  decode: readonly Pick<Stage, "encode">[];
  /** From the last decoding to the priors. */
  feedback: readonly Pick<Stage, "encode">[];
  /** f32 [K·m][packet]. */
  priors: GPUBuffer;
  /** LLRs of the coded bits, f32 [packet][coded bit]: the decoder's input, and after decoding. */
  llrs: GPUBuffer;
  posterior: GPUBuffer;
}

/** The counters of an equalizer's output, or of one exchange with the decoder. */
export interface CountedOutput {
  counter: EqualizerErrors;
  /** Wrong information bits per codeword, with a code. */
  decoded?: FrameErrors;
}

/** An equalizer and what counts its errors. */
export interface EqualizerBranch {
  equalizer: EqualizerStage;
  outputs: readonly CountedOutput[];
  stages: readonly Pick<Stage, "encode">[];
  /** Present with more than one exchange. */
  loop?: EqualizerLoop;
  setSnr(snrDb: number): void;
  destroy(): void;
}

/** Returns the bytes per packet in the largest buffer of what follows the equalizer. */
export function codedBytes(packet: CodedPacket, { modulation, symbols }: AdaptiveExperiment): number {
  const { coded, codewords, code } = packet;
  return Math.max(4 * coded, 4 * MODULATIONS[modulation] * symbols, codewords * widestBuffer(code));
}

/** Creates an equalizer with its counter, and with a code also the decoder and the loop between both. */
export function createEqualizerBranch(
  context: EqualizerContext,
  name: AdaptiveEqualizerName,
  codewords: SentCodewords | undefined,
): Promise<EqualizerBranch> {
  const { device, batch, decisions, config } = context;
  return owning(device, async ({ keep, memory }) => {
    const exchanges = exchangesOf(name, config);
    const turns = Math.max(...exchanges);
    const rows = MODULATIONS[config.modulation] * batch.symbols;
    const priors = turns > 1 ? memory.storage("priors", 4 * rows * batch.packets) : undefined;
    const equalizer = await keep(FACTORIES[name]({ ...context, priors }));
    const { estimates, scales, hasOwnScales, alignment } = equalizer;
    const counting = { ...batch, estimates, scales, hasOwnScales, alignment, decisions };
    const createCounter = () => {
      const { training, learning: bin } = config;
      const whole = { ...counting, training, bin };
      return keep(equalizer.createCounter?.(whole) ?? createEqualizerErrors(device, whole));
    };
    if (!codewords) {
      const counter = await createCounter();
      return { equalizer, outputs: [{ counter }], stages: [equalizer, counter], setSnr: equalizer.setSnr };
    }
    const { soft, llrs } = await softOutput(keep, context, equalizer);
    const { places, code, coded, bits } = codewords;
    const first = rows - places.packedAt.length;
    const { placeOf } = places;
    const received = await keep(createCodewordLlrs(device, { packets: batch.packets, llrs, first, placeOf }));
    const frames = codewords.codewords * batch.packets;
    const { usual }: CodeFamily = CODES[codeOf(code.name).family];
    const decoder = await keep(
      createDecoder(device, {
        code,
        frames,
        llr: received.codeword,
        decoding: usual(code),
        codeword: turns > 1,
      }),
    );
    const equalize = [equalizer, soft, received].filter((stage) => stage !== undefined);
    const feedback =
      priors &&
      (await keep(
        createBitPriors(device, {
          packets: batch.packets,
          length: coded,
          input: received.codeword,
          posterior: decoder.codeword as GPUBuffer,
          bitAt: places.bitAt,
          priors,
        }),
      ));
    const outputs: Required<CountedOutput>[] = [];
    const loop: EqualizerLoop | undefined = priors &&
      feedback && {
        start: [{ encode: (encoder) => encoder.clearBuffer(priors) }],
        equalize,
        decode: [decoder],
        feedback: [feedback],
        priors,
        llrs: received.codeword,
        posterior: decoder.codeword as GPUBuffer,
      };
    const stages: Pick<Stage, "encode">[] = [];
    for (let turn = 0; turn < turns; turn++) {
      stages.push(...((turn === 0 ? loop?.start : loop?.feedback) ?? []), ...equalize, decoder);
      if (!exchanges.includes(turn + 1)) continue;
      const counter = await createCounter();
      const counted = { length: code.information, frames, bits, decisions: decoder.decisions };
      const decoded = await keep(createFrameErrors(device, counted));
      outputs.push({ counter, decoded });
      stages.push(counter, decoded);
    }
    return {
      equalizer,
      outputs,
      stages,
      loop,
      setSnr(snrDb: number) {
        equalizer.setSnr(snrDb);
        soft?.setNoiseVariance(10 ** (-snrDb / 10));
      },
    };
  });
}

/** The LLRs of the bits of an equalizer: its own, or soft decisions on its estimates. */
async function softOutput(
  keep: (creation: Promise<SoftBits>) => Promise<SoftBits>,
  { device, batch, decisions, config, channel }: EqualizerContext,
  { extrinsic, knowledge, estimates, scales, hasOwnScales }: EqualizerStage,
): Promise<{ llrs: GPUBuffer; soft?: SoftBits }> {
  if (extrinsic) return { llrs: extrinsic };
  if (!knowledge) throw new Error("adaptive: this equalizer gives no soft decisions");
  const { training } = config;
  const { isReal } = channel;
  const outputs = { ...batch, estimates, scales, hasOwnScales };
  const soft = await keep(createSoftBits(device, { ...outputs, training, decisions, knowledge, isReal }));
  return { llrs: soft.llrs, soft };
}
