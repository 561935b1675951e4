import { Button } from "../elements/button.tsx";
import { useEffect, useState } from "react";
import { isReady, useGpu } from "../kit/engine.ts";
import type { LabSession } from "../kit/lab.ts";
import type { Status } from "../kit/status.ts";
import { Progress } from "../elements/progress.tsx";
import { toggleRun } from "./keys.ts";
import { onDemand } from "../elements/on-demand.tsx";
import { useLabName, useMissingLab, useShownLab } from "./labs.ts";

const LiveSwitch = onDemand(async () => (await import("./live/switch.tsx")).LiveSwitch, {
  failed: "The live figures could not be fetched.",
});

/** The status line at the foot of the page: current work, progress, a stop button, and the duration of the last run. */
export function StatusLine() {
  const lab = useLabName();
  const session = useShownLab()?.session;
  const failed = useMissingLab(({ failure }) => failure !== undefined);
  if (session) return <LabStatus key={lab} {...session} />;
  return (
    <footer className="status-line">
      <span role="status">{failed ? "The lab could not be fetched" : "Fetching the lab"}</span>
    </footer>
  );
}

function LabStatus({ status, runCard, live }: LabSession) {
  const [own, setOwn] = useState(status.read);
  useEffect(() => {
    const update = () => setOwn(status.read());
    update();
    const ends = status.stores.map((store) => store.subscribe(update));
    return () => ends.forEach((end) => end());
  }, [status]);
  const gpu = useGpuStatus();
  const ready = useGpu(isReady);
  // Work without a device can be stopped, too.
  const { text, progress, working, detail, stop } = own.stop ? own : (gpu ?? own);
  return (
    <footer className="status-line" data-working={working || undefined}>
      <span className="lamp" aria-hidden="true" />
      <span role="status">{text}</span>
      {progress !== undefined && <Progress label={text} share={progress} />}
      {detail && <span className="muted">{detail}</span>}
      {stop && (
        <Button onClick={stop}>
          Stop <kbd>space</kbd>
        </Button>
      )}
      {!stop && ready && runCard && (
        <Button className="run-here" onClick={toggleRun}>
          Run
        </Button>
      )}
      {ready && live && <LiveSwitch />}
      <span className="last-run muted">{own.last}</span>
    </footer>
  );
}

/** Returns the text that replaces the lab's status while there is no device. */
function useGpuStatus(): Status | undefined {
  const gpu = useGpu((state) => state.gpu);
  if (gpu.state === "opening") return { text: "Opening the GPU", working: true };
  if (gpu.state === "failed") return { text: "The worker could not be started" };
  return gpu.available ? undefined : { text: "No GPU available" };
}
