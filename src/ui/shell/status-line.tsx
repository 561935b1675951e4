import type { ComponentType } from "react";
import { duration, whole } from "../format.ts";
import { METHOD_TITLES, type MethodName } from "#core/experiments/convolution.ts";
import { runningOf, type RunName, stopRun, useConvolution } from "../store/convolution.ts";
import { useFigures } from "../store/figures.ts";
import { useLab } from "../store/lab.ts";
import { stopMimo, useMimo } from "../store/mimo.ts";
import { shownRecording, stopRecording, useRecording } from "../store/recording.ts";
import { stopSweep, useSweep } from "../store/sweep.ts";
import { useTimings } from "../store/timings.ts";
import { stopTurbo, useTurbo } from "../store/turbo.ts";
import { type LabName, useView } from "../store/view.ts";
import { useWaterfall } from "../store/waterfall.ts";

interface Status {
  text: string;
  /** 0 to 1; undefined for work whose end is not known, or none. */
  progress?: number;
  working?: boolean;
  detail?: string;
  stop?: () => void;
}

/** The foot of the page: what is being done, how far it is, how to stop it, and how long the last run took. */
export function StatusLine() {
  const { text, progress, working, detail, stop } = useStatus();
  return (
    <footer className="status-line" data-working={working || undefined}>
      <span className="lamp" aria-hidden="true" />
      <span role="status">{text}</span>
      {progress !== undefined && <progress max={1} value={progress} aria-label={text} />}
      {detail && <span className="muted">{detail}</span>}
      {stop && (
        <button type="button" className="button" onClick={stop}>
          Stop <kbd>space</kbd>
        </button>
      )}
      <LastRun />
    </footer>
  );
}

function useStatus(): Status {
  const gpu = useLab((state) => state.gpu);
  const lab = useView((view) => view.lab);
  const status = {
    equalizers: useEqualizers(),
    convolution: useComparison(),
    mimo: useMimoRuns(),
    turbo: useTurboRuns(),
    recordings: useRecordings(),
  }[lab];
  if (gpu.state === "opening") return { text: "Opening the GPU", working: true };
  if (gpu.state === "failed") return { text: "The worker could not be started" };
  if (!gpu.available) return { text: "No GPU to compute on" };
  return status;
}

const leftOf = (ms: number | undefined) => (ms === undefined ? undefined : `${duration(ms)} left`);

const RUNS: Readonly<Record<RunName, string>> = {
  comparison: "Comparing the methods",
  workgroups: "Trying workgroup sizes",
  timeline: "Recording the timeline",
};

function useComparison(): Status {
  const store = useConvolution();
  const running = runningOf(store);
  if (running) {
    const { step, remainingMs } = store[running];
    return {
      text: RUNS[running],
      progress: step?.progress ?? 0,
      working: true,
      stop: stopRun,
      detail: leftOf(remainingMs),
    };
  }
  const phases = [store.comparison, store.workgroups, store.timeline].map(({ phase }) => phase);
  if (phases.includes("failed")) return { text: "Failed: see the figure that says why" };
  return { text: phases.includes("stopped") ? "Stopped; the points that were done are kept" : "Ready" };
}

function useEqualizers(): Status {
  const sweep = useSweep();
  const figures = useFigures();
  const measuring = useTimings((state) => state.measuring);
  if (sweep.phase === "running") {
    const progress = sweep.step?.progress ?? 0;
    return { text: "Sweeping Eb/N0", progress, working: true, stop: stopSweep, detail: leftOf(sweep.remainingMs) };
  }
  if (measuring) return { text: "Timing the stages", working: true };
  if (figures.computing) return { text: "Computing the figures", working: true };
  if (figures.failure || sweep.phase === "failed") return { text: "Failed: see the figure that says why" };
  if (sweep.phase === "stopped") return { text: "Stopped; the points that were done are kept" };
  return { text: "Ready" };
}

function useMimoRuns(): Status {
  const { sweep, throughput, inspection } = useMimo();
  for (const [run, text] of [
    [sweep, "Sweeping SNR"],
    [throughput, "Timing the detectors"],
  ] as const) {
    if (run.phase !== "running") continue;
    return { text, progress: run.step?.progress ?? 0, working: true, stop: stopMimo, detail: leftOf(run.remainingMs) };
  }
  if (inspection.computing) return { text: "Computing the figures", working: true };
  if ([sweep.phase, throughput.phase].includes("failed") || inspection.failure) {
    return { text: "Failed: see the figure that says why" };
  }
  return { text: sweep.phase === "stopped" ? "Stopped; the points that were done are kept" : "Ready" };
}

