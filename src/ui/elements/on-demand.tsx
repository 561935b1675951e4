import { type ComponentType, lazy, type LazyExoticComponent, type ReactNode, Suspense, useState } from "react";
import { Boundary } from "./boundary.tsx";
import type { Failure } from "./failure.ts";

interface OnDemandOptions {
  /** A sentence for a part that cannot be fetched or shown. */
  failed: string;
  /** What is shown until it has been fetched. */
  pending?: ReactNode;
  frame?: string;
  onFailure?: (failure: Failure, retry: () => void) => void;
}

/**
 * A part of the page that is fetched when it is first shown. A failed fetch is shown in its place and can be repeated;
 * React's `lazy` alone would keep the failure.
 */
export function onDemand<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { pending, failed, ...told }: OnDemandOptions,
): ComponentType<Props> {
  const fetched = (): LazyExoticComponent<ComponentType<Props>> =>
    lazy(async () => {
      try {
        return { default: await load() };
      } catch (error) {
        newest = fetched();
        throw error;
      }
    });
  let newest = fetched();
  return function OnDemand(props: Props) {
    const [{ Part }, setPart] = useState({ Part: newest });
    return (
      <Boundary what={failed} {...told} onCaught={() => setPart({ Part: newest })}>
        <Suspense fallback={pending}>
          <Part {...props} />
        </Suspense>
      </Boundary>
    );
  };
}
