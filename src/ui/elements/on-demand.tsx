import { type ComponentType, lazy, type LazyExoticComponent, type ReactNode, Suspense, useState } from "react";
import { Boundary } from "./boundary.tsx";
import type { Failure } from "./failure.ts";

interface OnDemandOptions {
  /** A sentence for the case that the part cannot be fetched or shown. */
  failed: string;
  /** What stands in its place until it is here. */
  pending?: ReactNode;
  frame?: string;
  onFailure?: (failure: Failure, retry: () => void) => void;
}

/**
 * A part of the page that is fetched when it is first shown. A failed fetch is told in its place and can be tried again:
 * React's `lazy` alone keeps the failure for good.
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
