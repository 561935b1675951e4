// What page-times.mjs runs inside the page and its worker. Each function is passed as text, so it uses nothing outside itself.

/** In the page, before its own scripts: notes when the worker starts and the figures are drawn, and the long tasks. */
export function probePage() {
  const probe = { marks: {}, firsts: [], moves: [], long: [], redraws: [], lastDraw: 0, settled: 0 };
  window.pageProbe = probe;
  const now = () => performance.timeOrigin + performance.now();
  const mark = (name) => (probe.marks[name] ??= now());
  const Native = window.Worker;
  window.Worker = class extends Native {
    constructor(...args) {
      super(...args);
      mark("worker asked");
      this.addEventListener("message", () => mark("first answer of the worker"), { once: true });
    }
  };
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) probe.long.push([startTime, duration]);
  }).observe({ type: "longtask" });
  new PerformanceObserver((list) => {
    for (const { name, startTime, duration } of list.getEntries()) probe.redraws.push([name, startTime, duration]);
  }).observe({ type: "measure" });

  const isDrawn = (element) => Boolean(element?.closest(".plot-root, .constellation, .eye, .card-body svg"));
  /** The figures scroll between the bar and the status line. */
  const inSight = (element) => {
    const { top, bottom, width } = element.getBoundingClientRect();
    const room = element.closest("main")?.getBoundingClientRect() ?? { top: 0, bottom: innerHeight };
    return top < room.bottom && bottom > room.top && width > 0;
  };
  const statusText = () => document.querySelector("footer [role=status]")?.textContent ?? "";
  /** True if the status line says so, and no figure in sight waits for its drawing. */
  probe.isSettled = () =>
    /^(Ready|Stopped)/.test(statusText()) &&
    [...document.querySelectorAll(".plot, .card.awaited")]
      .filter(inSight)
      .every(({ dataset, className }) => dataset.state === "ready" && !className.includes("awaited"));
  /** The figures with computed data that are drawn now, by the name of their card. */
  const drawnNow = () =>
    [...document.querySelectorAll('.plot[data-state=ready], .cloud[d]:not([d=""])')].map(
      (one) => one.closest(".card")?.id,
    );
  const change = (records) => {
    const at = now();
    // Numbers in a figure are text.
    if (records.some(({ target }) => isDrawn(target instanceof Element ? target : target.parentElement))) {
      probe.lastDraw = at;
      requestAnimationFrame(() => setTimeout(() => (probe.lastFrame = now())));
    }
    if (!probe.marks["first figure"] && drawnNow().length > 0) {
      mark("first figure");
      probe.first = drawnNow();
      requestAnimationFrame(() => setTimeout(() => mark("first figure painted")));
    }
    if (document.querySelector(".card")) mark("first card");
    if (!probe.isSettled()) probe.settled = 0;
    else probe.settled ||= at;
  };
  new MutationObserver(change).observe(document, {
    subtree: true,
    childList: true,
    characterData: true,
    attributes: true,
    attributeFilter: ["data-state", "d", "transform", "x", "y", "x1", "x2", "points"],
  });
  for (const type of ["keydown", "input"])
    addEventListener(
      type,
      ({ timeStamp }) => (probe.input = { at: performance.timeOrigin + timeStamp, before: probe.lastDraw }),
      true,
    );
  addEventListener("click", ({ timeStamp }) => (probe.clicked = performance.timeOrigin + timeStamp), true);
}

