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

const { recordEdit, redo, undo, useHistory } = await import("./history.ts");
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
    useHistory.setState({}, true);
    useView.setState({ page: undefined });
    deleted = false;
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

  it("leaves the lab unchanged while a page without a lab is shown", () => {
    edit("b");
    useView.setState({ page: "grading" });
    remove();
    expect(undone(2)).toEqual(["b", "b"]);
    redo();
    expect(shown.link).toBe("b");
  });
});
