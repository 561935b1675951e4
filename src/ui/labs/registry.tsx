import { type ComponentType, lazy } from "react";
import type { LabName } from "../page/view.ts";
import { EqualizersLab } from "./equalizers/lab.tsx";
import { ScenarioPanel } from "./equalizers/scenario-panel.tsx";

/** A lab as the shell sees it. */
interface LabPage {
  title: string;
  /** What its link in the bar begins with. */
  href: string;
  /** What the rail is about; the scenario where it is not said. */
  rail?: string;
  /** The rail's contents, and the figures. */
  Panel: ComponentType;
  Page: ComponentType;
}

/** The labs, one line each. All but the first are fetched when they are asked for. */
export const LABS: Readonly<Record<LabName, LabPage>> = {
  equalizers: { title: "Equalizers", href: "#equalizers?v=1", Panel: ScenarioPanel, Page: EqualizersLab },
  convolution: {
    title: "Convolution",
    href: "#convolution?v=1&batch=3104&sweep=filter",
    Panel: lazy(async () => ({ default: (await import("./convolution/lab.tsx")).ConvolutionPanel })),
    Page: lazy(async () => ({ default: (await import("./convolution/lab.tsx")).ConvolutionLab })),
  },
  filters: {
    title: "Filters",
    href: "#filters?v=1",
    Panel: lazy(async () => ({ default: (await import("./filters/lab.tsx")).FiltersPanel })),
    Page: lazy(async () => ({ default: (await import("./filters/lab.tsx")).FiltersLab })),
  },
  mimo: {
    title: "MIMO",
    href: "#mimo?v=1",
    Panel: lazy(async () => ({ default: (await import("./mimo/lab.tsx")).MimoPanel })),
    Page: lazy(async () => ({ default: (await import("./mimo/lab.tsx")).MimoLab })),
  },
  turbo: {
    title: "Turbo",
    href: "#turbo?v=1",
    Panel: lazy(async () => ({ default: (await import("./turbo/lab.tsx")).TurboPanel })),
    Page: lazy(async () => ({ default: (await import("./turbo/lab.tsx")).TurboLab })),
  },
  recordings: {
    title: "Recordings",
    href: "#recordings?v=1",
    rail: "Recording",
    Panel: lazy(async () => ({ default: (await import("./recordings/lab.tsx")).RecordingsPanel })),
    Page: lazy(async () => ({ default: (await import("./recordings/lab.tsx")).RecordingsLab })),
  },
};
