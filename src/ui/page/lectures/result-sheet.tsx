import { decodeParameter } from "#core/configuration/address.ts";
import type { Grade, GradedAnswer, GradedSubmission } from "#core/lectures/grade.ts";
import type { Lecture, Question } from "#core/lectures/lecture.ts";
import type { GivenAnswer, Result } from "#core/lectures/result.ts";
import { filled, studentVariant } from "#core/lectures/variant.ts";
import { answerWords } from "#core/lectures/words.ts";
import { RichLine } from "./rich-text.tsx";
import "./result-sheet.css";

interface ResultSheetProps {
  lecture: Lecture;
  result: Result;
  /** The lecturer's grade: its verdicts take the place of the file's, and right answers are added. */
  grade?: Grade;
  /** False for a test: the sheet has no verdicts. */
  verdicts?: boolean;
}

const WORDS: Readonly<Record<GradedAnswer["verdict"] | GradedSubmission["verdict"], string>> = {
  right: "Right",
  wrong: "Not right",
  given: "Text",
  met: "Met",
  "not met": "Not met",
  "not enough packets": "Not enough packets",
  open: "Judged by the lecturer",
  unjudged: "Not judged",
};

/** A student's result to read and to print: each question with the answer, its tries and its verdict. */
export function ResultSheet({ lecture, result, grade, verdicts = true }: ResultSheetProps) {
  const { student, program, checksum, lecture: of } = result;
  const answers = grade?.answers ?? result.answers;
  const submissions = grade?.submissions ?? result.submissions;
  return (
    <article className="result-sheet">
      <h2>{lecture.title}</h2>
      <p>
        <strong>{student.trim() || "No name"}</strong>
        {grade && ` · score ${(100 * grade.score).toFixed(0)} %`}
      </p>
      {grade && grade.problems.length > 0 && (
        <ul className="result-problems">
          {grade.problems.map((problem) => (
            <li key={problem}>{problem}</li>
          ))}
        </ul>
      )}
      {lecture.steps.map(({ title, questions }, step) => (
        <section key={title}>
          <h3>
            {step + 1} {title}
          </h3>
          {questions.map((question, at) => {
            const answer = answers.find((one) => one.step === step && one.question === at);
            const { values } = studentVariant(lecture, { step }, student);
            return (
              <div key={question.prompt} className="result-question">
                <p className="result-prompt">
                  <RichLine>{filled(question.prompt, values)}</RichLine>
                </p>
                {answer ? (
                  <Answer question={question} answer={answer} verdicts={verdicts} />
                ) : (
                  <p className="muted">No answer.</p>
                )}
              </div>
            );
          })}
        </section>
      ))}
      {(lecture.tasks ?? []).map(({ title }, at) => {
        const submission = submissions.find(({ task }) => task === at);
        return (
          <section key={title}>
            <h3>
              Task {at + 1}: {title}
            </h3>
            {submission ? (
              <p>
                <a href={`#${submission.scenario}`}>
                  <code>{decodeParameter(submission.scenario)}</code>
                </a>
                <br />
                {verdicts && `${WORDS[submission.verdict]}, `}
                {triesText(submission.tries)}.
              </p>
            ) : (
              <p className="muted">No submission.</p>
            )}
          </section>
        );
      })}
      <p className="muted result-foot">
        Threeray {program}. Checksum of the result: <code>{checksum}</code>. Version of the lecture:{" "}
        <code>{of.hash.slice(0, 16)}</code>. {!grade && "The saved file counts, not this page."}
      </p>
    </article>
  );
}

const triesText = (tries: number) => (tries === 1 ? "1 try" : `${tries} tries`);

interface AnswerProps {
  question: Question;
  answer: Omit<GradedAnswer, "isForged">;
  verdicts: boolean;
}

function Answer({ question, answer: { tries, verdict, right, seconds }, verdicts }: AnswerProps) {
  const before = tries.slice(0, -1);
  return (
    <>
      <p>
        <Words question={question} answer={tries.at(-1)!} />
      </p>
      <p className="muted">
        {verdicts && verdict !== "given" && `${WORDS[verdict]}. `}
        {verdicts && verdict === "wrong" && right !== undefined && (
          <>
            Right is <Words question={question} answer={right} digits={4} />.{" "}
          </>
        )}
        {before.length > 0 && (
          <>
            Before:{" "}
            {before.map((one, i) => (
              <span key={i}>
                {i > 0 && "; "}
                <Words question={question} answer={one} />
              </span>
            ))}
            .{" "}
          </>
        )}
        {triesText(tries.length)}, {Math.ceil(seconds / 60)} min.
      </p>
    </>
  );
}

/** An answer in words. A student's text is shown as it is. */
function Words({ question, answer, digits }: { question: Question; answer: GivenAnswer; digits?: number }) {
  const text = answerWords(question, answer, digits);
  const isMarkdown = question.kind === "choice" || question.kind === "order";
  return isMarkdown ? <RichLine>{text}</RichLine> : <span className="result-text">{text}</span>;
}
