import type { StoreApi } from "zustand";
import { duration } from "../format.ts";
import { useCurrentLab } from "./current-lab.ts";
import { offerCut, rememberCut } from "./kept/cut-sweep.ts";
import { isReady, worker, useGpu } from "./engine.ts";
import type { LabSession } from "./lab.ts";
import { addressOfStore } from "./address.ts";
import type { Live } from "./live.ts";
import type { Runner } from "./run.ts";
import { statusOf } from "./status.ts";
import type { Sweep } from "./sweep.ts";

interface SweepSessionOptions<Link extends object, Point> extends Pick<LabSession, "pick" | "runCard" | "passing"> {
  /** The state that a link reproduces. */
  store: Pick<StoreApi<Link>, "getState" | "setState" | "subscribe">;
  encode(link: Link): string;
  decode(fragment: string): Link;
  sweep: Sweep<unknown, Point>;
  /** The timings and other runs. */
  runs: readonly Runner[];
  /** Figures of one part: a codeword, a received vector. */
  look?: Live<object>;
  /** Called when the link has changed and there is a device. Draws the affected figures again. */
  changed?(now: Link, before: Link): void;
  /** Its figures also accept error rates over SNR, because it knows the difference between SNR and Eb/N0 in dB. */
  overSnr?: true;
  /** The counts of the last sweep, and of the figures: "300 frames detected". */
  counted(points: readonly Point[]): string | undefined;
  drawn?(): string | undefined;
}

/**
 * Returns the session of a lab with a sweep. Figures follow every change. The sweep follows changes after the first
 * sweep, which a real GPU starts automatically, or the person.
 */
export function sweepSession<Link extends object, Point>(options: SweepSessionOptions<Link, Point>): LabSession {
  const { store, decode, sweep, look, pick, runCard, passing, overSnr = false } = options;
  const runs: readonly Runner[] = [sweep, ...options.runs];
  const { address, read } = addressOfStore(store, options.encode, decode);
  const inView = () => useCurrentLab.getState().name === sweep.lab && isReady(useGpu.getState());
  /** The link that the figures show, or are computed for. */
  let followed = store.getState();

  /** Draws the figures again that a change has affected, also a change before the lab was in view. */
  function follow(): void {
    const before = followed;
    followed = store.getState();
    if (followed !== before) options.changed?.(followed, before);
  }

  /** Resumes runs that the worker's end interrupted. On a real GPU the first sweep starts automatically. */
  async function catchUp(software: boolean): Promise<void> {
    for (const run of runs) await run.recover();
    if (sweep.store.getState().phase !== "idle") return;
    if (software) return offerCut(sweep.lab, sweep);
    sweep.setFollow(true);
    await sweep.start();
  }

  return {
    read,
    address,
    passing,
    subscribe(changed) {
      rememberCut(sweep.lab, sweep);
      store.subscribe((now, before) => {
        if (inView()) follow();
        if (address(now) !== address(before)) changed();
      });
    },
    rested() {
      if (inView()) sweep.rested();
    },
    async shown(software, { opened }) {
      if (!opened && (!look || look.store.getState().drawn)) follow();
      else {
        followed = store.getState();
        let caughtUp: Promise<void> | undefined;
        // The worker sweeps while the page draws the figures.
        const drawn = look?.compute(undefined, () => (caughtUp = catchUp(software)));
        if (!software && sweep.store.getState().phase === "idle") sweep.prepare();
        await drawn;
        if (caughtUp) return caughtUp;
      }
      await catchUp(software);
    },
    live: look?.live,
    toggle: () => (runs.find((run) => run.store.getState().phase === "running") ?? sweep).toggle(),
    runCard,
    status: {
      stores: [...runs, ...(look ? [look] : [])].map((one) => one.store),
      read() {
        const { computing, failure, ms: drawnMs } = look?.store.getState() ?? {};
        const { phase, ms, step } = sweep.store.getState();
        const counted = phase !== "running" && ms !== undefined && step ? options.counted(step.results) : undefined;
        const drawn = drawnMs === undefined ? undefined : options.drawn?.();
        const last = [
          ...(drawn ? [`${drawn} in ${duration(drawnMs!)}`] : []),
          ...(counted ? [`${counted} in ${duration(ms!)}`] : []),
        ];
        return {
          ...statusOf({ runs, stop: () => void worker.stop(), computing: computing && look?.doing, failure }),
          last: last.join(" · ") || undefined,
        };
      },
    },
    pick,
    drop: {
      invitation: "Drop ledgers of this sweep, or error rates: CSV or output of AFF3CT",
      async take({ files }) {
        const { takeRateFiles } = await import("./rate-files.ts");
        await takeRateFiles(sweep, [...files], overSnr);
      },
    },
  };
}
