/** Latencies by abbreviations that every language uses. */
export const latencyAbbreviations = {
  ttft: 'TTFT',
  tpot: 'TPOT',
  itl: 'ITL',
  e2el: 'E2EL',
  ttfo: 'TTFO',
} as const
