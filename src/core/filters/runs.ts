import { deviceRun } from "../experiment.ts";
import { type PagesState, timePages } from "./pages.ts";
import { compareWays, type WaysState } from "./ways.ts";

export const runs = {
  methods: deviceRun((start: WaysState) => start, compareWays),
  pages: deviceRun((start: PagesState) => start, timePages),
};
