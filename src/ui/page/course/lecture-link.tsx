import type { ComponentProps } from "react";
import { firstLab, type Lecture } from "#core/lectures/lecture.ts";
import { nameInLinks } from "../lecture.ts";
import { useView } from "../view.ts";

/** A link to the first step of a lecture. It keeps presenter mode. */
export function LectureLink({ to, ...link }: ComponentProps<"a"> & { to: Pick<Lecture, "id" | "steps"> }) {
  const present = useView((view) => view.present);
  return <a href={`#${firstLab(to)}?lecture=${nameInLinks(to)}${present ? "&present" : ""}`} {...link} />;
}
