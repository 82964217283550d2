// `--dry-run`: creates and counts a benchmark's prompts without sending them. For a feature's sender, prints its plan.
import { dryRunText } from '#core/report/series/dry-run-text.ts'
import { seriesText } from '#core/report/series/series-text.ts'
import { seriesConfig, seriesPlan, seriesPoints } from '#core/sweep/series-plan.ts'
import { isAllocated } from '#core/flags/load-senders.ts'
import { isSeries } from '#core/flags/series.ts'
import { leftOutWarning } from '#node/datasets/prepare-workload.ts'
import { preparedPrompts } from '#node/experiment/sample-prompts.ts'
import type { BenchmarkConfig } from '#core/flags/benchmark-fields.ts'
import type { BenchServeArguments } from '../arguments/parse-bench-serve.ts'
import { atLoadPlace } from './load-place.ts'
import { apiKeyOf } from './measure.ts'
import type { Terminal } from '../command.ts'

export async function dryRun(
  { config, series }: BenchServeArguments,
  terminal: Terminal,
): Promise<void> {
  if (isAllocated(config.on)) {
    const { senderKind } = await import('#node/remote/load/load-sender.ts')
    const plan = await senderKind(config.on)?.plan?.(config)
    if (plan !== undefined) return terminal.print(plan)
  }
  if (!isSeries(series)) return printPrompts(config, terminal)
  const plan = seriesPlan(config, series)
  const text = seriesText(config, series)
  terminal.print(text.heading)
  for (const point of seriesPoints(plan)) {
    const asked = seriesConfig(plan, point, series)
    terminal.print(text.runHeading(asked, point.index))
    await printPrompts(asked, terminal)
    terminal.print('')
  }
}

async function printPrompts(config: BenchmarkConfig, terminal: Terminal): Promise<void> {
  const apiKey = apiKeyOf(process.env)
  const workload = await atLoadPlace(config, ({ baseUrl }) =>
    preparedPrompts(
      { config, baseUrl, apiKey, tokenizerFile: null, serverMayBeAway: true },
      terminal.interrupted,
    ),
  )
  leftOutWarning(config, workload).forEach(terminal.note)
  terminal.print(dryRunText(workload.requests))
}
