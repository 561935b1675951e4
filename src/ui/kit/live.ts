import { useSyncExternalStore } from "react";
import { create, type StoreApi } from "zustand";
import { isWorkerLoss } from "./engine.ts";
import type { LiveDraws } from "./lab.ts";
import { describeFailure, type Failure } from "../elements/failure.ts";

/** Figures that follow every change: their newest results, which stay while new ones are computed. */
export type LiveState<Parts, Counts = unknown> = Partial<Parts> & {
  computing: boolean;
  /** True if the answer is late. Only then are figures dimmed, because restyling them takes milliseconds. */
  waiting: boolean;
  /** True after the first result. */
  drawn?: true;
  /** Milliseconds from the newest request to its answer. */
  ms?: number;
  failure?: Failure;
  /** While the figures run live: the parts show other data and noise than the seed of the link gives. */
  live?: Draws<Parts, Counts>;
};

interface Draws<Parts, Counts> {
  /** The draw of the link's seed. */
  own: Partial<Parts>;
  /** Draws since the last change, with this one, and the errors of all of them. */
  draws: number;
  counts: Counts;
}

export interface Live<Parts extends object, Which = unknown, Counts = unknown> {
  readonly store: Pick<StoreApi<LiveState<Parts, Counts>>, "getState" | "subscribe">;
  /** The current work, for the status line. */
  readonly doing: string;
  /**
   * Computes the figures, or `which` of them. It may be called as often as a slider moves.
   *
   * @param answered Called when all answers are there, before the last ones are drawn: drawing keeps the page's thread for long.
   */
  compute(which?: Which, answered?: () => void): Promise<void>;
  /** Draws the figures with other data and noise. */
  readonly live?: LiveDraws;
}

interface LiveOptions<Link, Parts, Which, Counts> {
  /** The lab's store. */
  of: Pick<StoreApi<Link>, "getState">;
  doing: string;
  /** The first sentence of a failure. */
  failed: string;
  /**
   * Asks the worker for the figures of a link, and shows each part of the result when it arrives. `latestWins` drops
   * requests that a newer one replaces. `show` returns whether the request is still the newest.
   */
  ask(show: (parts: Partial<Parts>) => boolean, link: Link, which?: Which): Promise<void>;
  draws?: Pick<LiveDraws, "figures" | "pause"> & {
    /** The figures that a draw computes. Default: all. */
    which?(link: Link): Which;
    /** Returns the link with another seed, which differs for each draw. */
    reseeded(link: Link, seedOf: (seed: number) => number): Link;
    count(parts: Parts): Counts;
    /** Adds the counts of two independent draws. What adds them may be fetched with the first one. */
    add(all: Counts, more: Counts): Counts | Promise<Counts>;
  };
}

/** An answer within this time counts as immediate. */
const AT_ONCE_MS = 100;
/** An odd factor: all numbers below 2³² give distinct seeds. It spreads neighbours over the whole range. */
const SPREAD = 0x9e3779b1;

