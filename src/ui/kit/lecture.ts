/** A lecture: scenarios in an order that teaches, as data. */
export interface Lecture {
  /** What a link calls it: lower case, words joined by hyphens. */
  id: string;
  title: string;
  /** One sentence for the list of lectures: what one will have understood. */
  about: string;
  lab: string;
  /** What one has learned at its end, in two or three words. Other lectures need it by these words. */
  teaches: readonly string[];
  /** What other lectures teach that one should know. */
  needs?: readonly string[];
  steps: readonly LectureStep[];
}

/** One scenario with what there is to see in it. */
export interface LectureStep {
  title: string;
  /** A paragraph: where to look, what is there and why it is so. True of the scenario's own figures. */
  text: string;
  question: string;
  answer?: string;
  /** The lab's fields as a link holds them, e.g. "channel=2&ebn0=9.5"; those left out are at their defaults. */
  scenario: string;
  /** Name of the figure to look at. */
  focus?: string;
}
