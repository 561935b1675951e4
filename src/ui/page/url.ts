import { decodeParameter } from "#core/configuration/address.ts";

/** The pages that show no lab: their names in links, and what they are. */
export const PAGES = { course: "the course", grading: "the page that grades results" } as const;
export type PageName = keyof typeof PAGES;

/** The link of the course, and of the page that grades results. */
export const COURSE_LINK = "#course";
export const GRADING_LINK = "#grading";

/** Returns the page without a lab that a link names, and the fields of the link; undefined for any other link. */
export function pageIn(link: string): { page: PageName; fields: readonly string[] } | undefined {
  const [name, ...fields] = link.replace(/^#\/?/, "").split(/[?&]/);
  const page = (Object.keys(PAGES) as PageName[]).find((one) => one === name);
  return page && { page, fields: fields.filter(Boolean) };
}

/** The beginning of a link that holds a whole lecture. */
export const LECTURE_LINK = "#lecture?";

/**
 * Returns the lab that a link's fragment names; the first lab if it names none.
 *
 * @throws RangeError that lists the labs if the name is unknown.
 */
export function labOf<Name extends string>(fragment: string, names: readonly Name[]): Name {
  const name = decodeParameter(fragment.replace(/^#\/?/, "").split("?")[0]);
  const lab = name === "" ? names[0] : names.find((one) => one === name);
  if (!lab) {
    const others = Object.entries(PAGES).map(([page, what]) => `${page} is ${what}`);
    throw new RangeError(
      `link: there is no lab “${name}”; the labs are ${names.join(", ")}, and ${others.join(", and ")}`,
    );
  }
  return lab;
}

/** The page's fields of a link, the same for all labs. */
export interface PageFields {
  /** Name of the current lecture, and its step, from 0. */
  lecture?: string;
  step: number;
  /** The scenario differs from the lecture's step. */
  own: boolean;
  /** A student's name, which chooses the variant of a lecture. Links of the page do not have it. */
  student?: string;
  /** A test: the page does not say which answers are right, and explains nothing. */
  test: boolean;
  /** Presenter mode: large text, no rail. */
  present: boolean;
  /** Embedded in another page: no shell. */
  embed: boolean;
  /** Name of the only figure that is shown. */
  figure?: string;
  /** Folded groups of figures. */
  folded: readonly string[];
}

/**
 * Splits a link into the page's fields, which may be anywhere in it, and the lab's fragment.
 *
 * @throws RangeError for an invalid step.
 */
export function splitLink(link: string): { fields: PageFields; fragment: string } {
  const fields: PageFields = { step: 0, own: false, test: false, present: false, embed: false, folded: [] };
  const take: Readonly<Record<string, (text: string) => void>> = {
    lecture: (text) => (fields.lecture = decodeParameter(text)),
    step: (text) => (fields.step = checkedStep(text) - 1),
    own: () => (fields.own = true),
    student: (text) => (fields.student = decodeParameter(text.replaceAll("+", " "))),
    answers: (text) => (fields.test = checkedAnswers(text)),
    present: () => (fields.present = true),
    embed: () => (fields.embed = true),
    figure: (text) => (fields.figure = decodeParameter(text)),
    fold: (text) => (fields.folded = decodeParameter(text).split(",")),
  };
  // A field that another page has added may follow the lab's name with “&”.
  const [, head, query = ""] = /^([^?&]*)[?&]?(.*)$/s.exec(link) ?? [];
  const others = query.split("&").filter((part) => {
    const [name, text = ""] = part.split("=");
    if (!Object.hasOwn(take, name)) return part !== "";
    take[name](text);
    return false;
  });
  return { fields, fragment: others.length ? `${head}?${others.join("&")}` : head };
}

/** Returns a lab's link with the page's fields after it: `#LAB?v=1&lecture=NAME&step=2&present`. */
export function joinLink(
  link: string,
  { lecture, step, own, test, present, embed, figure, folded }: PageFields,
): string {
  const parts = [link];
  if (lecture !== undefined) {
    parts.push(`lecture=${encodeURIComponent(lecture)}`, `step=${step + 1}`);
    if (own) parts.push("own");
    if (test) parts.push("answers=none");
  }
  if (present) parts.push("present");
  if (embed) parts.push("embed");
  if (figure !== undefined) parts.push(`figure=${encodeURIComponent(figure)}`);
  if (folded.length) parts.push(`fold=${folded.join(",")}`);
  return parts.join("&");
}

/** Returns a lab's fragment without the fields of the given names. */
export function withoutFields(fragment: string, names: readonly string[] = []): string {
  const [head, query = ""] = fragment.split("?");
  const others = query.split("&").filter((part) => !names.includes(part.split("=")[0]));
  return `${head}?${others.join("&")}`;
}

function checkedStep(text: string): number {
  if (!/^[1-9]\d{0,2}$/.test(text)) throw new RangeError(`link: step must be a whole number ≥ 1, got "${text}"`);
  return Number(text);
}

function checkedAnswers(text: string): true {
  if (text !== "none") throw new RangeError(`link: answers must be none, got "${text}"`);
  return true;
}
