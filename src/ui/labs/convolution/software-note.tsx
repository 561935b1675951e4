import { useConvolution } from "../../store/convolution.ts";

/** Stands where times of a software adapter would, until the person asks for them. */
export function SoftwareNote() {
  return (
    <div className="empty">
      <p>
        This is a software adapter: a CPU that stands in for a GPU. Its results are right, its timings say nothing about
        a GPU.
      </p>
      <button type="button" className="button" onClick={() => useConvolution.setState({ asked: true })}>
        Show its times anyway
      </button>
    </div>
  );
}
