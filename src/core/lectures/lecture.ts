/** The version of the format that this release reads and writes. */
export const LECTURE_VERSION = 1;

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

/** A lecture, as its file holds it: a sequence of scenarios with texts and questions, and tasks. */
export interface Lecture {
  version: typeof LECTURE_VERSION;
  /** Its name in links and in results: lower case, words joined by hyphens. Variants depend on it. */
  id: string;
  title: string;
  /** One sentence for lists of lectures: what a student will understand. */
  summary: string;
  /** Where the course has it. A lecture outside the course has no chapter. */
  chapter?: ChapterName;
  /** What it teaches, in two or three words. Other lectures name it as a prerequisite with these words. */
  teaches: readonly string[];
  /** Its prerequisites: what other lectures teach. */
  needs: readonly string[];
  /** The time that a student needs. */
  minutes: number;
  steps: readonly Step[];
  tasks?: readonly LectureTask[];
}

/** One scenario with its texts and questions. */
export interface Step {
  title: string;
  /** Markdown with KaTeX: where to look and what to find out. It does not say what the questions ask. */
  text: string;
  /** Markdown with KaTeX: what the figure shows, and why. It opens after all questions have an answer. */
  explains?: string;
  /** An address without its "#": "turbo?length=512&at=1". Missing fields have their defaults. */
  scenario: string;
  /** Name of the figure to look at. Without questions it is shown at once, else after the predictions. */
  figure?: string;
  /** Fields of the scenario that differ from student to student. "{{at}}" in a text is this student's value of "at". */
  vary?: Readonly<Record<string, Bounds>>;
  questions: readonly Question[];
}

/** The values that a varied field may have: numbers in equal steps, or a list. */
export type Bounds = { from: number; to: number; step: number } | { of: readonly (number | string)[] };

export type Question = NumberQuestion | ChoiceQuestion | OrderQuestion | SketchQuestion | TextQuestion;

/** How far an answer may be from the right one, in the output's unit or as a part of the right value. */
export type Tolerance = { absolute: number } | { relative: number };

export interface NumberQuestion {
  kind: "number";
  prompt: string;
  /** The output whose value is right, for example "ber.mmse". */
  output: string;
  /** The unit of the answer, as the student reads it. Default: the output's unit. It never changes the value. */
  unit?: string;
  tolerance: Tolerance;
}

/** One of several statements. Either one has `right`, or the output decides by `is` or `between`. */
export interface ChoiceQuestion {
  kind: "choice";
  prompt: string;
  output?: string;
  choices: readonly Choice[];
}

export interface Choice {
  text: string;
  /** True for the right one of a question without an output. */
  right?: true;
  /** Right if the output is this name. */
  is?: string;
  /** Right if the output is a number from the first one up to, but not including, the second one. Null: no limit. */
  between?: readonly [from: number | null, to: number | null];
  /** Why it is wrong, or right: shown after the answer. */
  reason?: string;
}

/** Items to sort. Each has an output, or none has one: then the file holds them in the right order. */
export interface OrderQuestion {
  kind: "order";
  prompt: string;
  items: readonly { text: string; output?: string }[];
  /** The order by the outputs. Default: "ascending". */
  by?: "ascending" | "descending";
}

/** A curve to predict at some abscissas. */
export interface SketchQuestion {
  kind: "sketch";
  prompt: string;
  /** An output that is a curve. */
  output: string;
  /** The abscissas, rising. */
  at: readonly number[];
  x: SketchAxis;
  y: SketchAxis;
  tolerance: Tolerance;
  /** The part of the points that must be right. Default: 0.8. */
  share?: number;
}

export interface SketchAxis {
  label: string;
  from: number;
  to: number;
}

/** Free text. Threeray keeps it for the lecturer and does not judge it. */
export interface TextQuestion {
  kind: "text";
  prompt: string;
}

/** What a submitted scenario must reach. */
export interface LectureTask {
  title: string;
  prompt: string;
  /** The scenario to start from. */
  scenario: string;
  /** The fields that a submission may change; all others keep the values of `scenario`. */
  free: readonly string[];
  vary?: Readonly<Record<string, Bounds>>;
  checks: readonly Check[];
  /** A scenario that meets all checks, for the lecturer. The student's copy has none. */
  solution?: string;
}

/** A check that is shown, one that only the lecturer's file has, or what the student's copy has in its place. */
export type Check = OpenCheck | HiddenCheck | Commitment;

export interface OpenCheck {
  /** The output, computed from the submission. */
  output: string;
  test: "<=" | ">=" | "within";
  /** The limit, or the lowest and the highest value. */
  value: number | readonly [number, number];
  /** The scenario with which an output compares the submission: "errorDb.NAME" of flow graphs needs one. */
  reference?: string;
}

export interface HiddenCheck extends OpenCheck {
  /** A random text, so that the commitment does not give the check away. */
  salt: string;
}

/** The hash of a hidden check: {@link commitmentOf}. */
export interface Commitment {
  hash: string;
}

/** Returns the lab of a scenario: "turbo" for "turbo?length=512". */
export const labOf = (scenario: string): string => scenario.split("?", 1)[0];

/** Returns the lab in which a lecture begins. */
export const firstLab = ({ steps }: Pick<Lecture, "steps">): string => labOf(steps[0]?.scenario ?? "");

/** Returns true for a lecture of tasks. It stands last in its chapter. */
export const isProblemSet = ({ tasks = [] }: Pick<Lecture, "tasks">): boolean => tasks.length > 0;
