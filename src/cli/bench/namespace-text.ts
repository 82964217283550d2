// All settings of a run on one line, as the original prints them before it starts: Python's repr of a namespace.
import { benchmarkFlags } from '#core/flags/benchmark-fields.ts'
import type { Flag, FlagValue } from '#core/flags/flag.ts'
import { flagArguments } from '#core/flags/flag-arguments.ts'
import { takesSeveralValues } from '#core/command-line/read-flag-value.ts'
import { outputFlags } from '#core/flags/output.ts'
import { presentable } from '#core/redaction/presentable.ts'
import { pythonFloatText } from '#core/base/python-number.ts'
import type { BenchServeArguments } from '../arguments/parse-bench-serve.ts'

export function namespaceText({
  config,
  output,
}: Pick<BenchServeArguments, 'config' | 'output'>): string {
  const shown = presentable(config)
  const members = [
    ...benchmarkFlags.map((flag) => member(flag, shown[flag.field])),
    ...outputFlags.map((flag) => member(flag, output[flag.field])),
  ]
  return `Namespace(${members.join(', ')})`
}

function member(flag: Flag, value: FlagValue): string {
  return `${flag.flag.slice(2).replaceAll('-', '_')}=${repr(flag, value)}`
}

function repr(flag: Flag, value: FlagValue): string {
  if (typeof value === 'boolean') return value ? 'True' : 'False'
  if (value === 'inf') return 'inf'
  if (typeof value === 'number' && flag.kind !== 'range-ratio') {
    return flag.kind === 'integer' ? String(value) : pythonFloatText(value)
  }
  const words = flagArguments(flag, value)
  if (words.length === 0) return 'None'
  const texts = words.map(textRepr)
  return takesSeveralValues(flag) ? `[${texts.join(', ')}]` : texts.join('')
}

/** Single quotes, unless the text has some and no double ones. */
function textRepr(text: string): string {
  const escaped = text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n')
  if (!text.includes("'")) return `'${escaped}'`
  return text.includes('"') ? `'${escaped.replaceAll("'", "\\'")}'` : `"${escaped}"`
}
