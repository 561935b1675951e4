import { LectureList } from "./lectures/list.tsx";
import type { Key } from "../kit/lab.ts";
import { useShownLab } from "./labs.ts";
import { useLab } from "../kit/engine.ts";
import { useView } from "./view.ts";
import { Dialog } from "../elements/dialog.tsx";

const close = () => useView.setState({ dialog: undefined });

/** The dialog that is open, if one is. */
export function Dialogs() {
  const dialog = useView((view) => view.dialog);
  if (dialog === "help") return <Help />;
  if (dialog === "adapter") return <Adapter />;
  if (dialog === "lectures") {
    return (
      <Dialog title="Lectures" onClose={close}>
        <LectureList />
      </Dialog>
    );
  }
  return null;
}

const KEYS: readonly Key[] = [
  ["1 … 9", "take an algorithm in or out"],
  ["space", "run, stop, go on"],
  ["[ ]", "a lecture’s step back, a step on"],
  ["Ctrl+Z", "undo a change of the scenario; Ctrl+Shift+Z or Ctrl+Y redo it"],
  ["p", "presenter mode: large text, no rail"],
  ["Ctrl+P", "print the figures, or a lecture as a hand-out"],
  ["Esc", "back from an enlarged figure; close a menu or a dialog"],
  ["?", "this help"],
  ["↑ ↓", "step a field; with shift, ten steps"],
  ["← →", "read a plot in focus, value by value"],
];

function Help() {
  const { keys = [], source } = useShownLab() ?? {};
  return (
    <Dialog title="Threeray" onClose={close}>
      <p>
        Radio receivers to play with: change something, and every figure follows. Everything is computed here, on your
        GPU; nothing is uploaded.
      </p>
      <h3>Keys</h3>
      <dl className="keys">
        {[...KEYS, ...keys].map(([key, what]) => (
          <div key={what}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
      <p>
        Fields take <code>2.4M</code>, <code>50 ns</code>, <code>1e-3</code>. The address always is a link to what you
        see. A recording (SigMF, or raw samples) can be dropped anywhere.
      </p>
      {source && <p className="muted">{source}</p>}
    </Dialog>
  );
}

function Adapter() {
  const gpu = useLab((state) => state.gpu);
  const rows: [string, string][] = [];
  if (gpu.state === "open" && gpu.available) {
    const { name, vendor, architecture, software } = gpu.adapter;
    rows.push(["Adapter", name], ["Vendor", vendor || "not told"], ["Architecture", architecture || "not told"]);
    rows.push(["Kind", software ? "a CPU that stands in for a GPU: right results, meaningless timings" : "GPU"]);
    rows.push(["Timings", gpu.timestamps ? "by the GPU's own clock (timestamp queries)" : "by the wall clock"]);
  } else if (gpu.state === "open" && !gpu.available) rows.push(["Missing", gpu.message]);
  else if (gpu.state === "failed") rows.push(["Failed", gpu.failure.why]);
  return (
    <Dialog title="What computes" onClose={close}>
      <dl className="facts">
        {rows.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
