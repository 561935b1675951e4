import { followed, useLecture } from "../lecture.ts";
import type { Question } from "#core/lectures/lecture.ts";
import { filled, startOrder } from "#core/lectures/variant.ts";
import { variantOf } from "../answers.ts";
import { useLabName } from "../labs.ts";
import { RichLine, RichText } from "../lectures/rich-text.tsx";

/** The open lecture as a hand-out: every step with its question and space for an answer. */
export function Questions() {
  const lab = useLabName();
  const lecture = useLecture((state) => followed(state, lab));
  if (!lecture) return null;
  const { title, summary, steps, id } = lecture;
  return (
    <article className="handout">
      <h2>{title}</h2>
      <p className="muted">{summary}</p>
      {steps.map((step, i) => (
        <section key={step.title}>
          <h3>
            {i + 1} {step.title}
          </h3>
          <RichText>{filled(step.text, variantOf(lecture, i).values)}</RichText>
          {step.questions.map((question) => (
            <div key={question.prompt} className="handout-question">
              <p>
                <strong>
                  <RichLine>{filled(question.prompt, variantOf(lecture, i).values)}</RichLine>
                </strong>
              </p>
              <Room question={question} />
            </div>
          ))}
          <p className="print-link">{new URL(`#${lab}?lecture=${id}&step=${i + 1}`, location.href).href}</p>
        </section>
      ))}
    </article>
  );
}

/** Room for an answer: statements to tick, items to number, or a line. */
function Room({ question }: { question: Question }) {
  if (question.kind !== "choice" && question.kind !== "order") return <div className="handout-room" />;
  const texts =
    question.kind === "choice"
      ? question.choices.map(({ text }) => text)
      : startOrder(question).map((item) => question.items[item].text);
  return (
    <ul className="handout-choices" data-kind={question.kind}>
      {texts.map((text) => (
        <li key={text}>
          <RichLine>{text}</RichLine>
        </li>
      ))}
    </ul>
  );
}

/** The answers of the open lecture, on a page of their own that a teacher can keep back. */
export function Answers() {
  const lab = useLabName();
  const lecture = useLecture((state) => followed(state, lab));
  const answers = lecture?.steps.flatMap(({ explains }, i) => (explains ? [{ step: i + 1, explains }] : [])) ?? [];
  if (!lecture || answers.length === 0) return null;
  return (
    <article className="handout answers">
      <h2>Answers: {lecture.title}</h2>
      {answers.map(({ step, explains }) => (
        <div key={step}>
          <strong>{step}</strong> <RichText>{filled(explains, variantOf(lecture, step - 1).values)}</RichText>
        </div>
      ))}
    </article>
  );
}
