import { batchCase } from "../../gpu/bench.ts";
import { labelsOfPacket } from "./labels.reference.ts";
import { createRandomLabels } from "./labels.ts";

/** Packets of a batch, and symbols of a packet. */
export const [PACKETS, SYMBOLS] = [4096, 2000];
export const SEED = 5;

export const cases = [
  batchCase({
    name: `adaptive/labels ${PACKETS} × ${SYMBOLS}, qpsk`,
    bytes: PACKETS * SYMBOLS,
    batch: { jobs: PACKETS, bytes: SYMBOLS },
    async prepare(device, _memory, packets) {
      const config = { bitsPerSymbol: 2, seed: SEED };
      const plan = await createRandomLabels(device, { ...config, packets, symbols: SYMBOLS, guard: 0 });
      const expected = (packet: number) => {
        const bytes = Uint8Array.from(labelsOfPacket(packet, SYMBOLS, config));
        return new Uint32Array(bytes.buffer);
      };
      return {
        plan,
        check: { output: plan.labels, words: true, row: SYMBOLS / 4, width: 1, columns: true, expected },
      };
    },
  }),
];
