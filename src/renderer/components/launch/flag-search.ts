// The flags that the editor shows: fixed ones first, then matches, or commonly tuned ones if there is no search.
import type { ServeFlag } from '#core/vllm/flag-index.ts'

/** vLLM groups its flags by the classes that define them; several share a heading. */
const headings = {
  General: 'server',
  Frontend: 'api',
  ModelConfig: 'model',
  LoadConfig: 'loading',
  AttentionConfig: 'attention',
  MambaConfig: 'mamba',
  StructuredOutputsConfig: 'structuredOutput',
  DecodingConfig: 'structuredOutput',
  ParallelConfig: 'parallelism',
  CacheConfig: 'cache',
  OffloadConfig: 'offload',
  KVTransferConfig: 'offload',
  MultiModalConfig: 'multimodal',
  LoRAConfig: 'lora',
  ObservabilityConfig: 'observability',
  SchedulerConfig: 'scheduling',
  CompilationConfig: 'compilation',
  KernelConfig: 'compilation',
  SpeculativeConfig: 'speculation',
  DeviceConfig: 'device',
  Removed: 'removed',
  Kneepoint: 'kneepoint',
} as const

export type FlagHeading = (typeof headings)[keyof typeof headings] | 'other'

type FlagGroup<Heading> = Readonly<{ heading: Heading; flags: readonly ServeFlag[] }>

function headingOf({ name, group }: ServeFlag): FlagHeading {
  if (/^spec(ulative)?-/.test(name)) return 'speculation'
  return Object.hasOwn(headings, group) ? headings[group as keyof typeof headings] : 'other'
}

/** Flags with fields above the list. */
const asked = ['host', 'port']

/** Finds flags that contain every typed word in name, group or help; treats `_` as `-`. */
export function findFlags(flags: readonly ServeFlag[], typed: string): readonly ServeFlag[] {
  const words = typed.toLowerCase().replaceAll('_', '-').split(/[\s]+/).filter(Boolean)
  const offered = flags.filter(({ name }) => !asked.includes(name))
  if (words.length === 0) return offered.filter(({ isCommon }) => isCommon)
  return offered.filter(({ name, short, group, help = '' }) => {
    const text = `--${name} ${short ?? ''} ${group} ${help}`.toLowerCase()
    return words.every((word) => text.includes(word))
  })
}

/** Headings in the order of vLLM's help; flags without one are last. */
export function grouped(flags: readonly ServeFlag[]): readonly FlagGroup<FlagHeading>[] {
  const found = [...new Set(flags.map(headingOf))].filter((heading) => heading !== 'other')
  const shown: readonly FlagHeading[] = [...found, 'other']
  return shown
    .map((heading) => ({ heading, flags: flags.filter((flag) => headingOf(flag) === heading) }))
    .filter((group) => group.flags.length > 0)
}

/** The first flags of all groups. */
export function firstOf<Heading>(
  groups: readonly FlagGroup<Heading>[],
  count: number,
): readonly FlagGroup<Heading>[] {
  let left = count
  return groups.flatMap(({ heading, flags }) => {
    const shown = flags.slice(0, Math.max(0, left))
    left -= flags.length
    return shown.length === 0 ? [] : [{ heading, flags: shown }]
  })
}
