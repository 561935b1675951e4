import { Component, type ReactNode, useCallback, useState } from "react";
import { describeFailure, type Failure } from "./failure.ts";
import { FailureNote } from "./failure-note.tsx";

interface BoundaryProps {
  /** A sentence for the failure's head, e.g. "The figure could not be drawn." */
  what: string;
  /** Class of the box around the note; the note stands alone without one. */
  frame?: string;
  /** Told of the failure, with a way to try again. Then nothing stands in the place of the children. */
  onFailure?: (failure: Failure, retry: () => void) => void;
  /** Called once something was caught. */
  onCaught?: () => void;
  children: ReactNode;
}

/** Keeps what its children throw from the rest of the page: says in their place what failed, and tries them again when asked. */
export class Boundary extends Component<BoundaryProps, { caught?: { error: unknown } }> {
  override state: { caught?: { error: unknown } } = {};

  static getDerivedStateFromError(error: unknown) {
    return { caught: { error } };
  }

  override componentDidCatch(error: unknown): void {
    const { what, onCaught, onFailure } = this.props;
    onCaught?.();
    onFailure?.(describeFailure(what, error), this.retry);
  }

  retry = () => {
    this.setState({ caught: undefined });
  };

  override render() {
    const { what, frame, onFailure, children } = this.props;
    const { caught } = this.state;
    if (!caught) return children;
    if (onFailure) return null;
    const note = <FailureNote failure={describeFailure(what, caught.error)} onRetry={this.retry} />;
    return frame ? <section className={frame}>{note}</section> : note;
  }
}

/** Throws an error of a task into the tree, for the nearest boundary to catch. */
export function useThrow(): (error: unknown) => void {
  const [, update] = useState();
  return useCallback((error: unknown) => {
    update(() => {
      throw error;
    });
  }, []);
}
