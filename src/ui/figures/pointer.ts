/** The main pointer of this device: "coarse" is a finger, "fine" a mouse or a pen. */
export function pointer(): "coarse" | "fine" {
  return matchMedia("(pointer: coarse)").matches ? "coarse" : "fine";
}
