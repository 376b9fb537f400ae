// The highest resident memory that work takes in this process, over the memory before it.

const SAMPLE_INTERVAL_MS = 2;
const KIB = 1024;

function collectGarbage(): void {
  globalThis.gc?.();
}

/** Runs work and answers by how many bytes resident memory rose above its start. */
export async function measurePeakMemory(work: () => Promise<void>): Promise<number> {
  collectGarbage();
  const startBytes = process.memoryUsage.rss();
  const oldPeak = process.resourceUsage().maxRSS;
  let peakBytes = startBytes;
  const sample = (): void => {
    peakBytes = Math.max(peakBytes, process.memoryUsage.rss());
  };
  const sampler = setInterval(sample, SAMPLE_INTERVAL_MS);
  try {
    await work();
  } finally {
    clearInterval(sampler);
  }
  sample();
  // Where this work set the peak of the whole process, the kernel knows it better than any sampling.
  const newPeak = process.resourceUsage().maxRSS;
  return (newPeak > oldPeak ? Math.max(newPeak * KIB, peakBytes) : peakBytes) - startBytes;
}
