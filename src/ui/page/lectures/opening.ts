import { decodeParameter } from "#core/configuration/address.ts";
import { hashOf } from "#core/lectures/identity.ts";
import { firstLab, type Lecture } from "#core/lectures/lecture.ts";
import { MOST, readLecture } from "#core/lectures/read.ts";
import { say } from "../../elements/notices.ts";
import { setStudent } from "../answers.ts";
import { fetchOwn, nameInLinks } from "../lecture.ts";
import { LECTURE_LINK } from "../url.ts";
import { useView } from "../view.ts";
import { editCopy } from "./edit-copy.ts";
import { keepLecture, ownLectures } from "./own.ts";

/**
 * Opens a file if it is a lecture: an object with steps. Returns false for other files.
 *
 * @param step The step to show, from 0.
 * @throws RangeError for a wrong lecture.
 */
export async function takeLecture(file: File, step = 0): Promise<boolean> {
  if (file.size > MOST.file) return false;
  const text = await file.text();
  if (!isLecture(text)) return false;
  await open(readLecture(text), "file", { step });
  return true;
}

function isLecture(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && "steps" in value;
  } catch {
    return false;
  }
}

/** Returns a link that holds a lecture, compressed. */
export async function linkOf(lecture: Lecture): Promise<string> {
  const stream = new Blob([JSON.stringify(lecture)]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  return `${LECTURE_LINK}v=1&data=${toBase64(bytes)}`;
}

/** Opens the lecture that a link holds. @throws RangeError for a damaged link. */
export async function takeLectureLink(hash: string): Promise<void> {
  const data = /[?&]data=([\w-]*)/.exec(hash)?.[1] ?? "";
  const student = /[?&]student=([^&]*)/.exec(hash)?.[1];
  const lecture = readLecture(await unpacked(data));
  if (student !== undefined) setStudent(decodeParameter(student.replaceAll("+", " ")));
  await open(lecture, "link", { test: /[?&]answers=none(?:&|$)/.test(hash) });
}

async function unpacked(data: string): Promise<string> {
  try {
    const bytes = Uint8Array.from(atob(data.replaceAll("-", "+").replaceAll("_", "/")), (one) => one.codePointAt(0)!);
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
    let [text, size] = ["", 0];
    const decoder = new TextDecoder("utf-8", { fatal: true });
    for (const reader = stream.getReader(); ;) {
      const { value, done } = await reader.read();
      if (done) return text + decoder.decode();
      size += value.length;
      if (size > MOST.file) throw new RangeError("too long");
      text += decoder.decode(value, { stream: true });
    }
  } catch {
    throw new RangeError("the link’s lecture is damaged, or longer than 2 MB; ask for its file");
  }
}

function toBase64(bytes: Uint8Array): string {
  const text = Array.from(bytes, (byte) => String.fromCodePoint(byte)).join("");
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/** Keeps a lecture and opens a step. The page asks before a link replaces a kept lecture. */
async function open(
  lecture: Lecture,
  from: "file" | "link",
  { step = 0, test = false }: { step?: number; test?: boolean },
): Promise<void> {
  await fetchOwn();
  const before = ownLectures().find(({ id }) => id === lecture.id);
  const isSame = before !== undefined && hashOf(before) === hashOf(lecture);
  const show = (one: Lecture) => {
    const { present } = useView.getState();
    useView.setState({ dialog: undefined });
    const at = `${step > 0 ? `&step=${step + 1}` : ""}${test ? "&answers=none" : ""}`;
    location.hash = `#${firstLab(one)}?lecture=${nameInLinks(one)}${at}${present ? "&present" : ""}`;
  };
  const replace = () => {
    const isStored = keepLecture(lecture);
    show(lecture);
    if (!isStored) {
      say("This browser has no room for the lecture: keep its file. It stays until the page is closed.", "warning");
    }
  };
  if (before && !isSame && from === "link") {
    show(before);
    say(
      `The link has another version of the lecture “${before.title}”. Your answers belong to the kept version.`,
      "warning",
      {
        action: { label: "Take the link’s version", run: replace },
        everywhere: true,
      },
    );
  } else replace();
  if (useView.getState().author) {
    say(`The lecture “${lecture.title}” is open above the figures. Your draft stays as it is.`, "info", {
      action: { label: "Edit a copy", run: () => void editCopy(lecture) },
    });
  }
}
