import { beforeEach, describe, expect, it } from "vitest";
import {
  dismiss,
  dismissNewest,
  durationOf,
  lastingOf,
  leaveNotices,
  say,
  sayUndoable,
  toastsOf,
  undoOf,
  useNotices,
} from "./notices.ts";

const action = { label: "Undo", run: () => {} };
const texts = (of: typeof toastsOf) => of(useNotices.getState().notices).map(({ text }) => text);

describe("elements/notices", () => {
  beforeEach(() => useNotices.setState({ notices: [] }));

  it("shows three toasts at once, and the others when their turn comes", () => {
    for (const text of ["a", "b", "c", "d", "e"]) say(text);
    expect(texts(toastsOf)).toEqual(["a", "b", "c"]);
    dismiss(useNotices.getState().notices[0].id);
    expect(texts(toastsOf)).toEqual(["b", "c", "d"]);
    expect(texts(lastingOf)).toEqual([]);
  });

  it("keeps a turn for others while offers wait for an answer", () => {
    for (const text of ["a", "b", "c"]) say(text, "info", { action });
    say("d");
    say("e");
    expect(texts(toastsOf)).toEqual(["b", "c", "d"]);
  });

  it("shows a lasting warning above the figures, and a brief one as a toast", () => {
    say("refused", "warning");
    say("not copied", "warning", { brief: true });
    expect([texts(lastingOf), texts(toastsOf)]).toEqual([["refused"], ["not copied"]]);
    for (const text of ["1", "2", "3", "4"]) say(text, "warning");
    expect(texts(lastingOf)).toEqual(["1", "2", "3", "4"]);
    expect(texts(toastsOf)).toEqual(["not copied"]);
  });

  it("shows equal texts once, closes toasts first, and leaves what concerns the whole page", () => {
    say("a", "warning", { everywhere: true });
    say("b");
    say("b");
    expect(texts(toastsOf)).toEqual(["b"]);
    dismissNewest();
    expect([texts(lastingOf), texts(toastsOf)]).toEqual([["a"], []]);
    say("c", "warning");
    leaveNotices();
    expect(texts(lastingOf)).toEqual(["a"]);
    dismissNewest();
    dismissNewest();
    expect(useNotices.getState().notices).toEqual([]);
  });

  it("gives long texts more time, and offers no end", () => {
    expect(durationOf({ text: "short" })).toBe(8000);
    expect(durationOf({ text: "x".repeat(200) })).toBe(16_000);
    expect(durationOf({ text: "", action })).toBeUndefined();
  });

  it("finds the newest offer to undo something, also after other notices, and until it is taken back", () => {
    const offer = () => undoOf(useNotices.getState().notices)?.text;
    sayUndoable("a", () => {});
    const withdraw = sayUndoable("b", () => {});
    say("copied");
    expect(offer()).toBe("b");
    withdraw();
    expect(offer()).toBe("a");
    undoOf(useNotices.getState().notices)?.action?.run();
    expect(offer()).toBeUndefined();
  });

  it("undoes each of several deletions that have the same name", () => {
    const back: string[] = [];
    for (const name of ["first", "second"]) sayUndoable("The annotation “QPSK” was deleted.", () => back.push(name));
    const undo = () => undoOf(useNotices.getState().notices)?.action?.run();
    undo();
    undo();
    expect(back).toEqual(["second", "first"]);
    expect(undoOf(useNotices.getState().notices)).toBeUndefined();
  });
});
