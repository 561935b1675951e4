import { create } from "zustand";
import { describeFailure } from "../../elements/failure.ts";
import { recall, remember } from "../../elements/memory.ts";
import { say } from "../../elements/notices.ts";
import { useCurrentLab } from "../../kit/current-lab.ts";
import { isReady, isSoftware, isWorkerLoss, useGpu, worker } from "../../kit/engine.ts";
import { session } from "../labs.ts";
import { useView } from "../view.ts";
import { createSchedule } from "./schedule.ts";
import { watchSight } from "./sight.ts";

/** Under this key the browser remembers that the person has switched the live figures off. */
const OFF_KEY = "threeray.live-off";

const reducedMotion = window.matchMedia("(prefers-reduced-motion: reduce)");

interface LiveStore {
  /** The person's choice; undefined until the switch is used. */
  chosen?: boolean;
}

const useChoice = create<LiveStore>()(() => ({ chosen: recall(OFF_KEY) ? false : undefined }));

/** Why the figures do not run live unless the person asks for it; undefined if nothing speaks against it. */
function objection(): string | undefined {
  if (isSoftware(useGpu.getState())) return "Off at first: a software adapter takes long for each draw.";
  if (reducedMotion.matches) return "Off at first: your system asks for reduced motion.";
  if (!useView.getState().untouched) return "Off at first: a link shows the one draw of its seed.";
  return undefined;
}

/** Why live figures pause now. */
function pause(): string | undefined {
  if (useCurrentLab.getState().lecture) return "Paused: the lecture describes the one draw of its step’s seed.";
  if (session()?.status.read().stop) return "Paused while another computation runs.";
  return session()?.live?.pause?.();
}

/** Whether the figures of the shown lab run live, and a sentence about it. */
export function liveState(): { on: boolean; why: string } {
  const { chosen } = useChoice.getState();
  const against = objection();
  const on = chosen ?? against === undefined;
  const about = "New data and noise, up to ten times per second. The link keeps the one draw of its seed.";
  return { on, why: (on ? pause() : chosen === undefined && against) || about };
}

/** Calls back when the answer of `liveState` may have changed. */
export function onLiveChange(changed: () => void): () => void {
  const ends = [useChoice, useGpu, useCurrentLab, useView].map((store) => store.subscribe(changed));
  const stopped = session()?.status.stores.map((store) => store.subscribe(changed)) ?? [];
  reducedMotion.addEventListener("change", changed);
  return () => {
    for (const end of [...ends, ...stopped]) end();
    reducedMotion.removeEventListener("change", changed);
  };
}

export function toggleLive(): void {
  const chosen = !liveState().on;
  remember(OFF_KEY, chosen ? "" : "1");
  useChoice.setState({ chosen });
  const paused = pause();
  if (chosen && paused) say(`Live figures are on. ${paused}`);
}

/** Whether a draw may begin: nothing else is computed, and the person sees the page. */
function isReadyToDraw(): boolean {
  const { dialog, page, printing } = useView.getState();
  const seen = !document.hidden && !dialog && !page && !printing;
  return seen && isReady(useGpu.getState()) && !pause() && !session()?.status.read().working;
}

/** The number of the next draw: no two are equal while the page is open. */
let next = 1;

/** Runs the figures of the shown lab live, until the returned function is called. */
export function runLive(): () => void {
  const { live } = session() ?? {};
  if (!live) return () => {};
  const sight = watchSight(live.figures);
  let isOver = false;
  const schedule = createSchedule({
    clock: {
      now: () => performance.now(),
      after(ms, run) {
        const timer = setTimeout(run, ms);
        return () => clearTimeout(timer);
      },
    },
    ready: () => sight.isAny() && isReadyToDraw(),
    async draw() {
      try {
        const before = await worker.busyMs();
        // The person has left the lab meanwhile: the next one needs the worker.
        if (isOver) return 0;
        await live.draw(next++);
        return (await worker.busyMs()) - before;
      } catch (error) {
        // The page starts the worker again.
        if (!isWorkerLoss(error)) throw error;
        return 0;
      }
    },
    failed(error) {
      useChoice.setState({ chosen: false });
      const { what, why } = describeFailure("The figures no longer run live.", error);
      say(`${what} ${why}`, "warning");
    },
  });
  schedule.start();
  return () => {
    isOver = true;
    schedule.stop();
    sight.end();
    live.end();
  };
}