/** In the worker, before the page asks it for anything: notes the steps to the first results, and each pipeline. */
export function probeWorker() {
  const now = () => performance.timeOrigin + performance.now();
  const probe = { marks: { "worker evaluated": now() }, pipelines: [], sets: [], timing: false };
  globalThis.workerProbe = probe;
  const mark = (name) => (probe.marks[name] ??= now());
  const wrap = (type, method, around) => {
    const native = type.prototype[method];
    type.prototype[method] = function (...args) {
      return around.call(this, (...given) => native.apply(this, given), args);
    };
  };
  const timed = (type, method, name) =>
    wrap(type, method, async function (native, args) {
      mark(`${name} asked`);
      const result = await native(...args);
      mark(`${name} there`);
      return result;
    });
  timed(GPU, "requestAdapter", "adapter");
  timed(GPUAdapter, "requestDevice", "device");
  const known = new WeakMap();
  wrap(GPUDevice, "createComputePipelineAsync", async function (native, [descriptor]) {
    mark("first pipeline asked");
    const one = { label: descriptor.label, begin: now() };
    probe.pipelines.push(one);
    const pipeline = await native(descriptor);
    one.end = now();
    known.set(pipeline, one);
    return pipeline;
  });
  wrap(GPUComputePassEncoder, "setPipeline", function (native, [pipeline]) {
    const one = known.get(pipeline);
    if (one) one.used ??= now();
    return native(pipeline);
  });
  wrap(GPUQueue, "submit", function (native, args) {
    mark("first kernels submitted");
    if (probe.timing) probe.submitted ??= now();
    return native(...args);
  });
  wrap(GPUBuffer, "mapAsync", async function (native, args) {
    const result = await native(...args);
    mark("first results read");
    if (probe.timing) probe.read = now();
    return result;
  });

  // The GPU's time of each command buffer with passes: an empty pass before them and one after them write timestamps.
  const STAMPS = 2048;
  const open = new WeakMap();
  const devices = new WeakMap();
  wrap(GPUDevice, "createCommandEncoder", function (native, args) {
    const encoder = native(...args);
    if (probe.timing && this.features.has("timestamp-query")) devices.set(encoder, this);
    return encoder;
  });
  wrap(GPUCommandEncoder, "beginComputePass", function (native, args) {
    const device = devices.get(this);
    if (device) {
      devices.delete(this);
      let last = probe.sets.at(-1);
      if (!last || last.device !== device || last.used === STAMPS) {
        const querySet = device.createQuerySet({ type: "timestamp", count: STAMPS });
        probe.sets.push((last = { device, querySet, used: 0 }));
      }
      const { querySet } = last;
      native({ timestampWrites: { querySet, beginningOfPassWriteIndex: last.used } }).end();
      open.set(this, { querySet, endOfPassWriteIndex: last.used + 1, begin: native });
      last.used += 2;
    }
    return native(...args);
  });
  wrap(GPUCommandEncoder, "finish", function (native, args) {
    const stamp = open.get(this);
    if (stamp) {
      const { begin, ...timestampWrites } = stamp;
      begin({ timestampWrites }).end();
    }
    return native(...args);
  });
  probe.beginTiming = () => Object.assign(probe, { timing: true, submitted: undefined });
  /** Returns the ms in which the device had command buffers to work on since timing began, and when the first was submitted and the last result read. */
  probe.gpuMs = async () => {
    probe.timing = false;
    const intervals = [];
    for (const { device, querySet, used } of probe.sets) {
      const size = 8 * used;
      const [resolved, staging] = [
        GPUBufferUsage.QUERY_RESOLVE | GPUBufferUsage.COPY_SRC,
        GPUBufferUsage.COPY_DST | GPUBufferUsage.MAP_READ,
      ].map((usage) => device.createBuffer({ size, usage }));
      const encoder = device.createCommandEncoder();
      encoder.resolveQuerySet(querySet, 0, used, resolved, 0);
      encoder.copyBufferToBuffer(resolved, 0, staging, 0, size);
      device.queue.submit([encoder.finish()]);
      await staging.mapAsync(GPUMapMode.READ);
      const stamps = new BigUint64Array(staging.getMappedRange());
      for (let i = 0; i < used; i += 2) intervals.push([Number(stamps[i]), Number(stamps[i + 1])]);
    }
    let [sum, last] = [0, 0];
    for (const [begin, end] of intervals.filter(([, end]) => end > 0).toSorted(([a], [b]) => a - b)) {
      sum += Math.max(0, end - Math.max(begin, last));
      last = Math.max(last, end);
    }
    probe.sets = [];
    return { ms: sum / 1e6, buffers: intervals.length, submitted: probe.submitted, read: probe.read };
  };
}
