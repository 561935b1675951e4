import { create } from "zustand";
import type { SignalClass } from "#core/signals/classes.ts";
import { Button } from "../../elements/button.tsx";
import { recall, remember } from "../../elements/memory.ts";
import { FigureCard } from "../../figures/card.tsx";
import { openExample } from "../../kit/recording/examples.ts";
import { type Riddle, RIDDLE_LEVELS, type RiddleLevel, riddleName, riddleNamed } from "../../kit/recording/riddles.ts";
import { SIGNS } from "./signs.ts";

const KEY = "riddles";
/** First answers, by the riddle's name. */
type Answers = Readonly<Record<string, string>>;

const useAnswers = create<{ answers: Answers }>()(() => ({ answers: recalled() }));

function recalled(): Answers {
  try {
    return JSON.parse(recall(KEY) ?? "{}") as Answers;
  } catch {
    return {};
  }
}

function keep(answers: Answers): void {
  remember(KEY, JSON.stringify(answers));
  useAnswers.setState({ answers });
}

function scoreOf(answers: Answers, level: RiddleLevel): { right: number; given: number } {
  const given = Object.entries(answers).flatMap(([name, answer]) => {
    const riddle = riddleNamed(name);
    return riddle?.level === level ? [riddle.class === answer] : [];
  });
  return { right: given.filter(Boolean).length, given: given.length };
}

/** The first riddle of a level that has no answer. */
function nextOf(answers: Answers, level: RiddleLevel): string {
  let number = 1;
  while (riddleName(level, number) in answers) number++;
  return riddleName(level, number);
}

const LEVELS = Object.keys(RIDDLE_LEVELS) as RiddleLevel[];

/** Name that signal: one burst without a label, and the classes to choose from. */
export function RiddleCard({ riddle }: { riddle: Riddle }) {
  const answers = useAnswers((state) => state.answers);
  const name = riddleName(riddle.level, riddle.number);
  const answer = answers[name];
  const { right, given } = scoreOf(answers, riddle.level);
  const { classes, snr } = RIDDLE_LEVELS[riddle.level];
  return (
    <FigureCard
      name="riddle"
      title={`Name that signal, number ${riddle.number}`}
      width="roomy"
      look={`One burst of one of ${classes.length} classes, ${snr.join(" to ")} dB over the noise. Zoom in, look at its spectrum, listen; then choose.`}
      summary={`${right} of ${given} right at this level.`}
      controls={
        <>
          {LEVELS.map((level) => (
            <Button
              key={level}
              aria-pressed={level === riddle.level}
              onClick={() => void openExample(nextOf(answers, level))}
            >
              {level}
            </Button>
          ))}
        </>
      }
    >
      <ul className="riddle-classes" aria-label="Classes">
        {classes.map((choice) => (
          <li key={choice}>
            <Button
              disabled={answer !== undefined}
              data-verdict={verdictOf(choice, answer, riddle)}
              onClick={() => keep({ ...answers, [name]: choice })}
            >
              {choice}
              {MARKS[verdictOf(choice, answer, riddle) ?? "none"]}
            </Button>
          </li>
        ))}
      </ul>
      <div className="riddle-answer" role="status">
        {answer === undefined ? (
          <p className="muted">Your first answer counts. Everybody gets the same signal for the same number.</p>
        ) : (
          <>
            <p>
              <strong>{answer === riddle.class ? `Right: ${riddle.class}.` : `No, it is ${riddle.class}.`}</strong>{" "}
              {SIGNS[riddle.class]}
            </p>
            {answer !== riddle.class && answer in SIGNS && (
              <p className="muted">
                {answer} would look like this: {SIGNS[answer as SignalClass]}
              </p>
            )}
          </>
        )}
      </div>
      <p className="riddle-score">
        {given > 0 && (
          <span>
            {right} of {given} right
          </span>
        )}
        <Button
          look="primary"
          disabled={answer === undefined}
          onClick={() => void openExample(nextOf(answers, riddle.level))}
        >
          Next signal
        </Button>
        {given > 0 && (
          <Button look="quiet" title="Forget all answers of both levels" onClick={() => keep({})}>
            Start again
          </Button>
        )}
      </p>
    </FigureCard>
  );
}

/** Marks beside the colours, which not everybody distinguishes. */
const MARKS = { right: " ✓", wrong: " ✗", none: "" };

function verdictOf(choice: string, answer: string | undefined, riddle: Riddle): "right" | "wrong" | undefined {
  if (answer === undefined) return undefined;
  if (choice === riddle.class) return "right";
  return choice === answer ? "wrong" : undefined;
}
