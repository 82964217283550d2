/** Two GPUs of a run with energy per token, as a summary stores them. */
export const exampleGpu = {
  ...{ count: 2, powerW: { mean: 800, max: 1400 }, energyJ: 8000, energyPerOutputTokenJ: 1.6 },
  ...{ utilizationPercent: null, maxMemoryUsedMiB: 71_680, maxTemperatureC: 63 },
  ...{ smClockMhz: { mean: 1700, min: 1620 } },
  throttling: [{ reason: 'power cap', share: 0.5 }],
  energyPerToken: {
    ...{ isSteady: true, startS: 5, endS: 45, energyJ: 6000, good: null },
    total: { valueJ: 0.5, tokens: 12_000, interval: null },
    output: { valueJ: 1.5, tokens: 4000, interval: { low: 1.45, high: 1.55 } },
  },
}
