import { beforeEach, describe, expect, it, vi } from "vitest";
import { recordEditsBy, say, sayUndoable, useNotices } from "../elements/notices.ts";

const shown = vi.hoisted(() => ({ link: "" }));
vi.stubGlobal("location", { hash: "" });
vi.mock("./labs.ts", () => ({
  labName: () => "a lab",
  session: () => ({
    address: () => shown.link,
    read: (link: string) => ({ show: () => (shown.link = link) }),
  }),
}));

const { placeEdits, recordEdit, redo, showPlacesBy, undo, useHistory } = await import("./history.ts");
const { useView } = await import("./view.ts");

/** Changes the scenario. Unless it rests, the page records that later. */
function edit(link: string, { rests = true } = {}): void {
  shown.link = link;
  if (rests) recordEdit();
}

let deleted = false;

function remove(): void {
  deleted = true;
  sayUndoable("It was deleted.", () => (deleted = false));
}

/** Undoes some times, and returns the scenario and what is deleted after each. */
const undone = (times: number) =>
  Array.from({ length: times }, () => {
    undo();
    return shown.link + (deleted ? ", deleted" : "");
  });

describe("page/history", () => {
  beforeEach(() => {
    useNotices.setState({ notices: [] });
    useView.setState({ page: undefined });
    deleted = false;
    placeEdits(undefined);
    useHistory.setState({}, true);
    recordEditsBy(recordEdit);
    edit("a");
  });

  it.each([true, false])(
    "undoes edits and deletions in reverse order, whether the page has rested or not: %s",
    (rests) => {
      edit("b", { rests });
      remove();
      edit("c", { rests });
      expect(undone(4)).toEqual(["b, deleted", "b", "a", "a"]);
      redo();
      redo();
      expect(shown.link).toBe("c");
    },
  );

  it("undoes a deletion before an older edit, also after another notice", () => {
    edit("b");
    remove();
    say("The link is in the clipboard.");
    expect(undone(2)).toEqual(["b", "a"]);
  });

  it("undoes what was redone after a deletion before the deletion", () => {
    edit("b");
    undo();
    remove();
    redo();
    expect(shown.link).toBe("b");
    expect(undone(2)).toEqual(["a, deleted", "a"]);
  });

  /** Shows a step, as a lecture does. */
  let text: number | undefined;
  function show(step: number, link: string): void {
    placeEdits({ id: "a lecture", step });
    edit(link);
    text = step;
  }
  const scenesUndone = (times: number) =>
    Array.from({ length: times }, () => {
      undo();
      return `${shown.link}, step ${text}`;
    });

  it.each([true, false])(
    "moves the text of a lecture's step together with its scenario, back to the lecture's start; rested before: %s",
    (rests) => {
      showPlacesBy(({ step }) => (text = step));
      edit("b");
      show(1, "c");
      edit("d", { rests });
      show(2, "e");
      // Another step of the same scenario.
      show(3, "e");
      edit("f", { rests });
      expect(scenesUndone(4)).toEqual(["e, step 3", "d, step 1", "c, step 1", "c, step 1"]);
      for (const scene of ["d, step 1", "e, step 3", "f, step 3", "f, step 3"]) {
        redo();
        expect(`${shown.link}, step ${text}`).toBe(scene);
      }
      // After the lecture, scenarios have no text.
      placeEdits(undefined);
      text = undefined;
      edit("g");
      expect(scenesUndone(6)).toEqual(["f", "e", "d", "c", "b", "a"].map((link) => `${link}, step undefined`));
    },
  );

  it("does not lead from a lecture to another one", () => {
    show(1, "b");
    placeEdits({ id: "another lecture", step: 1 });
    edit("c");
    edit("d");
    expect(undone(2)).toEqual(["c", "c"]);
    placeEdits(undefined);
    expect(undone(2)).toEqual(["b", "a"]);
  });

  it("leaves the lab unchanged while a page without a lab is shown", () => {
    edit("b");
    useView.setState({ page: "grading" });
    remove();
    expect(undone(2)).toEqual(["b", "b"]);
    redo();
    expect(shown.link).toBe("b");
  });
});
