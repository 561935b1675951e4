import { followed, useLecture } from "../lecture.ts";
import { useLabName } from "../labs.ts";

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
          <p>{step.text}</p>
          {step.questions.map(({ prompt }) => (
            <div key={prompt}>
              <p>
                <strong>{prompt}</strong>
              </p>
              <div className="handout-room" />
            </div>
          ))}
          <p className="print-link">{new URL(`#${lab}?lecture=${id}&step=${i + 1}`, location.href).href}</p>
        </section>
      ))}
    </article>
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
        <p key={step}>
          <strong>{step}</strong> {explains}
        </p>
      ))}
    </article>
  );
}
