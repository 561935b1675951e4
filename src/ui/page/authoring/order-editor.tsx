import type { OrderQuestion } from "#core/lectures/lecture.ts";
import { MOST } from "#core/lectures/read.ts";
import { Button } from "../../elements/button.tsx";
import { ChoiceField } from "../../kit/fields/choice-field.tsx";
import { ListTools } from "./list-tools.tsx";
import { OutputField } from "./output-field.tsx";
import type { EditorProps } from "./question-editor.tsx";
import { ProblemLine, ProseField } from "./text-fields.tsx";

/** Items to sort: in the order of the list, or by outputs of the lab. */
export function OrderEditor({ at, scenario, question, onChange }: EditorProps<OrderQuestion>) {
  const { items, by = "ascending" } = question;
  const hasOutputs = items.some(({ output }) => output !== undefined);
  const setItems = (next: OrderQuestion["items"]) => onChange({ ...question, items: next });
  const setBy = (next: "list" | "ascending" | "descending") => {
    const { by: _, ...rest } = question;
    if (next === "list") onChange({ ...rest, items: items.map(({ text }) => ({ text })) });
    else onChange({ ...rest, by: next, items: items.map(({ text, output = "" }) => ({ text, output })) });
  };
  return (
    <>
      <ChoiceField
        label="Right order"
        choices={[
          { value: "list", text: "as listed here" },
          { value: "ascending", text: "by outputs, the smallest first" },
          { value: "descending", text: "by outputs, the largest first" },
        ]}
        value={hasOutputs ? by : "list"}
        onChange={setBy}
      />
      <ol className="author-items">
        {items.map((item, i) => (
          <li key={i}>
            <div className="author-item-head">
              <span className="muted">Item {i + 1}</span>
              <ListTools
                noun="item"
                list={items}
                index={i}
                least={2}
                canCopy={false}
                onChange={(list) => setItems(list)}
              />
            </div>
            <ProseField
              isLine
              at={`${at}.items[${i}].text`}
              label={`Item ${i + 1}`}
              placeholder="Item"
              value={item.text}
              onChange={(text) => setItems(items.with(i, { ...item, text }))}
            />
            {item.output !== undefined && (
              <OutputField
                at={`${at}.items[${i}].output`}
                scenario={scenario}
                kinds={["number", "rate"]}
                value={item.output}
                onChange={(output) => setItems(items.with(i, { ...item, output }))}
              />
            )}
          </li>
        ))}
      </ol>
      <Button
        look="quiet"
        icon="plus"
        disabled={items.length >= MOST.choices}
        onClick={() => setItems([...items, hasOutputs ? { text: "", output: "" } : { text: "" }])}
      >
        Add an item
      </Button>
      <ProblemLine at={`${at}.items`} />
    </>
  );
}
