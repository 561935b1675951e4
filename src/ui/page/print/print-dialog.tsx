import { Button } from "../../elements/button.tsx";
import { Dialog } from "../../elements/dialog.tsx";
import type { Lecture } from "#core/lectures/lecture.ts";
import { useLabName } from "../labs.ts";
import { followed, useLecture } from "../lecture.ts";
import { type Printed, useView } from "../view.ts";
import { print } from "./print.ts";

const close = () => useView.setState({ dialog: undefined });

function choose(what: Printed): void {
  close();
  void print(what);
}

/** Steps with their text, question and room for an answer on a page, beside a figure or without it. */
const [STEPS_A_PAGE, STEPS_A_FIGURE] = [4.5, 2];

/** About how many pages the questions take. */
const pagesOf = ({ steps }: Lecture) => Math.ceil((steps.length + STEPS_A_FIGURE) / STEPS_A_PAGE);

/** Asks what to print of an open lecture. */
export function PrintDialog() {
  const lab = useLabName();
  const lecture = useLecture((state) => followed(state, lab));
  const step = useLecture((state) => state.open?.step ?? 0);
  const pages = lecture ? pagesOf(lecture) : 1;
  const questions = `About ${pages} ${pages === 1 ? "page" : "pages"}: all questions with room to write, and the figure of step ${step + 1}.`;
  const choices: readonly (readonly [Printed, title: string, about: string])[] = [
    ["handout", "Hand-out", `${questions} The answers are on a separate page.`],
    ["figures", "Figures", "The scenario and all figures, as they are now."],
    ["both", "Both", "The questions, then the figures, then the answers."],
  ];
  return (
    <Dialog title="Print" onClose={close}>
      <ul className="print-choices">
        {choices.map(([what, title, about], i) => (
          <li key={what}>
            <Button look={i === 0 ? "primary" : "framed"} onClick={() => choose(what)}>
              {title}
            </Button>
            <span>{about}</span>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
