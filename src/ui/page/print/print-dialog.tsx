import { Dialog } from "../../elements/dialog.tsx";
import type { Lecture } from "../../kit/lecture.ts";
import { useLabName } from "../labs.ts";
import { followed, useLecture } from "../lecture.ts";
import { type Printed, useView } from "../view.ts";
import { print } from "./print.ts";

const close = () => useView.setState({ dialog: undefined });

const choose = (what: Printed) => () => {
  close();
  void print(what);
};

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
  return (
    <Dialog title="Print" onClose={close}>
      <ul className="print-choices">
        <li>
          <button type="button" className="button primary" onClick={choose("handout")}>
            Hand-out
          </button>
          <span>
            About {pages} {pages === 1 ? "page" : "pages"}: all questions with room to write, and the figure of step{" "}
            {step + 1}. The answers are on a separate page.
          </span>
        </li>
        <li>
          <button type="button" className="button" onClick={choose("figures")}>
            Figures
          </button>
          <span>The scenario and all figures, as they are now.</span>
        </li>
        <li>
          <button type="button" className="button" onClick={choose("both")}>
            Both
          </button>
          <span>The questions, then the figures, then the answers.</span>
        </li>
      </ul>
    </Dialog>
  );
}
