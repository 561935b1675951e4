import type { StoreApi } from "zustand";
import type { ExperimentName } from "#core/experiments.ts";
import { duration } from "../format.ts";
import { useCurrentLab } from "./current-lab.ts";
import { isReady, lab, useLab } from "./engine.ts";
import type { LabSession } from "./lab.ts";
import type { Live } from "./live.ts";
import { addCurveFiles } from "./overlays.ts";
import type { Runner } from "./run.ts";
import { statusOf } from "./status.ts";
import type { Sweep } from "./sweep.ts";

interface SweepSessionOptions<Link, Point> extends Pick<LabSession, "pick" | "runCard" | "passing"> {
  /** The state that a link reproduces. */
  store: Pick<StoreApi<Link>, "getState" | "setState" | "subscribe">;
  encode(link: Link): string;
  decode(fragment: string): Link;
  sweep: Sweep<unknown, Point>;
  /** The timings and other runs. */
  runs: readonly Runner[];
  /** Figures of one part: a codeword, a received vector. */
  look: Live<object, never[]> & { compute(): Promise<void> };
  /** Called when the link has changed and there is a device. Draws the affected figures again. */
  changed(now: Link, before: Link): void;
  /** Its figures also accept error rates over SNR, because it knows the difference between SNR and Eb/N0 in dB. */
  overSnr?: true;
  /** The counts of the last sweep: "300 frames detected". */
  counted(points: readonly Point[]): string | undefined;
}

/** Merges files that may be ledgers into the sweep, and draws the others as curves. */
export async function takeRateFiles(
  sweep: Sweep<unknown, unknown>,
  files: readonly File[],
  overSnr: boolean,
): Promise<void> {
  const ledgers = files.filter(isLedger);
  const curves = files.filter((file) => !isLedger(file));
  await addCurveFiles(curves, overSnr);
  if (ledgers.length > 0) await sweep.ledgers.open(ledgers);
}

const isLedger = ({ name }: File) => /\.json$/i.test(name);

/**
 * Returns the session of a lab with a sweep. Figures follow every change. The sweep follows changes after the first
 * sweep, which a real GPU starts automatically, or the person.
 */
export function sweepSession<Link extends { config: { lab: ExperimentName } }, Point>(
  options: SweepSessionOptions<Link, Point>,
): LabSession {
  const { store, encode, decode, sweep, look, pick, runCard, passing, overSnr = false } = options;
  const runs: readonly Runner[] = [sweep, ...options.runs];
  const inView = () => useCurrentLab.getState().name === store.getState().config.lab && isReady(useLab.getState());

  /** Resumes runs that the worker's end interrupted. On a real GPU a sweep starts automatically. */
  async function catchUp(software: boolean): Promise<void> {
    for (const run of runs) await run.recover();
    if (software || sweep.store.getState().phase !== "idle") return;
    sweep.setFollow(true);
    await sweep.start();
  }

  return {
    read: (fragment) => store.setState(decode(fragment)),
    link: () => encode(store.getState()),
    canonical: (fragment) => encode(decode(fragment)),
    passing,
    subscribe(changed) {
      store.subscribe((now, before) => {
        if (inView()) options.changed(now, before);
        if (encode(now) !== encode(before)) changed();
      });
    },
    rested() {
      if (inView()) sweep.rested();
    },
    shown(software, { opened }) {
      if (opened || !look.store.getState().drawn) void look.compute();
      void catchUp(software);
    },
    toggle: () => (runs.find((run) => run.store.getState().phase === "running") ?? sweep).toggle(),
    runCard,
    status: {
      stores: [...runs.map((run) => run.store), look.store],
      read() {
        const { computing, failure } = look.store.getState();
        const { phase, ms, step } = sweep.store.getState();
        const counted = phase !== "running" && ms !== undefined && step ? options.counted(step.results) : undefined;
        return {
          ...statusOf({ runs, stop: () => void lab.stop(), computing: computing && look.doing, failure }),
          last: counted && `${counted} in ${duration(ms!)}`,
        };
      },
    },
    pick,
    drop: {
      invitation: "Drop ledgers of this sweep, or error rates: CSV or output of AFF3CT",
      take: ({ files }) => takeRateFiles(sweep, [...files], overSnr),
    },
  };
}
