import type { Lab } from "../kit/lab.ts";
import type { Lecture } from "#core/lectures/lecture.ts";
import type { DestinationSource } from "../kit/recording/destinations.ts";
import type { ReceiverSource } from "../kit/recording/receivers.ts";

export interface LabEntry {
  /** Its name in the bar. */
  title: string;
  /** What its link in the bar begins with, after the version. */
  start?: string;
  /** It shows recordings whole: other labs lead there. */
  viewer?: true;
  /** It receives recordings: the lab that shows them has a card for each receiver. */
  receiver?: ReceiverSource;
  /** It works on recordings: the lab that shows them opens them in it. */
  destination?: DestinationSource;
  /** Extensions of files that only this lab opens, in small letters: the page shows it for them. */
  files?: readonly string[];
  load(): Promise<{ lab: Lab }>;
  lectures?(): Promise<{ LECTURES: readonly Lecture[] }>;
  /** Its lectures begin the chapters of the course in which they are. */
  basics?: true;
}

/** The labs, one entry each, in the order of the bar. The first one opens where a link names none. */
export const LABS = {
  equalizers: {
    title: "Equalizers",
    load: () => import("./equalizers/lab.ts"),
    lectures: () => import("./equalizers/lectures.ts"),
    receiver: () => import("./equalizers/receiver/receiver.ts"),
    destination: () => import("./equalizers/destination.ts"),
  },
  adaptive: {
    title: "Adaptive",
    start: "equalizers=mmse,dfe,lms,mlse&forwardTaps=15&training=300&symbols=1024",
    load: () => import("./adaptive/lab.ts"),
    lectures: () => import("./adaptive/lectures.ts"),
    basics: true,
  },
  convolution: {
    title: "Convolution",
    start: "batch=3104",
    load: () => import("./convolution/lab.ts"),
    lectures: () => import("./convolution/lectures.ts"),
  },
  filters: {
    title: "Filters",
    load: () => import("./filters/lab.ts"),
    lectures: () => import("./filters/lectures.ts"),
    destination: () => import("./filters/destination.ts"),
  },
  mimo: { title: "MIMO", load: () => import("./mimo/lab.ts"), lectures: () => import("./mimo/lectures.ts") },
  turbo: { title: "Turbo", load: () => import("./turbo/lab.ts"), lectures: () => import("./turbo/lectures.ts") },
  wifi: {
    title: "Wi-Fi",
    load: () => import("./wifi/lab.ts"),
    lectures: () => import("./wifi/lectures.ts"),
    receiver: () => import("./wifi/receiver/receiver.ts"),
    destination: () => import("./wifi/destination.ts"),
  },
  graphs: {
    title: "Flow graphs",
    files: ["grc"],
    load: () => import("./graphs/lab.ts"),
    lectures: () => import("./graphs/lectures.ts"),
    destination: () => import("./graphs/destination.ts"),
  },
  recordings: {
    title: "Recordings",
    viewer: true,
    load: () => import("./recordings/lab.ts"),
    lectures: () => import("./recordings/lectures.ts"),
  },
} satisfies Record<string, LabEntry>;

export type LabName = keyof typeof LABS;
