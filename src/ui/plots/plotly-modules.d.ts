/** The part of Plotly that the page uses; the package ships no types. */
declare module "plotly.js/lib/core" {
  /** The element that holds a plot. */
  export interface Graph extends HTMLElement {
    on(event: "plotly_hover" | "plotly_unhover", listener: (event: { points: { data: object }[] }) => void): void;
  }
  const Plotly: {
    register(modules: unknown[]): void;
    react(root: HTMLElement, data: object[], layout: object, config: object): Promise<Graph>;
    purge(root: HTMLElement): void;
    toImage(
      figure: { data: object[]; layout: object },
      options: { format: "svg"; width: number; height: number },
    ): Promise<string>;
    Fx: {
      hover(root: HTMLElement, points: { curveNumber: number; pointNumber: number }[], subplot?: string): void;
      unhover(root: HTMLElement): void;
    };
  };
  export default Plotly;
}
declare module "plotly.js/lib/bar" {
  const bar: object;
  export default bar;
}