function useTurboRuns(): Status {
  const { sweep, throughput, inspection } = useTurbo();
  for (const [run, text] of [
    [sweep, "Sweeping Eb/N0"],
    [throughput, "Timing the decoders"],
  ] as const) {
    if (run.phase !== "running") continue;
    return { text, progress: run.step?.progress ?? 0, working: true, stop: stopTurbo, detail: leftOf(run.remainingMs) };
  }
  if (inspection.computing) return { text: "Decoding a codeword", working: true };
  if ([sweep.phase, throughput.phase].includes("failed") || inspection.failure) {
    return { text: "Failed: see the figure that says why" };
  }
  return { text: sweep.phase === "stopped" ? "Stopped; the points that were done are kept" : "Ready" };
}

function useRecordings(): Status {
  const { reading, saving, reception, refused, failure } = useRecording();
  const { computing, surveying, part, failure: undrawn } = useWaterfall();
  const stop = stopRecording;
  if (reading) return { text: `Reading ${reading.names}`, working: true, stop };
  if (saving) return { text: saving.what, progress: saving.share, working: true, stop };
  if (reception?.phase === "running") {
    const { progress, remainingMs } = reception;
    return { text: "Receiving", progress, working: true, stop, detail: leftOf(remainingMs) };
  }
  if (surveying) return { text: "Reading every sample", progress: part?.share ?? 0, working: true, stop };
  if (computing) return { text: "Drawing the waterfall", working: true };
  if (failure || undrawn) return { text: "Failed: see the figure that says why" };
  return { text: refused ? "Ready; the last files were refused" : "Ready" };
}

function LastReception() {
  const recording = useRecording(shownRecording);
  const reception = useRecording((state) => state.reception);
  return (
    <span className="last-run muted">
      {reception && reception.phase !== "running"
        ? `${whole(reception.packets.length)} packets received in ${duration(reception.ms)}`
        : recording && `${recording.title}: ${whole(recording.samples)} samples`}
    </span>
  );
}

const LAST_RUNS: Readonly<Record<LabName, ComponentType>> = {
  equalizers: LastFigures,
  convolution: LastComparison,
  mimo: LastMimo,
  turbo: LastTurbo,
  recordings: LastReception,
};

function LastRun() {
  const Last = LAST_RUNS[useView((view) => view.lab)];
  return <Last />;
}

function LastMimo() {
  const { phase, step, ms } = useMimo((store) => store.sweep);
  const frames = step?.results.reduce((sum, point) => sum + point.frames, 0) ?? 0;
  return (
    <span className="last-run muted">
      {phase !== "running" && ms !== undefined && frames > 0 && `${whole(frames)} frames detected in ${duration(ms)}`}
    </span>
  );
}

function LastTurbo() {
  const { phase, step, ms } = useTurbo((store) => store.sweep);
  const frames = step?.results.reduce((sum, point) => sum + point.frames, 0) ?? 0;
  return (
    <span className="last-run muted">
      {phase !== "running" && ms !== undefined && frames > 0 && `${whole(frames)} codewords decoded in ${duration(ms)}`}
    </span>
  );
}

function LastComparison() {
  const { phase, step, ms } = useConvolution((store) => store.comparison);
  const results = step?.state.results;
  const last = results?.at(-1);
  return (
    <span className="last-run muted">
      {phase === "running" && last && METHOD_TITLES[last.method as MethodName]}
      {phase !== "running" && ms !== undefined && results && `${results.length} measurements in ${duration(ms)}`}
    </span>
  );
}

function LastFigures() {
  const ms = useFigures((state) => state.ms);
  const packets = useFigures((state) => state.figures?.sent);
  const sweep = useSweep();
  const points = sweep.step?.results ?? [];
  const bits = points.reduce((sum, point) => sum + point.bits, 0);
  return (
    <span className="last-run muted">
      {ms !== undefined && packets !== undefined && `${packets} packets drawn in ${duration(ms)}`}
      {sweep.phase !== "running" &&
        sweep.ms !== undefined &&
        bits > 0 &&
        ` · sweep: ${whole(bits)} bits in ${duration(sweep.ms)}`}
    </span>
  );
}
