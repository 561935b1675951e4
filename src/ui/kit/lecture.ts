/** A lecture: a sequence of scenarios with texts, as data. */
export interface Lecture {
  /** Its name in a link: lower case, words joined by hyphens. */
  id: string;
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
