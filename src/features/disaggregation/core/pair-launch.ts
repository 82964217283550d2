// How a prefill/decode pair is launched: its group of servers, and its settings from flags.
import { splitShellText } from '#core/command-line/split-shell-text.ts'
import { flagName, type OptionValues, schemasOf } from '#core/flags/flag.ts'
import { appError } from '#core/model/app-error.ts'
import type { FlagIndex } from '#core/vllm/flag-index.ts'
import type { GroupLaunch } from '#core/vllm/launch/launch-group.ts'
import { parseServeArguments } from '#core/vllm/parse-serve-arguments.ts'
import { z } from 'zod'
import { pairFlags } from './flags.ts'
import { pairFindings } from './pair-findings.ts'
import { pairLeader, partScript } from './pair-scripts.ts'
import { instancesOf, routerMetricsPort } from './pool-instances.ts'
import { routerWords } from './router-command.ts'

const flagsSchema = z.object(schemasOf(pairFlags.ofLaunches))

export const pairLaunch: GroupLaunch = {
  groupOf(profile, place) {
    const { disaggregation: pair, address: host } = profile
    if (pair === null) return null
    const instances = instancesOf(profile, place)
    const router = { host, port: place.port, metricsPort: routerMetricsPort(place), instances }
    return {
      instances,
      router: pair.router,
      routerWords: () => routerWords(pair.router, router),
      findings: (facts, missingRouter) => pairFindings({ profile, pair, facts, missingRouter }),
      leader: () => pairLeader(instances),
      part: partScript,
    }
  },
  settingsOf: (flags, flagIndex) => ({
    disaggregation: pairOf(flagsSchema.parse(flags), flagIndex),
  }),
}

/** A pair with a number of prefill instances; null unless a flag requests one. */
function pairOf(
  { prefill, ...given }: OptionValues<typeof pairFlags.ofLaunches>,
  flagIndex: FlagIndex,
): object | null {
  const { decode, prefillFlags, decodeFlags, router } = given
  if (prefill !== null) {
    return {
      prefill: { instances: prefill, flags: flagsIn(prefillFlags, 'prefillFlags', flagIndex) },
      decode: { instances: decode ?? 1, flags: flagsIn(decodeFlags, 'decodeFlags', flagIndex) },
      ...(router !== null && { router }),
    }
  }
  const [field] = Object.entries(given).find(([, value]) => value !== null) ?? []
  if (field === undefined) return null
  throw appError('invalid-input', 'cli.noPair', { flag: flagName(field) }, { field })
}

/** Parses `--max-num-seqs 8`, passed as one argument. Rejects arguments that are not vLLM flags, because no field holds them. */
function flagsIn(text: string | null, field: string, flagIndex: FlagIndex) {
  const { flags, rawArguments, model } = parseServeArguments(splitShellText(text ?? ''), flagIndex)
  const [stray] = [model, ...rawArguments].filter((word) => word !== '')
  if (stray === undefined) return flags
  throw appError('invalid-input', 'cli.notAPoolFlag', { word: stray }, { field })
}
