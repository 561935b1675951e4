import { CHAPTERS, type ChapterName, isProblemSet, type Lecture } from "#core/lectures/lecture.ts";
import { stepWords } from "#core/lectures/words.ts";

/** A chapter of the course, or a track beside it. */
export interface Chapter {
  name: ChapterName;
  title: string;
  /** Its number, or the letter of a track. */
  number: string;
  lectures: readonly NumberedLecture[];
}

export interface NumberedLecture extends Lecture {
  /** "3.2": the second lecture of the third chapter. */
  number: string;
}

/** Returns the names of labs in the order in which the course takes their lectures: basics first. */
export const courseLabs = <Name extends string>(
  labs: Readonly<Record<Name, { title: string; basics?: true }>>,
): Name[] =>
  (Object.keys(labs) as Name[]).toSorted((a, b) => Number(labs[b].basics ?? false) - Number(labs[a].basics ?? false));

/** Chapters outside the sequence of the course, with a letter in place of a number. */
const TRACKS: Partial<Record<ChapterName, string>> = { gpu: "G" };

/**
 * Returns the chapters with their lectures: prerequisites first within each, and its problem set last. Otherwise the given
 * order stays. It ignores cycles, and prerequisites that no lecture teaches. Chapters without lectures are left out.
 */
export function orderCourse(all: readonly Lecture[]): Chapter[] {
  const names = (Object.keys(CHAPTERS) as ChapterName[]).filter((name) => all.some(({ chapter }) => chapter === name));
  const numbered = names.filter((name) => !(name in TRACKS));
  return names.map((name) => {
    const number = TRACKS[name] ?? String(numbered.indexOf(name) + 1);
    const inOrder = sortByNeeds(all.filter(({ chapter }) => chapter === name));
    const lectures = inOrder.toSorted((a, b) => Number(isProblemSet(a)) - Number(isProblemSet(b)));
    return {
      name,
      title: CHAPTERS[name],
      number,
      lectures: lectures.map((lecture, i) => ({ ...lecture, number: `${number}.${i + 1}` })),
    };
  });
}

function sortByNeeds(lectures: readonly Lecture[]): Lecture[] {
  const rest = [...lectures];
  const ordered: Lecture[] = [];
  while (rest.length) {
    const ready = rest.findIndex((lecture) =>
      lecture.needs.every((need) => rest.every((other) => other === lecture || !other.teaches.includes(need))),
    );
    ordered.push(...rest.splice(Math.max(0, ready), 1));
  }
  return ordered;
}

/** A subject of the index, and the lectures that teach it. */
export interface IndexEntry {
  subject: string;
  lectures: readonly NumberedLecture[];
}

/** Returns all that the course teaches, in alphabetical order. */
export function indexOf(chapters: readonly Chapter[]): IndexEntry[] {
  const all = chapters.flatMap(({ lectures }) => lectures);
  const subjects = [...new Set(all.flatMap(({ teaches }) => teaches))];
  return subjects
    .toSorted((a, b) => a.localeCompare(b, "en", { sensitivity: "base" }))
    .map((subject) => ({ subject, lectures: all.filter(({ teaches }) => teaches.includes(subject)) }));
}

/** Returns the chapters with the lectures in whose texts all words of a search stand, in any case. */
export function searched(chapters: readonly Chapter[], search: string): Chapter[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const has = ({ title, summary, teaches, steps, number }: NumberedLecture) => {
    const text = [number, title, summary, ...teaches, ...steps.map(stepWords)].join(" ").toLowerCase();
    return words.every((word) => text.includes(word));
  };
  return chapters
    .map((chapter) => ({ ...chapter, lectures: chapter.lectures.filter(has) }))
    .filter(({ lectures }) => lectures.length > 0);
}
