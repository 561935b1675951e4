import type { ComponentProps } from "react";
import type { Lecture } from "../../kit/lecture.ts";
import { useView } from "../view.ts";

/** A link to the first step of a lecture. It keeps presenter mode. */
export function LectureLink({ to: { lab, id }, ...link }: ComponentProps<"a"> & { to: Pick<Lecture, "lab" | "id"> }) {
  const present = useView((view) => view.present);
  return <a href={`#${lab}?lecture=${id}${present ? "&present" : ""}`} {...link} />;
}
