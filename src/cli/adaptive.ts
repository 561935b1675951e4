import { ADAPTIVE } from "../core/adaptive/experiment/experiment.ts";
import { ADAPTIVE_USES } from "../core/adaptive/experiment/uses.ts";
import { type AdaptivePoint, adaptiveSweep } from "../core/adaptive/experiment/sweep.ts";
import { type AdaptiveTheory, theoryOf } from "../core/adaptive/experiment/theory.ts";
import { ADAPTIVE_EQUALIZERS } from "../core/adaptive/equalizers.ts";
import { type Arguments, UsageError } from "./options.ts";
import { refuseUnused, tellWithoutEffect } from "./unused-options.ts";
import { intervalText, sweepCommand } from "./sweep/run-sweep.ts";
import { scientific, tableOf } from "./table.ts";

export const adaptive = sweepCommand({
  measurement: adaptiveSweep,
  about: "Measures error rates and mean squared errors of adaptive and other equalizers, beside the theory.",
  examples: [
    "adaptive --ebn0 0:2:20 --json curves.json",
    "adaptive --code convolutional:5,7 --information 1022 --equalizers mmse,map --outer 4",
    "adaptive --theory --json -",
  ],
  options: ADAPTIVE,
  tellUnused: (config, given) => tellWithoutEffect("adaptive", ADAPTIVE, ADAPTIVE_USES, config, given),
  // A terminal measures longer than a page.
  fieldsOf(given, own) {
    refuseContradictions(given, own);
    return { packets: 1000, ...given };
  },
  extras: { theory: "Print the theory alone: no packet is simulated." },
  instead: (config, { theory }) => (theory ? { theory: theoryOf(config) } : undefined),
  describe: (results, after) => describe(results, (after as { theory?: AdaptiveTheory[] }).theory),
});

/** @throws UsageError for options of which one would be ignored. */
function refuseContradictions(given: Arguments["given"], own: Arguments["extras"]): void {
  const points = ["ebn0", "esn0", "snr"].filter((name) => name in given);
  if (points.length > 1) {
    throw new UsageError(`adaptive: give the points once, got ${points.map((name) => `--${name}`).join(" and ")}`);
  }
  const isCoded = given.code !== undefined && given.code !== "none";
  if (isCoded && "symbols" in given) {
    throw new UsageError(
      "adaptive: with --code the symbols follow from its bits; give --information instead of --symbols",
    );
  }
  const ofCode = ["information", "outer"].find((name) => name in given);
  if (!isCoded && ofCode) throw new UsageError(`adaptive: --${ofCode} needs a --code`);
  const running = ["shard", "resume", "gpus"].filter((name) => own[name] !== undefined);
  if (own.theory && running.length > 0) {
    throw new UsageError(`adaptive: --theory runs no sweep; leave out --${running[0]}`);
  }
  if (own.theory) {
    const counting = ["packets", "stopErrors", "learning"].filter((name) => name in given);
    refuseUnused(
      "adaptive",
      { ...own, ...given },
      ["default-limits", ...counting],
      "with --theory, which simulates no packet",
    );
  }
}

const db = (value: number | null) => (value === null ? "–" : value.toFixed(2));

function describe(results: readonly AdaptivePoint[], theory: readonly AdaptiveTheory[] = []): string {
  const curves = tableOf(results, [
    ["Eb/N0 dB", ({ ebn0Db }) => db(ebn0Db)],
    ["equalizer", ({ equalizer }) => ADAPTIVE_EQUALIZERS[equalizer].title],
    ...(results.some(({ outer }) => outer > 1) ? ([["outer", "outer"]] as const) : []),
    ["packets", "frames"],
    ["BER", ({ ber }) => scientific(ber)],
    ["95 %", ({ ci95 }) => intervalText(ci95)],
    ["PER", ({ fer }) => scientific(fer)],
    ["MSE", ({ steadyMse }) => (steadyMse === null ? "–" : steadyMse.toPrecision(3))],
    ["diverged", "diverged"],
  ]);
  const bounds = tableOf(theory, [
    ["γ dB", ({ snrDb }) => db(snrDb)],
    ["matched filter", ({ mfbDb }) => db(mfbDb)],
    ["MMSE", ({ mmseDb }) => db(mmseDb)],
    ["with these taps", ({ finiteMmseDb }) => db(finiteMmseDb)],
    ["DFE", ({ dfeDb }) => db(dfeDb)],
    ["with these taps", ({ finiteDfeDb }) => db(finiteDfeDb)],
    ["MLSE loss", ({ mlseLossDb }) => db(mlseLossDb)],
    ["union bound", ({ unionBer }) => scientific(unionBer)],
    ["spread", ({ eigenvalueSpread }) => (eigenvalueSpread === null ? "–" : eigenvalueSpread.toPrecision(4))],
  ]);
  if (theory.length === 0) return curves;
  return `${results.length > 0 ? `${curves}\n` : ""}Theory, SNR in dB:\n${bounds}`;
}
