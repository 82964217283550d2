// Preset `usual-suspects`: the vLLM flags that most often determine the capacity of a server, with values around its current
// ones, limited to flags of the installation.
import { message, type Text } from '#core/messages/message.ts'
import type { ServeFlagValue } from '#core/model/launch-profile.ts'
import { checkLaunch } from '#core/vllm/launch/check-launch.ts'
import type { LaunchSurroundings } from '#core/vllm/launch/launch-plan.ts'
import type { TunedValues } from './tuned-flags.ts'

export const tunePresets = ['usual-suspects'] as const

type SuspectedServer = Pick<LaunchSurroundings, 'flagIndex' | 'version' | 'sampledVersions'> &
  Readonly<{
    /** Its flags, and known values of flags that it does not set. */
    flags: Readonly<Record<string, ServeFlagValue>>
    /** Number of GPUs that a setting may use. */
    gpus: number
    /** Flags that a simulator supports; null for a real server, which supports all. */
    simulated: readonly string[] | null
    /** Model that drafts tokens ahead; null without one. */
    drafter: string | null
  }>

export type Suspects = Readonly<{
  flags: readonly TunedValues[]
  /** One sentence for each flag that does not vary. */
  leftOut: readonly Text[]
}>

/** Usual numbers of sequences and of tokens of a server; values around them are tried. */
const [usualSeqs, usualTokens] = [256, 2048]
const draftLengths = [2, 4]

/** Flags of a file, and flags of the preset that the file does not name. */
export function withSuspects(
  own: readonly TunedValues[],
  suspects: readonly TunedValues[],
): TunedValues[] {
  const others = suspects.filter(({ name }) => own.every((flag) => flag.name !== name))
  const all = [...own, ...others]
  return all.filter(
    ({ onlyIf }) =>
      onlyIf === null ||
      all.some(
        ({ name, values }) =>
          name === onlyIf.name && onlyIf.values.some((value) => values.includes(value)),
      ),
  )
}

export function usualSuspects(server: SuspectedServer): Suspects {
  const judged = suspected(server).map((suspect) => judgedBy(server, suspect))
  return {
    flags: judged.flatMap(({ flag }) => flag ?? []),
    leftOut: judged.flatMap(({ why }) => why ?? []),
  }
}

type Suspect = TunedValues & Readonly<{ whyNone?: Text }>

function suspected({ flags, gpus, drafter }: SuspectedServer): Suspect[] {
  const around = (name: string, usual: number, factors: readonly number[]) => {
    const own = flags[name]
    const base = typeof own === 'number' ? own : usual
    return factors.map((factor) => Math.max(1, Math.round(base * factor)))
  }
  const tokens = around('max-num-batched-tokens', usualTokens, [0.5, 2, 4, 8])
  const sizes = [2, 4, 8, 16].filter((size) => size <= gpus)
  const parallel = (kind: string): Suspect => ({
    ...always(`${kind}-parallel-size`, [1, ...sizes]),
    ...(sizes.length === 0 && { values: [], whyNone: message('tune.preset.oneGpu') }),
  })
  return [
    always('max-num-seqs', around('max-num-seqs', usualSeqs, [0.25, 0.5, 2, 4])),
    always('max-num-batched-tokens', tokens),
    ...['tensor', 'pipeline', 'data'].map(parallel),
    {
      // If it is off, a whole prompt must fit into one step.
      ...always('enable-chunked-prefill', [flags['enable-chunked-prefill'] === false]),
      onlyIf: { name: 'max-num-batched-tokens', values: tokens.slice(-1) },
    },
    always('enable-prefix-caching', [flags['enable-prefix-caching'] === false]),
    always('kv-cache-dtype', ['fp8']),
    always('block-size', [32, 64]),
    {
      ...always(
        'speculative-config',
        draftLengths.map((length) => ({ model: drafter ?? '', num_speculative_tokens: length })),
      ),
      ...(drafter === null && { values: [], whyNone: message('tune.preset.noDrafter') }),
    },
    always('attention-backend', ['FLASH_ATTN', 'FLASHINFER', 'TRITON_ATTN']),
  ]
}

function always(name: string, values: readonly ServeFlagValue[]): Suspect {
  return { name, values, onlyIf: null }
}

type SuspectVerdict = Readonly<{ flag: TunedValues | null; why: Text | null }>

function judgedBy(server: SuspectedServer, { whyNone, ...flag }: Suspect): SuspectVerdict {
  const { name } = flag
  const leftOut = (why: Text): SuspectVerdict => ({
    flag: null,
    why: message('tune.preset.leftOut', { flag: name, why }),
  })
  if (whyNone !== undefined) return leftOut(whyNone)
  if (server.simulated !== null && !server.simulated.includes(name)) {
    return leftOut(message('tune.preset.notSimulated'))
  }
  const findings = flag.values.map((value) => refusalOf(server, name, value))
  const values = flag.values.filter((_, index) => findings[index] === null)
  const [why = ''] = findings.flatMap((finding) => finding ?? [])
  return values.length === 0 ? leftOut(why) : { flag: { ...flag, values }, why: null }
}

/** Judged only by the flag itself. */
function refusalOf(
  { flagIndex, version, sampledVersions }: SuspectedServer,
  name: string,
  value: ServeFlagValue,
): Text | null {
  const surroundings = { gpus: null, model: null, flagIndex, version, sampledVersions }
  const config = { model: '', flags: { [name]: value }, rawArguments: [] }
  const found = checkLaunch({ config, surroundings }).find(
    ({ flag, severity }) => flag === name && severity === 'error',
  )
  return found?.message ?? null
}
