// Workgroups (x, y, z) of an indirect dispatch for at least `count` of them, numbered x + y · groups.x: one dimension holds 65535.
fn dispatchGroups(count: u32) -> vec3u {
  let rows = max(1u, (count + 65534u) / 65535u);
  return vec3u((count + rows - 1u) / rows, rows, 1u);
}
