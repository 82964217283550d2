// Recomputes every metric of a bundle from its requests, in a temporary database, so that a reader need not trust the sender's
// numbers.
import { createHash, type Hash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setImmediate } from 'node:timers/promises'
import type { ImportProblem } from '#contract/import-report.ts'
import { type BundleLineOf, bundleVersion } from '#core/result-file/bundle-line.ts'
import { message } from '#core/messages/message.ts'
import { AppError } from '#core/model/app-error.ts'
import type { Run } from '#core/model/run/run.ts'
import type { RunSummary } from '#core/model/run/run-summary.ts'
import { importBundle } from '#node/result-files/read-bundle-text.ts'
import { fingerprintOf, isSignatureOf } from '#node/result-files/signature.ts'
import { recomputedSummary } from '#node/runs/stored-runs.ts'
import { type Database, openDatabase } from '#node/storage/database.ts'

export type FigureDifference = Readonly<{ figure: string; stated: string; recomputed: string }>

export type VerifiedRun = Readonly<{
  run: Run
  requests: number
  /** Metrics that can be computed from the requests. */
  figures: number
  differences: readonly FigureDifference[]
}>

type SignatureCheck = Readonly<{
  /** `absent` if the bundle is not signed. */
  signature: 'valid' | 'invalid' | 'absent'
  /** Fingerprint of the key; null if the bundle is not signed. */
  fingerprint: string | null
}>

export type VerifiedBundle = SignatureCheck &
  Readonly<{
    head: BundleLineOf<'kneepoint-bundle'>
    runs: readonly VerifiedRun[]
    /** Number of completed runs in the log of each sweep, and in the file. */
    sweeps: readonly Readonly<{ name: string; logged: number; runs: number }>[]
    /** The line at which the file is truncated, and the reason. */
    problem: ImportProblem | null
  }>

/** Rejects with `invalid-input` if the file is not a bundle, and with `cancelled` once the signal aborts. */
export async function verifyBundle(file: string, signal: AbortSignal): Promise<VerifiedBundle> {
  const folder = mkdtempSync(path.join(tmpdir(), 'kneepoint-verify-'))
  const database = openDatabase(path.join(folder, 'bundle.db'))
  try {
    return await verifiedIn(database, file, signal)
  } finally {
    database.close()
    rmSync(folder, { recursive: true })
  }
}

async function verifiedIn(
  database: Database,
  file: string,
  signal: AbortSignal,
): Promise<VerifiedBundle> {
  const hash = createHash('sha256')
  const runs: BundleLineOf<'run'>[] = []
  const heads: BundleLineOf<'kneepoint-bundle'>[] = []
  const sweeps = new Map<string, { readonly name: string; logged: number }>()
  let signed: SignatureCheck = { signature: 'absent', fingerprint: null }
  const named = { path: file, name: path.basename(file) }
  const { imported, problems } = await importBundle(
    database,
    named,
    Date.now(),
    ({ text, parsed }) => {
      requireGoingOn(signal)
      // The signature does not cover lines after it.
      if (signed.signature === 'valid') signed = { ...signed, signature: 'invalid' }
      if (parsed?.kind === 'kneepoint-bundle') heads.push(parsed)
      // Skips result files, which may be large.
      if (parsed?.kind === 'run') runs.push({ ...parsed, result: null })
      if (parsed?.kind === 'sweep') {
        sweeps.set(parsed.sweep.id, { name: parsed.sweep.plan.name, logged: 0 })
      }
      if (parsed?.kind === 'log' && isCompletedRun(parsed.entry)) {
        const sweep = sweeps.get(parsed.sweepId)
        if (sweep !== undefined) sweep.logged++
      }
      if (parsed?.kind === 'signature') signed = checked(hash, parsed)
      hash.update(`${text}\n`)
    },
  )
  const [head] = heads
  if (head === undefined) throw noBundle(file)
  const whole = new Set(imported.map(({ id }) => id))
  const verified: VerifiedRun[] = []
  for (const line of runs.filter(({ run }) => whole.delete(run.id))) {
    await setImmediate()
    requireGoingOn(signal)
    verified.push(verifiedRun(database, line))
  }
  const inFile = [...sweeps].map(([id, sweep]) => ({
    ...sweep,
    runs: verified.filter(({ run }) => run.sweepId === id).length,
  }))
  return { head, ...signed, runs: verified, sweeps: inFile, problem: problems[0] ?? null }
}

function isCompletedRun({ kind, values }: BundleLineOf<'log'>['entry']): boolean {
  return kind === 'point-ended' && values.status === 'completed'
}

function noBundle(file: string): AppError {
  return new AppError('invalid-input', message('files.isNoBundle', { file }), {
    remedy: message('files.notABundle.remedy', { version: bundleVersion }),
  })
}

function requireGoingOn({ aborted }: AbortSignal): void {
  if (aborted) throw new AppError('cancelled', message('cli.interruptedBefore'))
}

function checked(hash: Hash, line: BundleLineOf<'signature'>): SignatureCheck {
  const signature = isSignatureOf(hash, line) ? 'valid' : 'invalid'
  return { signature, fingerprint: fingerprintOf(line.publicKey) }
}

function verifiedRun(database: Database, { run, requests }: BundleLineOf<'run'>): VerifiedRun {
  const { summary, imported } = run
  if (summary === null || imported !== null || requests === 0) {
    return { run, requests, figures: 0, differences: [] }
  }
  return { run, requests, ...compared(summary, recomputedSummary(database, run, summary)) }
}

/** Fields counted by the client or the server, which cannot be recomputed from requests. */
const onlyStated: ReadonlySet<string> = new Set<keyof RunSummary>([
  ...(['client', 'probes', 'server', 'origin', 'workers'] as const),
  ...(['lightPace', 'warnings'] as const),
])

function compared(stated: RunSummary, recomputed: RunSummary) {
  const [one, other] = [leavesOf(stated), leavesOf(recomputed)]
  const figures = new Set([...one.keys(), ...other.keys()])
  const differences = [...figures]
    .filter((figure) => !isAlike(one.get(figure), other.get(figure)))
    .map((figure) => ({
      figure,
      stated: one.get(figure)?.toString() ?? '-',
      recomputed: other.get(figure)?.toString() ?? '-',
    }))
  return { figures: figures.size, differences }
}

type Leaf = string | number | boolean

/** Numbers and strings by their path, such as `metrics.ttft.mean`; null is equivalent to absent. */
function leavesOf(summary: RunSummary): ReadonlyMap<string, Leaf> {
  const leaves = new Map<string, Leaf>()
  const walk = (value: unknown, name: string): void => {
    if (typeof value === 'object' && value !== null) {
      for (const [key, part] of Object.entries(value)) {
        if (name !== '' || !onlyStated.has(key)) walk(part, name === '' ? key : `${name}.${key}`)
      }
    } else if (
      typeof value === 'string' ||
      typeof value === 'number' ||
      typeof value === 'boolean'
    ) {
      leaves.set(name, value)
    }
  }
  walk(summary, '')
  return leaves
}

/** Sums may be in a different order of requests, so they may differ by rounding. */
const roundingShare = 1e-9

function isAlike(one: Leaf | undefined, other: Leaf | undefined): boolean {
  if (typeof one !== 'number' || typeof other !== 'number') return one === other
  return Math.abs(one - other) <= roundingShare * Math.max(Math.abs(one), Math.abs(other))
}
