/** Reasons that a run lacks a metric that others have. Remedies: core/messages, `sweeps.lack`. */
export const figureLacks = [
  /** The metric does not apply to its responses. */
  'values',
  'percentile',
  /** Responses ended before an answer. */
  'answers',
  'goodput',
  'failures',
  'reasoningShare',
  'cachedShare',
  'gpus',
  'price',
  'engines',
] as const

export type FigureLack = (typeof figureLacks)[number]
