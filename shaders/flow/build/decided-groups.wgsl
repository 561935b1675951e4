// Workgroups for the items whose number another kernel decided: ⌈count · elements / invocation / GROUP⌉. One invocation.
// Needs lib/dispatch-groups.
override ELEMENTS: u32;   // elements per item
override INVOCATION: u32; // elements per invocation
override GROUP: u32;      // invocations per workgroup
@group(0) @binding(0) var<storage, read> count: u32;
@group(0) @binding(1) var<storage, read_write> groups: array<u32, 3>;

@compute @workgroup_size(1)
fn main() {
  let invocations = (count * ELEMENTS + INVOCATION - 1u) / INVOCATION;
  let found = dispatchGroups((invocations + GROUP - 1u) / GROUP);
  groups[0] = found.x;
  groups[1] = found.y;
  groups[2] = found.z;
}
