import { allocate } from "../gpu/pool.ts";
import { sequence } from "../gpu/timing.ts";
import type { Code, Decoder, DecoderConfig, Encoder, EncoderConfig } from "./code.ts";
import { createViterbiDecoder } from "./convolutional/decoder.ts";
import { checkSingleRun, overlapOf, usualConvolutionalWindows, usualSoftWindows } from "./convolutional/decoding.ts";
import { createConvolutionalEncoder } from "./convolutional/encoder.ts";
import { generatorCode } from "./convolutional/generators.ts";
import { createLogMapDecoder, logMapBytes } from "./convolutional/log-map-decoder.ts";
import { createSoftConvolutionalDecoder } from "./convolutional/soft-decoder.ts";
import { ldpcCode } from "./ldpc/code.ts";
import { createLdpcDecoder, messageBytes } from "./ldpc/decoder.ts";
import type { LdpcDecoding } from "./ldpc/decoding.ts";
import { createLdpcEncoder } from "./ldpc/encoder.ts";
import { type CodeFamily, type CodeFamilyName, codeOf, CODES } from "./registry.ts";
import { createTurboDecoder } from "./turbo/decoder.ts";
import { type TurboDecoding, usualWindows } from "./turbo/decoding.ts";
import { createTurboEncoder } from "./turbo/encoder.ts";

interface CodeFactories {
  widest(code: Code): number;
  encoder(device: GPUDevice, config: EncoderConfig): Promise<Encoder>;
  decoder(device: GPUDevice, config: DecoderConfig): Promise<Decoder>;
}

const LDPC: CodeFactories = {
  widest: (code) => messageBytes(ldpcCode(code.name)),
  encoder: (device, { code, ...page }) => createLdpcEncoder(device, { ...page, code: ldpcCode(code.name) }),
  async decoder(device, { code, decoding, soft, codeword, ...page }) {
    const { algorithm, iterations, scale: factor, stop, schedule } = decoding;
    const rules = { algorithm, iterations, factor, stop, schedule } as LdpcDecoding;
    const posterior = soft === "posterior" || codeword === true;
    const plan = await createLdpcDecoder(device, { ...page, ...rules, code: ldpcCode(code.name), posterior });
    const holds = stop === "none" ? undefined : plan.holds;
    return { ...plan, holds, soft: soft && plan.posterior, codeword: codeword ? plan.posterior : undefined };
  },
};

/** The families' plans. They check the settings of a decoder and refuse algorithms of other families. */
const FACTORIES: Readonly<Record<CodeFamilyName, CodeFactories>> = {
  turbo: {
    widest: ({ length }) => 4 * length,
    encoder: (device, { code, ...page }) => createTurboEncoder(device, { ...page, length: code.information }),
    decoder(device, { code, decoding, ...page }) {
      const { algorithm, iterations, scale = 1, stop = "none", windows = usualWindows(code.information) } = decoding;
      const crc = stop === "crc" ? decoding.crc : undefined;
      const rules = { algorithm, iterations, scale, stop, crc, windows, length: code.information } as TurboDecoding;
      return createTurboDecoder(device, { ...page, ...rules });
    },
  },
  ldpc: LDPC,
  "nr-ldpc": LDPC,
  convolutional: {
    widest: ({ length }) => 4 * length,
    encoder: (device, { code, ...page }) => createConvolutionalEncoder(device, { ...page, length: code.information }),
    async decoder(device, { code, decoding, soft, codeword, keepsMessages, skipsEnded, frames, llr }) {
      checkSingleRun("convolutional/decoder", "viterbi", decoding);
      refuseSkipping(skipsEnded);
      const { information: length } = code;
      const { windows = usualConvolutionalWindows(length) } = decoding;
      // The rate after puncturing is unknown from the LLRs, so the overlap fits the highest rate.
      const page = { length, frames, llr, overlap: overlapOf("3/4") };
      const plan = await createViterbiDecoder(device, { ...page, windows });
      const bcjr =
        soft === "posterior" || codeword
          ? await createSoftConvolutionalDecoder(device, { ...page, windows: usualSoftWindows(length), codeword })
          : undefined;
      const memory = allocate(device);
      const iterations = memory.constant("iterations", new Uint32Array(frames).fill(1));
      const stage = sequence(plan.label, bcjr ? [plan, bcjr] : [plan]);
      return {
        ...stage,
        decisions: plan.decisions,
        iterations,
        soft: soft && bcjr?.posterior,
        codeword: bcjr?.codeword,
        // These decoders have no messages to continue with.
        continued: keepsMessages ? stage : undefined,
        destroy() {
          plan.destroy();
          bcjr?.destroy();
          memory.release();
        },
      };
    },
  },
  generators: {
    widest: (code) => Math.max(4 * code.length, logMapBytes(generatorCode(code.name))),
    encoder(device, { code, ...page }) {
      const { information: length, generators } = generatorCode(code.name);
      return createConvolutionalEncoder(device, { ...page, length, generators });
    },
    async decoder(device, { code, decoding, soft, codeword, keepsMessages, skipsEnded, frames, llr }) {
      checkSingleRun("convolutional/log-map-decoder", "log-map", decoding);
      refuseSkipping(skipsEnded);
      const page = { code: generatorCode(code.name), frames, llr };
      const plan = await createLogMapDecoder(device, { ...page, posterior: soft === "posterior", codeword });
      const memory = allocate(device);
      return {
        ...plan,
        iterations: memory.constant("iterations", new Uint32Array(frames).fill(1)),
        soft: plan.posterior,
        continued: keepsMessages ? plan : undefined,
        destroy() {
          plan.destroy();
          memory.release();
        },
      };
    },
  },
};

function refuseSkipping(skipsEnded = false): void {
  if (skipsEnded) throw new RangeError("codes: a decoder without iterations decodes all frames, also ended ones");
}

/**
 * Encodes frames by any code of the registry.
 *
 * @throws RangeError when the registry lacks the code, or `frames` is not a positive integer.
 */
export async function createEncoder(device: GPUDevice, config: EncoderConfig): Promise<Encoder> {
  return FACTORIES[codeOf(config.code.name).family].encoder(device, config);
}

/** Returns the bytes per frame in the largest buffer of a decoder that keeps its messages and gives LLRs of codewords. */
export function widestBuffer(code: Code): number {
  return FACTORIES[codeOf(code.name).family].widest(code);
}

/**
 * Decodes frames of any code of the registry, from LLRs to bits without any work on the host.
 *
 * @throws RangeError when the registry lacks the code, its family gives no such LLRs, or `frames` or the decoding is out of
 *   range.
 */
export async function createDecoder(device: GPUDevice, config: DecoderConfig): Promise<Decoder> {
  const { code, soft } = config;
  const { family } = codeOf(code.name);
  const { title, soft: given }: CodeFamily = CODES[family];
  if (soft !== undefined && !given[soft]) {
    const kinds = Object.keys(given).join(" and ") || "no";
    throw new RangeError(`codes: decoders of ${title} give ${kinds} LLRs; got ${JSON.stringify(soft)}`);
  }
  return FACTORIES[family].decoder(device, config);
}
