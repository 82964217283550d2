// A prefill/decode pair in the form of a launch: numbers of instances, flags of each pool, and the router's command.
import { parsedJson } from '#core/base/parsed-json.ts'
import type { ServeFlagValue } from '#core/model/launch-profile.ts'
import type { LaunchWay } from '#renderer/drafts/launch/launch-way.ts'
import { type Disaggregation, usualRouter } from '#features/disaggregation/core/flags.ts'

const fields = {
  prefill: { placeholder: '1' },
  prefillFlags: { placeholder: 'max-num-batched-tokens=16384', rows: 2 },
  decode: { placeholder: '1' },
  decodeFlags: { placeholder: 'max-num-seqs=512', rows: 2 },
  router: { placeholder: usualRouter, rows: 3, whole: true },
} as const

type PairText = Readonly<Record<keyof typeof fields, string>>

export const pairWay: LaunchWay = {
  name: 'pair',
  labels: 'pair',
  setting: 'disaggregation',
  fields,
  empty: { prefill: '1', decode: '1', prefillFlags: '', decodeFlags: '', router: usualRouter },
  secretField: 'router',
  read: readPair,
  textsOf: ({ disaggregation }) => disaggregation && pairTextOf(disaggregation),
}

function readPair(text: PairText): unknown {
  return {
    prefill: { instances: Number(text.prefill.trim() || 1), flags: flagsIn(text.prefillFlags) },
    decode: { instances: Number(text.decode.trim() || 1), flags: flagsIn(text.decodeFlags) },
    router: text.router.trim() || undefined,
  }
}

function pairTextOf({ prefill, decode, router }: Disaggregation): PairText {
  return {
    prefill: String(prefill.instances),
    decode: String(decode.instances),
    prefillFlags: textOf(prefill.flags),
    decodeFlags: textOf(decode.flags),
    router,
  }
}

/** One `name=value` per line, like environment variables; null if a line has another form. */
function flagsIn(text: string): Record<string, unknown> | null {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  const parts = lines.map((line) => /^\s*(?:--)?([a-z][\w-]*)=(.*)$/.exec(line))
  if (parts.includes(null)) return null
  const entries = parts.map((part): [string, unknown] => [
    part?.[1] ?? '',
    valueIn(part?.[2]?.trim() ?? ''),
  ])
  return Object.fromEntries(entries)
}

/** A number, on or off, or JSON, if it parses as such; otherwise text. */
function valueIn(text: string): unknown {
  const json = parsedJson(text)
  return json === undefined ? text : json
}

function textOf(flags: Readonly<Record<string, ServeFlagValue>>): string {
  return Object.entries(flags)
    .map(([name, value]) => `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join('\n')
}
