import { Button } from "../elements/button.tsx";
import { GlossaryDialog } from "./glossary-dialog.tsx";
import { LectureList } from "./lectures/list.tsx";
import type { Key } from "../kit/lab.ts";
import { useShownLab } from "./labs.ts";
import { useGpu } from "../kit/engine.ts";
import { useView } from "./view.ts";
import { Check } from "../elements/check.tsx";
import { onDemand } from "../elements/on-demand.tsx";
import { setLetterKeys, useLetterKeys } from "../kit/letter-keys.ts";
import { Dialog } from "../elements/dialog.tsx";
import { pointer } from "../figures/pointer.ts";
import { isPackage } from "./delivery.ts";
import { QrDialog } from "./share/qr-dialog.tsx";
import { PrintDialog } from "./print/print-dialog.tsx";
import "./dialogs.css";

const close = () => useView.setState({ dialog: undefined });

const Statement = onDemand(async () => (await import("./statement-dialog.tsx")).StatementDialog, {
  failed: "The accessibility statement could not be shown.",
});

const Storage = onDemand(async () => (await import("./storage/storage-dialog.tsx")).StorageDialog, {
  failed: "The storage could not be shown.",
});

const Tuning = onDemand(async () => (await import("../kit/tuning/tuning-section.tsx")).TuningSection, {
  failed: "The workgroup sizes could not be shown.",
});

/** The open dialog, if any. */
export function Dialogs() {
  const dialog = useView((view) => view.dialog);
  if (dialog === "help") return <Help />;
  if (dialog === "adapter") return <Adapter />;
  if (dialog === "print") return <PrintDialog />;
  if (dialog === "qr") return <QrDialog onClose={close} />;
  if (dialog === "glossary") return <GlossaryDialog onClose={close} />;
  if (dialog === "statement") return <Statement onClose={close} />;
  if (dialog === "storage") return <Storage onClose={close} />;
  if (dialog === "lectures") {
    return (
      <Dialog title="Lectures" wide onClose={close}>
        <LectureList />
      </Dialog>
    );
  }
  return null;
}

const KEYS: readonly Key[] = [
  ["1 … 9", "add or remove an algorithm"],
  ["space", "run, stop or resume"],
  ["[ ]", "previous or next step of a lecture"],
  ["Ctrl+Z", "undo a change of the scenario, or a deletion; Ctrl+Shift+Z or Ctrl+Y: redo"],
  ["p", "presenter mode: large text, no rail; answers stay hidden"],
  ["a", "in presenter mode: show the next answer"],
  ["q", "a QR code of this link"],
  ["l", "run the figures live: new data and noise up to ten times per second"],
  ["Ctrl+P", "print the figures, a lecture’s hand-out, or both"],
  ["Esc", "close an enlarged figure, a menu or a dialog"],
  ["?", "this help"],
  ["g", "the glossary"],
  ["↑ ↓", "step a field; with Shift, ten steps"],
  ["← →", "read the focused plot value by value"],
];

function Help() {
  const { keys = [], source } = useShownLab() ?? {};
  const letterKeys = useLetterKeys(({ on }) => on);
  return (
    <Dialog title="Threeray" onClose={close}>
      <p>
        Threeray is an interactive lab for radio receivers: change a setting, and every figure follows. Your own GPU
        computes everything; nothing is uploaded.
      </p>
      <h3>Three gestures</h3>
      <ul className="gestures">
        <li>
          <strong>Drag</strong> what stands out: a ray, a mask’s corner, a pole, a band.{" "}
          {pointer() === "fine" && "Elsewhere in a plot a drag zooms, and a double-click shows everything again."}
        </li>
        <li>
          <strong>{pointer() === "fine" ? "Click" : "Tap"}</strong> an algorithm in the list or in the strip above the
          figures: the figures add it, remove it or show it.
        </li>
        <li>
          <strong>Open “⋯”</strong> in the corner of a figure: its data, pictures, equation, and what would change it.
          The arrows beside it enlarge the figure.
        </li>
      </ul>
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
      <Check
        title="Turn them off if you speak to your computer, or press keys by accident. The space bar, Escape and chords stay."
        checked={letterKeys}
        onChange={setLetterKeys}
      >
        Keys of one character
      </Check>
      <p>
        Fields accept <code>2.4M</code>, <code>50 ns</code>, <code>1e-3</code>. The address is always a link to what you
        see. You can drop a recording (SigMF or raw samples) anywhere on the page.
      </p>
      <p>
        Dotted words open their meaning.{" "}
        <Button onClick={() => useView.setState({ dialog: "glossary" })}>Open the glossary</Button>
      </p>
      <p className="help-links">
        {!isPackage() && (
          <a className="button" href="./docs/index.html" target="_blank" rel="noopener">
            Documentation
          </a>
        )}
        <Button onClick={() => useView.setState({ dialog: "storage" })}>Storage</Button>
        <Button onClick={() => useView.setState({ dialog: "statement" })}>Accessibility statement</Button>
      </p>
      {source && <p className="muted">{source}</p>}
    </Dialog>
  );
}

function Adapter() {
  const gpu = useGpu((state) => state.gpu);
  const rows: [string, string][] = [];
  if (gpu.state === "open" && gpu.available) {
    const { name, vendor, architecture, software } = gpu.adapter;
    rows.push(
      ["Adapter", name],
      ["Vendor", vendor || "not reported"],
      ["Architecture", architecture || "not reported"],
    );
    rows.push(["Kind", software ? "a CPU that emulates a GPU: correct results, timings without meaning" : "GPU"]);
    rows.push(["Timings", gpu.timestamps ? "from the GPU’s clock (timestamp queries)" : "from the wall clock"]);
  } else if (gpu.state === "open" && !gpu.available) rows.push(["Missing", gpu.message]);
  else if (gpu.state === "failed") rows.push(["Failed", gpu.failure.why]);
  return (
    <Dialog title="GPU in use" onClose={close}>
      <dl className="facts">
        {rows.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {gpu.state === "open" && gpu.available && (
        <>
          <h3>Workgroup sizes</h3>
          <Tuning />
        </>
      )}
    </Dialog>
  );
}
