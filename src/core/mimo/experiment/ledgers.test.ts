import { it } from "vitest";
import { checkLedgers, drawnSweep } from "../../measurement/ledger-testing.ts";
import { addFrame, CLUSTER_FIELDS } from "../../measurement/measurement.ts";
import { mimoSweep } from "./sweep.ts";

const WIDTH = CLUSTER_FIELDS.length;
/** Information bits and coded bits of the default code. */
const [INFORMATION, CODED] = [1152, 2304];

it.each([
  ["one codeword per frame", { detectors: ["mmse", "mtt"], snr: "8,10" }, 1, false],
  [
    "outer iterations, an early stop and a stop rule",
    { detectors: ["mmse-pic"], outer: "1,2", snr: "8", stop: "checks", stopErrors: 5 },
    1,
    true,
  ],
  ["codewords per stream", { detectors: ["mmse"], snr: "8,10", codewords: "per-stream", stop: "checks" }, 4, true],
] as const)(
  "mimo/experiment: a ledger with one changed number is refused, or possible: %s",
  (_, config, codewords, stops) => {
    checkLedgers(
      drawnSweep(mimoSweep, { frames: 37, ...config }, (counts, _unit, draw) => {
        let [wrong, lost, uncoded] = [0, 0, 0];
        for (let i = 0; i < codewords; i++) {
          const [errors, before] = [draw(INFORMATION), draw(CODED)];
          addFrame(counts, 0, INFORMATION, errors);
          addFrame(counts, WIDTH, CODED, before);
          const ran = stops && draw(1) === 0 ? 0 : 1 + draw(14);
          counts[2 * WIDTH] += ran;
          if (stops) counts[2 * WIDTH + 1] += Number(ran > 0);
          wrong += errors;
          lost += Number(errors > 0);
          uncoded += before;
        }
        if (codewords === 1) return;
        const wholes = 2 * WIDTH + (stops ? 2 : 1);
        addFrame(counts, wholes, codewords * INFORMATION, wrong);
        addFrame(counts, wholes + WIDTH, codewords, lost);
        addFrame(counts, wholes + 2 * WIDTH, codewords * CODED, uncoded);
      }),
    );
  },
);
