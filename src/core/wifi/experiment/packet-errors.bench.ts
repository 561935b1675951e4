import { batchCase } from "../../gpu/bench.ts";
import { wordsOf } from "../../gpu/rows.ts";
import { rateOf } from "../frame/rates.ts";
import { tableLines, totals, uploadTable } from "../testing.ts";
import { createPacketErrors } from "./packet-errors.ts";

const SLOTS = 8192;
const OCTETS = 1458;
const slot = { length: 5000, lead: 100 };
const words = wordsOf(8 * OCTETS);
/** Wrong bits of a packet, all in its first word. */
const wrongOf = (packet: number) => packet % 11;

export const cases = [
  batchCase({
    name: `wifi/experiment/packet-errors ${SLOTS} × ${OCTETS}`,
    bytes: SLOTS * 4 * (2 * words + 1),
    batch: { jobs: SLOTS, bytes: 4 * words },
    async prepare(device, memory, slots) {
      const rate = rateOf(54);
      const lines = tableLines(
        Array.from({ length: slots }, (_, p) => ({
          start: p * slot.length + slot.lead + (p % 3),
          rate,
          length: OCTETS,
        })),
      ).map((line) => ({ ...line, intact: true }));
      const sent = new Uint32Array(slots * words).map((_, i) => Math.imul(i, 0x9e3779b1));
      const psdu = new Uint32Array(totals(lines).words);
      for (const [p, { firstWord }] of lines.entries()) {
        psdu.set(sent.subarray(p * words, (p + 1) * words), firstWord);
        psdu[firstWord] ^= 2 ** wrongOf(p) - 1;
      }
      const plan = await createPacketErrors(device, {
        ...uploadTable(device, lines),
        sent: memory.constant("sent", sent),
        psdu: memory.constant("received", psdu),
        slots,
        slot,
        octets: OCTETS,
      });
      const expected = (p: number) => Uint32Array.of(wrongOf(p));
      return { plan, check: { output: plan.errors, words: true, row: 1, width: 1, expected } };
    },
  }),
];