/** Returns figures of one part of an experiment: a codeword, a received vector. */
export function createLive<Link, Parts extends object, Which = never, Counts = unknown>(
  options: LiveOptions<Link, Parts, Which, Counts>,
): Live<Parts, Which, Counts> {
  const { of, doing, failed, ask, draws } = options;
  type State = LiveState<Parts, Counts>;
  const store = create<State>()(() => ({ computing: false, waiting: false }) as State);
  const { getState: get } = store;
  const set = (change: Partial<LiveState<object, Counts>>) => store.setState(change as Partial<State>);
  let calls = 0;
  /** How often live draws were ended: a draw in progress is then of no use. */
  let ends = 0;
  let late: ReturnType<typeof setTimeout> | undefined;
  const expectSoon = () => {
    clearTimeout(late);
    late = setTimeout(() => set({ waiting: true }), AT_ONCE_MS);
  };
  /** Shows parts of the link's own draw; the parts of live draws go. */
  const show = (parts: Partial<Parts>) => set({ ...get().live?.own, live: undefined, ...parts });

  async function draw(number: number): Promise<void> {
    const { which, reseeded, count, add } = draws!;
    const [call, end] = [calls, ends];
    const isOver = () => call !== calls || end !== ends;
    if (!get().drawn) return;
    const parts: Partial<Parts> = {};
    const link = reseeded(of.getState(), (seed) => (seed + Math.imul(number, SPREAD)) >>> 0);
    const take = (more: Partial<Parts>) => {
      Object.assign(parts, more);
      return !isOver();
    };
    await ask(take, link, which?.(link));
    if (isOver()) return;
    const { live, ...shown } = get();
    const before = Object.fromEntries(Object.keys(parts).map((name) => [name, shown[name as never]]));
    const own = { ...before, ...live?.own } as Partial<Parts>;
    const counts = await add(live?.counts ?? count(own as Parts), count(parts as Parts));
    if (isOver()) return;
    set({ ...parts, live: { own, draws: (live?.draws ?? 1) + 1, counts } });
  }

  function end(): void {
    ends++;
    show({});
  }

  return {
    store,
    doing,
    async compute(which, answered) {
      const mine = ++calls;
      const soon = createDelayed(show);
      const begun = performance.now();
      if (!get().computing) expectSoon();
      set({ computing: true });
      let failure: Failure | undefined;
      try {
        const newest = (parts: Partial<Parts>) => {
          if (answered) soon.show(parts);
          else show(parts);
          return mine === calls;
        };
        await ask(newest, of.getState(), which);
        if (answered && mine === calls) {
          answered();
          // What it asks for leaves the page first.
          await new Promise((resolve) => {
            setTimeout(resolve);
          });
        }
        soon.flush();
        show({});
        set({ drawn: true, ms: performance.now() - begun });
      } catch (error) {
        if (!isWorkerLoss(error)) failure = describeFailure(failed, error);
      }
      if (mine !== calls) return expectSoon();
      clearTimeout(late);
      set({ failure, computing: false, waiting: false });
    },
    live: draws && { draw, end, figures: draws.figures, pause: draws.pause },
  };
}

/** Shows parts in the next task, with those that arrive until then. */
function createDelayed<Parts>(show: (parts: Partial<Parts>) => void) {
  let waiting: Partial<Parts> = {};
  let timer: ReturnType<typeof setTimeout> | undefined;
  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
    show(waiting);
    waiting = {};
  };
  return {
    show(parts: Partial<Parts>): void {
      waiting = { ...waiting, ...parts };
      timer ??= setTimeout(flush);
    },
    flush: () => timer !== undefined && flush(),
  };
}

/** Returns live figures, or what `select` chooses of them, in a component. */
export function useLive<Parts extends object, Counts, Selected = LiveState<Parts, Counts>>(
  { store }: Live<Parts, unknown, Counts>,
  select: (state: LiveState<Parts, Counts>) => Selected = (state) => state as Selected,
): Selected {
  return useSyncExternalStore(store.subscribe, () => select(store.getState()));
}

/** Returns the draw of the link's seed, in a component. Axes take their limits from it, so that live draws do not move them. */
export function useOwnDraw<Parts extends object>(of: Live<Parts>): Partial<Parts> {
  return useLive(of, (state) => state.live?.own ?? state);
}

/** Errors of live draws by receiver. */
export type DrawnErrors = Readonly<Record<string, { errors: number; trials: number }>>;

/** Adds the errors of two draws. */
export function addDrawn(all: DrawnErrors, more: DrawnErrors): DrawnErrors {
  const sums = Object.entries(all).map(([name, { errors, trials }]) => {
    const other = more[name] ?? { errors: 0, trials: 0 };
    return [name, { errors: errors + other.errors, trials: trials + other.trials }];
  });
  return Object.fromEntries(sums);
}
