import { renderToString } from "katex";
import type { RightAnswer } from "../../core/lectures/check.ts";
import type { Lecture, Question } from "../../core/lectures/lecture.ts";
import { type Inline, readInline, readMarkdown, type TextBlock } from "../../core/lectures/markdown.ts";
import { escaped } from "../../core/lectures/scorm.ts";
import { answerWords } from "../../core/lectures/words.ts";
import { filled, startOrder, studentVariant } from "../../core/lectures/variant.ts";

const STYLE = `
@page { size: A4; margin: 20mm 18mm }
body { font: 11pt/1.4 system-ui, sans-serif; color: #000 }
h1 { font-size: 18pt; margin: 0 0 2mm } h2 { font-size: 13pt; margin: 6mm 0 1mm; break-after: avoid }
p, ul, ol { margin: 1mm 0 } .muted { color: #444 } .question { break-inside: avoid; margin: 3mm 0 }
.room { border-bottom: 0.3mm solid #888; height: 9mm } .wide { height: 24mm } .box { display: inline-block; width: 3.5mm; height: 3.5mm; border: 0.3mm solid #000; margin-right: 2mm }
.frame { border: 0.3mm solid #000; height: 55mm; margin: 2mm 0 } .solution { border-left: 1mm solid #888; padding-left: 3mm }
code, pre { font-family: ui-monospace, monospace; font-size: 10pt; overflow-wrap: anywhere }
`;

/** The worksheet cannot load or run anything, like the page. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'";

/**
 * Returns a worksheet as HTML: the steps with room for answers.
 *
 * @param answers The right answers; without them the worksheet has no solutions.
 */
export function worksheet(lecture: Lecture, answers?: readonly RightAnswer[]): string {
  const { title, summary, steps, tasks = [], needs, minutes } = lecture;
  const parts = steps.map(({ title: name, text, explains, questions }, i) => {
    const { values } = studentVariant(lecture, { step: i }, "");
    const solved = answers && explains ? `<div class="solution">${blocks(filled(explains, values))}</div>` : "";
    const asked = questions.map((question, j) => {
      const answer = answers?.find(({ place }) => place === `Step ${i + 1}, question ${j + 1}`);
      return `<div class="question"><p><strong>${line(filled(question.prompt, values))}</strong></p>${room(question)}${solution(question, answer)}</div>`;
    });
    return `<h2>${i + 1} ${escaped(name)}</h2>${blocks(filled(text, values))}${asked.join("")}${solved}`;
  });
  const work = tasks.map((task, i) => {
    const prompt = filled(task.prompt, studentVariant(lecture, { task: i }, "").values);
    return `<h2>Task ${i + 1}: ${escaped(task.title)}</h2>${blocks(prompt)}<div class="room wide"></div>${answers && task.solution ? submission(task.solution) : ""}`;
  });
  const needed = needs.length > 0 ? ` Needs: ${escaped(needs.join(", "))}.` : "";
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${POLICY}">
<title>${escaped(title)}</title><style>${STYLE}</style></head><body>
<h1>${escaped(title)}</h1><p class="muted">${escaped(summary)} About ${minutes} minutes.${needed}</p>
<p>Name: ______________________________ Date: ______________</p>
${parts.join("\n")}${work.join("\n")}
</body></html>
`;
}

/** Characters of a scenario that a person can type from paper. */
const MOST_TYPED = 400;

/** Returns a scenario that solves a task. A flow graph is too long for paper. */
function submission(scenario: string): string {
  const text = decodeURIComponent(scenario);
  const shown =
    text.length <= MOST_TYPED
      ? `<code>${escaped(text)}</code>`
      : `The lecture’s file has a flow graph that solves the task.`;
  return `<p class="solution">${shown}</p>`;
}

/** Returns the room for an answer. */
function room(question: Question): string {
  if (question.kind === "choice") {
    return question.choices.map(({ text }) => `<p><span class="box"></span>${line(text)}</p>`).join("");
  }
  if (question.kind === "order") {
    return startOrder(question)
      .map((i) => `<p>____ ${line(question.items[i].text)}</p>`)
      .join("");
  }
  if (question.kind === "sketch") {
    const { x, y } = question;
    return `<div class="frame"></div><p class="muted">${escaped(`${x.label}: ${x.from} to ${x.to}. ${y.label}: ${y.from} to ${y.to}.`)}</p>`;
  }
  return `<div class="room${question.kind === "text" ? " wide" : ""}"></div>`;
}

/** Returns the right answer in words. */
function solution(question: Question, answer: RightAnswer | undefined): string {
  if (answer?.right === undefined) return "";
  const text = answerWords(question, answer.right, 4);
  const isMarkdown = question.kind === "choice" || question.kind === "order";
  return `<p class="solution">${isMarkdown ? line(text) : escaped(text)}</p>`;
}

const blocks = (text: string): string => readMarkdown(text).map(block).join("");
const line = (text: string): string => readInline(text).map(inline).join("");

function block(of: TextBlock): string {
  switch (of.kind) {
    case "paragraph":
      return `<p>${of.of.map(inline).join("")}</p>`;
    case "list": {
      const tag = of.isOrdered ? "ol" : "ul";
      return `<${tag}>${of.items.map((item) => `<li>${item.map(inline).join("")}</li>`).join("")}</${tag}>`;
    }
    case "code":
      return `<pre>${escaped(of.text)}</pre>`;
    case "formula":
      return formula(of.tex, true);
  }
}

function inline(of: Inline): string {
  switch (of.kind) {
    case "text":
      return escaped(of.text);
    case "strong":
      return `<strong>${of.of.map(inline).join("")}</strong>`;
    case "emphasis":
      return `<em>${of.of.map(inline).join("")}</em>`;
    case "code":
      return `<code>${escaped(of.text)}</code>`;
    case "formula":
      return formula(of.tex, false);
    case "link":
      // A link into the page has no meaning on paper.
      return of.of.map(inline).join("") + (of.to.startsWith("https:") ? ` (${escaped(of.to)})` : "");
  }
}

const formula = (tex: string, displayMode: boolean) =>
  renderToString(tex, {
    displayMode,
    output: "mathml",
    throwOnError: false,
    trust: false,
    maxExpand: 100,
    maxSize: 10,
  });
