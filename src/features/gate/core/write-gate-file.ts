// Contents of a gate file; inverse of `readGateFile`. Omits defaults.
import { shellText } from '#core/command-line/launch-functions.ts'
import { assumedStartSpread } from '#core/compare/starts.ts'
import { figureWords } from '#core/metrics/figures.ts'
import { serverSections } from '#core/sweep/file/benchmark-at.ts'
import type { Section } from '#core/sweep/file/file-place.ts'
import { serverContents } from '#core/sweep/file/file-servers.ts'
import { benchmarkContents } from '#core/sweep/file/write-sweep-file.ts'
import { shareText } from '#core/sweep/limit-text.ts'
import type { FlagIndex } from '#core/vllm/flag-index.ts'
import type { GateOrder } from './gate-order.ts'
import { usualErrorRate, usualRepeats } from './read-gate-file.ts'

/** To be written as YAML. Omits headers, because their values are usually secrets. */
export function gateFileContents(
  { file, candidate, baseline }: GateOrder,
  flagIndex: FlagIndex,
): Section {
  const { name, config, figures, rules, restarts } = file
  return {
    name,
    ...(candidate.kind === 'server' && { server: serverContents(candidate.server, flagIndex) }),
    ...(baseline.kind === 'server' && { baseline: serverContents(baseline.server, flagIndex) }),
    benchmark: benchmarkContents(config, serverSections),
    figures: Object.fromEntries(
      figures.map(({ tolerance, ...figure }) => [figureWords(figure), shareText(tolerance)]),
    ),
    ...(rules.mostRepeats !== usualRepeats && { repeats: rules.mostRepeats }),
    ...(rules.errorRate !== usualErrorRate && { 'error-rate': shareText(rules.errorRate) }),
    ...(rules.startSpread !== assumedStartSpread && {
      'start-spread': shareText(rules.startSpread),
    }),
    ...(restarts && { restart: true }),
  }
}

/** Command that runs the file `path`. */
export function gateCommand({ candidate, baseline }: GateOrder, path: string): string {
  const sides = [
    ...(baseline.kind === 'newest' ? ['--baseline', `last:${baseline.count}`] : []),
    ...(baseline.kind === 'runs' ? ['--baseline', baseline.words.join(',')] : []),
    ...(candidate.kind === 'runs' ? ['--candidate', candidate.words.join(',')] : []),
  ]
  return shellText(['kneepoint', 'gate', path, ...sides])
}
