/** Reasons why a run lacks a metric that others have. Remedies: core/messages, `sweeps.lack`. */
export const figureLacks = [
  /** Its responses have no such figure. */
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
