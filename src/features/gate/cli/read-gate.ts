// Reads the plan of `kneepoint gate` from its file and the flags that override it.
import type { Allowable } from '#features/gate/core/evidence.ts'
import type { GateBaseline, GateOrder } from '#features/gate/core/gate-order.ts'
import { readGateFile, type GateFile } from '#features/gate/core/read-gate-file.ts'
import { message } from '#core/messages/message.ts'
import { appError, AppError } from '#core/model/app-error.ts'
import { ownFlagIndex } from '#node/remote/launch/flag-catalogue.ts'
import { parsedText } from '#node/application/sweeps/sweep-text.ts'
import { serverAt, textOf } from '#cli/sweep/sweep-order.ts'
import { listIn } from '#core/command-line/read-flag-value.ts'

type Values = Readonly<{
  baseline: string | null
  baselineUrl: string | null
  baseUrl: string | null
  candidate: string | null
  repeats: number | null
  allow: readonly Allowable[]
}>

export async function readGate(path: string, values: Values): Promise<GateOrder> {
  const file = readGateFile(parsedText(await textOf(path)), ownFlagIndex())
  const { repeats, allow } = values
  return {
    file: {
      ...file,
      rules: { ...file.rules, ...(repeats !== null && { mostRepeats: repeats }) },
    },
    baseline: baselineOf(file, values),
    candidate: candidateOf(file, values),
    allowed: allow,
  }
}

function candidateOf({ server }: GateFile, { baseUrl, candidate }: Values): GateOrder['candidate'] {
  if (candidate !== null) return { kind: 'runs', words: listIn(candidate) }
  const named = baseUrl === null ? server : serverAt(baseUrl)
  if (named !== null) return { kind: 'server', server: named }
  throw appError('invalid-input', 'gate.noCandidate')
}

function baselineOf(file: GateFile, { baseline, baselineUrl }: Values): GateBaseline {
  if (baseline !== null && baselineUrl !== null) {
    throw new AppError('invalid-input', message('gate.bothBaselines'), { field: 'baseline' })
  }
  if (baselineUrl !== null) {
    return { kind: 'server', server: serverAt(baselineUrl) }
  }
  if (baseline === null) {
    if (file.baseline !== null) return { kind: 'server', server: file.baseline }
    throw appError('invalid-input', 'gate.noBaseline')
  }
  return baseline.startsWith('last:')
    ? { kind: 'newest', count: newestCount(baseline) }
    : { kind: 'runs', words: listIn(baseline) }
}

const mostNewest = 1000

function newestCount(value: string): number {
  const [, digits] = /^last:(\d+)$/.exec(value) ?? []
  const count = Number(digits)
  if (count >= 1 && count <= mostNewest) return count
  throw new AppError('invalid-input', message('gate.lastNumber', { value }), { field: 'baseline' })
}
