// A prefill/decode pair as text in the form: numbers of instances, flags of each pool, and the router's command.
import { parsedJson } from '#core/base/parsed-json.ts'
import {
  type Disaggregation,
  type ServeFlagValue,
  usualRouter,
} from '#core/model/launch-profile.ts'

export const pairFields = ['prefill', 'decode'] as const

export type PairText = Readonly<
  Record<'prefill' | 'decode' | 'prefillFlags' | 'decodeFlags' | 'router', string>
>

export const emptyPair: PairText = {
  ...{ prefill: '1', decode: '1', prefillFlags: '', decodeFlags: '', router: usualRouter },
}

/** Parses the form; the schema validates it. */
export function readPair(text: PairText): unknown {
  return {
    prefill: { instances: Number(text.prefill.trim() || 1), flags: flagsIn(text.prefillFlags) },
    decode: { instances: Number(text.decode.trim() || 1), flags: flagsIn(text.decodeFlags) },
    router: text.router.trim() || undefined,
  }
}

export function pairTextOf({ prefill, decode, router }: Disaggregation): PairText {
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
