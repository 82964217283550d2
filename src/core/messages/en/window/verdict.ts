// Judgements of runs and points; their sentences are messages of core.
export const verdict = {
  title: 'Reliability',
  warnings: 'Warnings',
} as const
