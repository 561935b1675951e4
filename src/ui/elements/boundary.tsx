import { Component, type ReactNode, useCallback, useState } from "react";
import { describeFailure, type Failure } from "./failure.ts";
import { FailureNote } from "./failure-note.tsx";

interface BoundaryProps {
  /** The first sentence of the failure, e.g. "The figure could not be drawn." */
  what: string;
  /** Class of the box around the note. Without it the note has no box. */
  frame?: string;
  /** Called with the failure and a function that tries again. Then nothing is shown in place of the children. */
  onFailure?: (failure: Failure, retry: () => void) => void;
  /** Called after an error was caught. */
  onCaught?: () => void;
  children: ReactNode;
}

/** Catches errors of its children: shows the failure in their place, and renders them again on request. */
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

/** Returns a function that throws a task's error into the tree, for the nearest boundary. */
export function useThrow(): (error: unknown) => void {
  const [, update] = useState();
  return useCallback((error: unknown) => {
    update(() => {
      throw error;
    });
  }, []);
}
