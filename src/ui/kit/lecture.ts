/** The chapters of the course, in order, and a track beside them. Prerequisites lie in the same chapter or in earlier ones. */
export const CHAPTERS = {
  signals: "Samples, noise and error rates",
  filters: "Filters",
  radio: "Receivers for radio",
  equalizers: "Multipath and equalizers",
  codes: "Turbo codes",
  ofdm: "OFDM and Wi-Fi",
  antennas: "Several antennas",
  gpu: "Computing on a GPU",
} as const;
export type ChapterName = keyof typeof CHAPTERS;

/** A lecture: a sequence of scenarios with texts, as data. */
export interface Lecture {
  /** Its name in a link: lower case, words joined by hyphens. */
  id: string;
  /** Where the course has it. */
  chapter: ChapterName;
  title: string;
  /** One sentence for the list of lectures: what a student will understand. */
  about: string;
  lab: string;
  /** What it teaches, in two or three words. Other lectures name it as a prerequisite with these words. */
  teaches: readonly string[];
  /** Its prerequisites: what other lectures teach. */
  needs?: readonly string[];
  steps: readonly LectureStep[];
}

/** One scenario with its explanation. */
export interface LectureStep {
  title: string;
  /** A paragraph: where to look, what the figure shows, and why. It is true for the scenario's own figures. */
  text: string;
  question: string;
  answer?: string;
  /** The lab's fields in the form of a link, e.g. "channel=2&ebn0=9.5"; missing fields have their defaults. */
  scenario: string;
  /** Name of the figure to look at. */
  focus?: string;
}
