// The figures that load tools have in common, and how they are read from what a tool prints.

/** In the order of the printed table. Latencies in ms; null where the tool does not report the figure. */
export const figureNames = [
  'requests/s',
  'output tokens/s',
  'mean TTFT, ms',
  'p99 TTFT, ms',
  'mean TPOT, ms',
  'mean ITL, ms',
  'mean E2EL, ms',
  'p99 E2EL, ms',
] as const

export type FigureName = (typeof figureNames)[number]
export type Figures = Readonly<Partial<Record<FigureName, number>>>

/** Rows of the console reports that descend from vLLM's: Kneepoint's, SGLang's and LMDeploy's. */
const rowOf: Readonly<Record<FigureName, RegExp>> = {
  'requests/s': /^Request throughput \(req\/s\): +(\S+)/m,
  'output tokens/s': /^Output token throughput \(tok\/s\): +(\S+)/m,
  'mean TTFT, ms': /^Mean TTFT \(ms\): +(\S+)/m,
  'p99 TTFT, ms': /^P99 TTFT \(ms\): +(\S+)/m,
  'mean TPOT, ms': /^Mean TPOT \(ms\): +(\S+)/m,
  'mean ITL, ms': /^Mean ITL \(ms\): +(\S+)/m,
  'mean E2EL, ms': /^Mean E2E(?:L| Latency) \(ms\): +(\S+)/m,
  'p99 E2EL, ms': /^P99 E2E(?:L| Latency) \(ms\): +(\S+)/m,
}

export function reportFigures(output: string): Figures {
  return matchedFigures(output, rowOf)
}

/** The number in the first group of each pattern, times the factor given for all of them. Throws where nothing matches. */
export function matchedFigures(
  output: string,
  patterns: Readonly<Partial<Record<FigureName, RegExp>>>,
  factor = 1,
): Figures {
  const found = Object.entries(patterns).flatMap(([name, pattern]) => {
    const [, number] = pattern.exec(output) ?? []
    return number === undefined ? [] : [[name, Number(number) * factor] as const]
  })
  if (found.length === 0) throw new Error(`There are no figures in: ${output.slice(-600)}`)
  return Object.fromEntries(found)
}

export function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}
