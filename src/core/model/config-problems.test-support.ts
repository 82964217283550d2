import { inEnglish } from '#core/messages/message.ts'
import { benchmarkConfigSchema, defaultBenchmarkConfig } from './benchmark-config.ts'

/** Problems of the defaults after the changes: each field and its problem in English, in order. */
export function configProblems(changes: object): [field: string, problem: string][] {
  const { error } = benchmarkConfigSchema.safeParse({ ...defaultBenchmarkConfig, ...changes })
  const issues = error?.issues ?? []
  return issues.map(({ path, message }) => [path.join('.'), inEnglish(message)])
}
