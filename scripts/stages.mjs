// Keeps what the card “Several GPUs” of the Equalizers lab shows of runs of bench-stages on a machine with two GPUs:
//   node scripts/stages.mjs "NVIDIA H100" 2026-11-28 run1.json run2.json run3.json
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const TARGET = fileURLToPath(new URL("../src/ui/labs/equalizers/stages.json", import.meta.url));
const SPLITS = ["one device", "packets", "stages"];
/** Batches in the figure. */
const BATCHES = 6;

const short = (ms) => Number(ms.toPrecision(4));
const sum = (stages) => stages.reduce((total, { ms }) => total + ms, 0);
/** Returns the one or two values in the middle. */
function middleOf(values) {
  const sorted = values.toSorted((a, b) => a - b);
  return [sorted[Math.floor((sorted.length - 1) / 2)], sorted[Math.floor(sorted.length / 2)]];
}

/** Returns the shown part of reports of bench-stages. Throws an Error for a run on one GPU, and for runs of different work. */
export function shownOf(reports, gpu, date) {
  const [{ packets, batches, frameBytes }] = reports;
  for (const report of reports) {
    if (report.shared)
      throw new Error("stages: both processes of a run shared one GPU; run bench-stages on a machine with two");
    if (report.packets !== packets || report.batches !== batches || report.frameBytes !== frameBytes)
      throw new Error(
        "stages: the runs differ in packets, batches or equalizers; use the same options for all of them",
      );
  }
  const of = (report, split) => report.measured.find((one) => one.split === split);
  const median = (take) => {
    const [low, high] = middleOf(reports.map(take));
    return short((low + high) / 2);
  };
  const period = (report) => of(report, "stages").periodMs;
  const drawn = reports.find((report) => period(report) === middleOf(reports.map(period))[0]);
  return {
    gpu,
    date,
    packets,
    batches,
    frameBytes,
    kernels: [median(({ solve }) => sum(solve)), median(({ filter }) => sum(filter))],
    copies: [
      median(({ copies }) => copies.out.device),
      median(({ copies }) => copies.out.files),
      median(({ copies }) => copies.into.files),
      median(({ copies }) => copies.into.device),
    ],
    runs: reports.map((report) =>
      Object.fromEntries(SPLITS.map((split) => [split, short(of(report, split).periodMs)])),
    ),
    steps: SPLITS.flatMap((split) =>
      of(drawn, split)
        .steps.filter(({ batch }) => batch < BATCHES)
        .map(({ name, device, batch, start, end }) => ({
          split,
          name,
          device,
          batch,
          start: short(start),
          end: short(end),
        })),
    ),
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [gpu, date, ...files] = process.argv.slice(2);
  const reports = files.map((file) => JSON.parse(readFileSync(file, "utf8")));
  writeFileSync(TARGET, `${JSON.stringify(shownOf(reports, gpu, date))}\n`);
}
