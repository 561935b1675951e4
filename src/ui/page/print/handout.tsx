import { followed, useLecture } from "../lecture.ts";
import { useLabName } from "../labs.ts";

/**
 * The current lecture as a hand-out, printed after its figures: every step with its question and space for an answer,
 * then the answers.
 */
export function Handout() {
  const lab = useLabName();
  const lecture = useLecture((state) => followed(state, lab));
  if (!lecture) return null;
  const { title, about, steps, id } = lecture;
  const answers = steps.flatMap(({ answer }, i) => (answer ? [{ step: i + 1, answer }] : []));
  return (
    <article className="handout">
      <h2>{title}</h2>
      <p className="muted">{about}</p>
      {steps.map((step, i) => (
        <section key={step.title}>
          <h3>
            {i + 1} {step.title}
          </h3>
          <p>{step.text}</p>
          <p>
            <strong>{step.question}</strong>
          </p>
          <div className="handout-room" />
          <p className="print-link">{new URL(`#${lab}?lecture=${id}&step=${i + 1}`, location.href).href}</p>
        </section>
      ))}
      {answers.length > 0 && (
        <section className="handout-answers">
          <h3>Answers</h3>
          {answers.map(({ step, answer }) => (
            <p key={step}>
              <strong>{step}</strong> {answer}
            </p>
          ))}
        </section>
      )}
    </article>
  );
}
