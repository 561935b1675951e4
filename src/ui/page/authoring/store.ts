import { create } from "zustand";
import { recall, remember } from "../../elements/memory.ts";
import { say, sayUndoable } from "../../elements/notices.ts";
import { AUTHOR_KEY, useView } from "../view.ts";
import { type Draft, newDraft, type PartPath, randomDigits } from "./draft.ts";
import { followOtherTabs, forgetDraft, keepDraft, keptDrafts, type KeptDraft, readDraft } from "./storage.ts";

interface DraftStore {
  /** The open draft with its key; undefined while the list of drafts is shown. */
  open?: { key: string; draft: Draft };
  /** The part whose editor is shown. */
  part: PartPath;
  /** The place to which a person jumped from a problem. Each jump is another object. */
  jump?: { at: string };
  past: readonly Draft[];
  future: readonly Draft[];
  /** The browser has no room for the newest version. */
  isUnsaved: boolean;
  /** The list of drafts. */
  kept: readonly KeptDraft[];
  /** How often a person has opened the panel or a draft: then its heading gets the focus. */
  calls: number;
}

const CLOSED = { open: undefined, part: "", jump: undefined, past: [], future: [], isUnsaved: false } as const;

export const useDraft = create<DraftStore>()(() => ({ ...CLOSED, kept: keptDrafts(), calls: 0, ...reopened() }));

/** Returns the draft that was open when the page was left. */
function reopened(): Pick<DraftStore, "open"> {
  const key = recall(AUTHOR_KEY) ?? "";
  const draft = key === "" ? undefined : readDraft(key);
  return { open: draft && { key, draft } };
}

/** Shows the author's panel: the open draft, or the list of drafts. */
export function showAuthor(): void {
  useView.setState({ author: true, dialog: undefined });
  useDraft.setState(({ calls }) => ({ calls: calls + 1 }));
  remember(AUTHOR_KEY, useDraft.getState().open?.key ?? "");
}

/** Closes the panel. The draft stays in the browser. */
export function leaveAuthor(): void {
  store();
  useView.setState({ author: false });
  try {
    localStorage.removeItem(AUTHOR_KEY);
  } catch {
    // Storage is blocked: nothing was remembered.
  }
}

/** Opens a draft that the browser keeps. */
export function openDraft(key: string): void {
  const draft = readDraft(key);
  if (draft) show(key, draft);
  else say("This draft cannot be read any more.", "warning");
}

/** Starts a draft, from nothing or from a lecture, and stores it at once. */
export function startDraft(draft?: Draft): void {
  const key = randomDigits(4);
  show(key, draft ?? newDraft(key));
  isDirty = true;
  store();
}

function show(key: string, draft: Draft): void {
  store();
  useDraft.setState({ ...CLOSED, open: { key, draft } });
  showAuthor();
}

/** Shows the list of drafts. */
export function closeDraft(): void {
  store();
  useDraft.setState({ ...CLOSED, kept: keptDrafts() });
  showAuthor();
}

/** Deletes a draft, and offers to bring it back. */
export function deleteDraft({ key, draft }: Pick<KeptDraft, "key" | "draft">): void {
  forgetDraft(key);
  useDraft.setState({ kept: keptDrafts() });
  const restore = () => {
    keepDraft(key, draft);
    useDraft.setState({ kept: keptDrafts() });
  };
  sayUndoable(`The draft “${titleOf(draft)}” was deleted.`, restore);
}

export const titleOf = ({ title }: Pick<Draft, "title">): string => title.trim() || "Without a title";

const MOST_PAST = 200;
/** Milliseconds within which edits of one field are one step of the history. */
const ONE_EDIT_MS = 1500;
let last: { what: string; at: number } | undefined;

/**
 * Changes the open draft.
 *
 * @param what The field that changes: quick edits of one field are undone together. Without it each edit is one step.
 */
export function editDraft(change: (draft: Draft) => Draft, what?: string): void {
  const { open, past } = useDraft.getState();
  if (!open) return;
  const draft = change(open.draft);
  if (draft === open.draft) return;
  const at = Date.now();
  const isSame = what !== undefined && last?.what === what && at - last.at < ONE_EDIT_MS && past.length > 0;
  last = what === undefined ? undefined : { what, at };
  replace(open.key, draft, isSame ? past : [...past, open.draft].slice(-MOST_PAST), []);
}

export function undoDraft(): void {
  const { open, past, future } = useDraft.getState();
  const before = past.at(-1);
  last = undefined;
  if (open && before) replace(open.key, before, past.slice(0, -1), [open.draft, ...future]);
}

export function redoDraft(): void {
  const { open, past, future } = useDraft.getState();
  last = undefined;
  if (open && future.length > 0) replace(open.key, future[0], [...past, open.draft], future.slice(1));
}

function replace(key: string, draft: Draft, past: readonly Draft[], future: readonly Draft[]): void {
  useDraft.setState({ open: { key, draft }, past, future });
  isDirty = true;
  clearTimeout(waiting);
  waiting = setTimeout(store, REST_MS);
}

/** Milliseconds after the last edit until the draft is stored. */
const REST_MS = 300;
let waiting: ReturnType<typeof setTimeout> | undefined;
/** The open draft has changes that were not stored. */
let isDirty = false;

function store(): void {
  clearTimeout(waiting);
  const { open, isUnsaved } = useDraft.getState();
  if (!open || !isDirty) return;
  isDirty = !keepDraft(open.key, open.draft);
  if (isDirty !== isUnsaved) useDraft.setState({ isUnsaved: isDirty });
}

window.addEventListener("pagehide", store);

followOtherTabs((key) => {
  const { open, past } = useDraft.getState();
  useDraft.setState({ kept: keptDrafts() });
  if (open?.key !== key) return;
  const theirs = readDraft(key);
  if (!theirs) {
    say("Another tab deleted this draft. It is still here, and the next change stores it again.", "warning");
  } else if (JSON.stringify(theirs) !== JSON.stringify(open.draft)) {
    clearTimeout(waiting);
    isDirty = false;
    last = undefined;
    useDraft.setState({ open: { key, draft: theirs }, past: [...past, open.draft].slice(-MOST_PAST), future: [] });
    say("Another tab changed this draft. Its version is shown here; Undo in the panel brings yours back.");
  }
});
