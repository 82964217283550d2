// Metrics that another benchmark defines differently, or that are converted on import.
import { inEnglish, type Message } from '#core/messages/message.ts'
import { comparedScalars, type FigureName } from '#core/metrics/figures.ts'
import { metricNames } from '#core/metrics/latencies.ts'
import * as features from './features.ts'

type ToolDefinitions = Readonly<{
  definitions: readonly Message[]
  /** Metrics with a different definition than ours, which comparisons therefore do not judge. */
  definedOtherwise: readonly FigureName[]
}>

const tools: ReadonlyMap<string, ToolDefinitions> = new Map(
  Object.values<Readonly<Record<string, ToolDefinitions>>>(features).flatMap(Object.entries),
)

/** Definitions of a tool that no feature reads are unknown, so nothing in its runs is judged. */
const unknownTool: ToolDefinitions = {
  definitions: [],
  definedOtherwise: [...metricNames, ...comparedScalars],
}

export function toolDefinitions(tool: string): ToolDefinitions {
  return tools.get(tool) ?? unknownTool
}

/** Definitions of a tool in one line, for files. */
export function definitionsText(tool: string): string {
  return toolDefinitions(tool).definitions.map(inEnglish).join(' ')
}
