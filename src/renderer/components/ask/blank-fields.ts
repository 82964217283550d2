// Benchmark fields that have blanks in a sentence.
import type { Problem } from '#contract/views.ts'
import {
  benchmarkFlags,
  type BenchmarkField,
  type BenchmarkFlag,
} from '#core/flags/benchmark-fields.ts'

export const loadFields: readonly BenchmarkField[] = ['requestRate', 'maxConcurrency', 'numPrompts']

/** Also fields of features. */
export const workloadFields: readonly string[] = [
  ...['randomInputLen', 'randomOutputLen', 'randomRangeRatio'],
  ...['agentSteps', 'agentOutputLen', 'datasetPath', 'model'],
]

export function flagsOf(fields: readonly string[]): readonly BenchmarkFlag[] {
  return fields.flatMap((field) => benchmarkFlags.find((flag) => flag.field === field) ?? [])
}

/** Whether a problem concerns a setting that only the form below the sentence shows. */
export function isBelowAtFault(problems: readonly Problem[]): boolean {
  const inSentence = [...loadFields, ...workloadFields]
  return problems.some(({ field }) => !inSentence.some((name) => name === field))
}
