import { options } from "preact";

// Preact passes names of attributes to SVG elements as they are, and SVG knows only `tabindex`.
const before = options.vnode;
options.vnode = (vnode) => {
  const props = vnode.props as Record<string, unknown>;
  if (typeof vnode.type === "string" && "tabIndex" in props) {
    props.tabindex = props.tabIndex;
    delete props.tabIndex;
  }
  before?.(vnode);
};
