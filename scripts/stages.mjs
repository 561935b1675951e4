// Keeps what the card “Several GPUs” of the Equalizers lab shows of a run of bench-stages on a machine with two GPUs:
//   node scripts/stages.mjs stages.json "NVIDIA H100" 2026-11-28
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const TARGET = fileURLToPath(new URL("../src/ui/labs/equalizers/stages.json", import.meta.url));

/** Returns the shown part of a report of bench-stages. Throws an Error for a run whose processes shared one GPU. */
export function shownOf({ shared, packets, batches, frameBytes, copies, measured }, gpu, date) {
  if (shared)
    throw new Error("stages: both processes of this run shared one GPU; run bench-stages on a machine with two");
  const short = (ms) => Number(ms.toPrecision(4));
  return {
    gpu,
    date,
    packets,
    batches,
    frameBytes,
    copies: [copies.out.device, copies.out.file, copies.into.file, copies.into.device].map(short),
    measured: measured.map(({ split, periodMs, modelMs }) => ({ split, ms: short(periodMs), model: short(modelMs) })),
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [file, gpu, date] = process.argv.slice(2);
  writeFileSync(TARGET, `${JSON.stringify(shownOf(JSON.parse(readFileSync(file, "utf8")), gpu, date), null, 2)}\n`);
}
