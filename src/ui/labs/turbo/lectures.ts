import type { Lecture } from "#core/lectures/lecture.ts";
import twoDecodersThatTalk from "./lectures/two-decoders-that-talk.json" with { type: "json" };
import maxLog from "./lectures/max-log.json" with { type: "json" };
import waterfallAndFloor from "./lectures/waterfall-and-floor.json" with { type: "json" };
import windows from "./lectures/windows.json" with { type: "json" };
import whenToStop from "./lectures/when-to-stop.json" with { type: "json" };
import puncturing from "./lectures/puncturing.json" with { type: "json" };
import problemsCodes from "./lectures/problems-codes.json" with { type: "json" };

/** The lectures of this lab. */
export const LECTURES = [
  twoDecodersThatTalk,
  maxLog,
  waterfallAndFloor,
  windows,
  whenToStop,
  puncturing,
  problemsCodes,
] as readonly unknown[] as readonly Lecture[];
