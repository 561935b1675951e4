import { useEffect, useState } from "react";
import type { OutputFacts, OutputValue } from "#core/lectures/outputs.ts";
import type { ScenarioField } from "#core/lectures/scenario-fields.ts";
import { isReady, useGpu, worker } from "../../kit/engine.ts";
import { WORKER_LABS } from "../lectures/judging.ts";

/** What the lab answers: undefined while it computes, and the reason if it cannot. */
export type Answer<T> = { value: T } | { reason: string } | undefined;

/** Milliseconds after the last change until the lab is asked: people type. */
const REST_MS = 250;
/** Most answers that are kept. */
const MOST_KEPT = 100;

const kept = new Map<string, Promise<unknown>>();

/** Asks once per key. A failure is asked again. */
function once<T>(key: string, ask: () => Promise<T>): Promise<T> {
  const known = kept.get(key) as Promise<T> | undefined;
  if (known) return known;
  const answer = ask();
  kept.set(key, answer);
  answer.catch(() => kept.delete(key));
  for (const oldest of [...kept.keys()].slice(0, Math.max(0, kept.size - MOST_KEPT))) kept.delete(oldest);
  return answer;
}

/** Returns the lab's answer for a key; undefined as key asks nothing. */
export function useAsked<T>(key: string | undefined, ask: () => Promise<T>): Answer<T> {
  const [state, setState] = useState<{ key: string; answer: NonNullable<Answer<T>> }>();
  const isGpuReady = useGpu(isReady);
  useEffect(() => {
    if (key === undefined) return undefined;
    let isCurrent = true;
    const wait = setTimeout(
      () => {
        once(key, ask).then(
          (value) => isCurrent && setState({ key, answer: { value } }),
          (error: unknown) => isCurrent && setState({ key, answer: { reason: (error as Error).message } }),
        );
      },
      kept.has(key) ? 0 : REST_MS,
    );
    return () => {
      isCurrent = false;
      clearTimeout(wait);
    };
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the key names the question; a device may answer what none could
  }, [key, isGpuReady]);
  return state?.key === key ? state?.answer : undefined;
}

/** The outputs of a scenario. */
export const useOutputs = (scenario: string): Answer<readonly OutputFacts[]> =>
  useAsked(scenario === "" ? undefined : `outputs ${scenario}`, () => WORKER_LABS.outputs(scenario));

export const askFields = (scenario: string): Promise<readonly ScenarioField[]> =>
  once(`fields ${scenario}`, () => worker.ask("lectures", "fields", scenario));

/** The fields of a scenario, with their values. */
export const useScenarioFields = (scenario: string): Answer<readonly ScenarioField[]> =>
  useAsked(scenario === "" ? undefined : `fields ${scenario}`, () => worker.ask("lectures", "fields", scenario));

/** The value of an output. */
export const useOutputValue = (scenario: string, output: string, reference = ""): Answer<OutputValue> =>
  useAsked(output === "" ? undefined : `${scenario} ${output} ${reference}`, () =>
    WORKER_LABS.evaluate(scenario, output, reference || undefined),
  );
