import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { inEnglish } from '#core/messages/message.ts'
import type { Run } from '#core/model/run/run.ts'
import type { Sweep } from '#core/model/sweep.ts'
import { ownSigningKey, readSigningKey } from '#node/result-files/signature.ts'
import { storedSummary } from '#node/runs/stored-runs.ts'
import { appendRecords } from '#node/storage/requests.ts'
import { saveRun } from '#node/storage/runs.ts'
import {
  exampleRecord,
  exampleRun,
  exampleSweep,
  temporaryDatabase,
} from '#node/storage/storage.test-support.ts'
import { appendSweepLog, saveSweep } from '#node/storage/sweeps.ts'
import { reportedOf } from './collect-report.ts'
import { verifyBundle } from './verify-bundle.ts'
import { reportContent } from './write-report.ts'

function temporaryFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'kneepoint-bundles-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

/** Latencies differ, and some fail. */
const records = Array.from({ length: 120 }, (_, index) => {
  const sentAtUs = 4000 * index + (index % 7) * 100
  const firstTokenAtUs = sentAtUs + 9000 + ((index * index) % 41) * 500
  return exampleRecord(index, {
    ...{ scheduledAtUs: 4000 * index, sentAtUs, firstTokenAtUs },
    endedAtUs: firstTokenAtUs + 30_000 + (index % 5) * 1000,
    error: index % 40 === 7 ? { code: 'http-status', message: 'no', status: 503, body: '' } : null,
  })
})

/** Bundle of one run, or of a sweep whose log names a second run. */
async function bundleOf(signingKey: KeyObject, sweep: Sweep | null = null): Promise<string[]> {
  const database = temporaryDatabase()
  const run: Run = { ...exampleRun, failure: null, sweepId: sweep?.id ?? null, pointIndex: 0 }
  if (sweep !== null) {
    saveSweep(database, sweep)
    for (const point of [0, 1]) {
      const values = { status: 'completed' }
      appendSweepLog(database, sweep.id, { atEpochMs: 5, kind: 'point-ended', point, values })
    }
  }
  saveRun(database, run)
  appendRecords(database, run.id, records)
  saveRun(database, { ...run, summary: storedSummary(database, run) })
  const subject =
    sweep === null ? { sweepIds: [], runIds: [run.id] } : { sweepIds: [sweep.id], runIds: [] }
  const maker = { version: '9.9.9', nowEpochMs: 7 }
  const job = { database, reported: reportedOf(database, subject), maker, signingKey }
  const parts: Uint8Array[] = []
  for await (const part of await reportContent({ ...job, language: 'en' }, 'bundle')) {
    parts.push(Buffer.from(part))
  }
  return gunzipSync(Buffer.concat(parts)).toString().trimEnd().split('\n')
}

const { privateKey } = generateKeyPairSync('ed25519')
let lines: readonly string[] = []

beforeEach(async () => {
  lines = await bundleOf(privateKey)
})

function verified(text: readonly string[]) {
  const file = path.join(temporaryFolder(), 'b.kneepoint.jsonl.gz')
  writeFileSync(file, gzipSync(text.map((line) => `${line}\n`).join('')))
  return verifyBundle(file, AbortSignal.any([]))
}

function changed(from: string | RegExp, to: string): string[] {
  const text = lines.map((line) => line.replace(from, to))
  expect(text).not.toEqual(lines)
  return text
}

describe('a bundle', () => {
  test('as it was written is valid, and each figure follows from its requests', async () => {
    const { signature, fingerprint, runs, problem, head } = await verified(lines)
    expect({ signature, problem, by: head.writtenBy }).toEqual({
      ...{ signature: 'valid', problem: null, by: '9.9.9' },
    })
    expect(fingerprint).toMatch(/^SHA256:[\w+/]{43}$/)
    expect(runs).toMatchObject([{ requests: 120, differences: [] }])
    expect(runs[0]?.figures).toBeGreaterThan(100)
  })

  test('with one figure changed names it', async () => {
    const { signature, runs } = await verified(changed('"completed":117', '"completed":118'))
    expect(signature).toBe('invalid')
    expect(runs[0]?.differences).toEqual([
      { figure: 'completed', stated: '118', recomputed: '117' },
    ])
  })

  test('with one request changed names the figures of it', async () => {
    const { signature, runs } = await verified(changed('"endedAtUs":39000', '"endedAtUs":38000'))
    expect(signature).toBe('invalid')
    expect(runs[0]?.differences.map(({ figure }) => figure)).toContain('metrics.e2el.mean')
  })

  test('with a shorter duration names the throughputs that follow from it', async () => {
    const { runs } = await verified(changed(/"durationS":[\d.]+/, '"durationS":0.1'))
    const named = runs[0]?.differences.map(({ figure }) => figure)
    expect(named).toEqual(expect.arrayContaining(['durationS']))
  })

  test('that counts other runs, or goes on after its end, breaks off there', async () => {
    const counted = await verified(changed('"kind":"end","runs":1', '"kind":"end","runs":9'))
    expect(counted.problem).not.toBeNull()
    const longer = [...lines.slice(0, -1), ...lines.slice(1)]
    expect((await verified(longer)).problem).not.toBeNull()
  })

  test('is no file of another kind', async () => {
    await expect(verified(['no bundle'])).rejects.toMatchObject({ code: 'invalid-input' })
  })

  test('is left where its check is interrupted', async () => {
    const file = path.join(temporaryFolder(), 'b.jsonl')
    writeFileSync(file, lines.map((line) => `${line}\n`).join(''))
    const interrupted = verifyBundle(file, AbortSignal.abort())
    await expect(interrupted).rejects.toMatchObject({ code: 'cancelled' })
  })

  test('whose head was changed is invalid', async () => {
    expect(await verified(changed('9.9.9', '9.9.8'))).toMatchObject({ signature: 'invalid' })
  })

  test('without its signature, or with a line after it, is not covered by one', async () => {
    expect(await verified(lines.slice(0, -1))).toMatchObject({ signature: 'absent' })
    const longer = [...lines, '{"kind":"end","runs":1}']
    expect(await verified(longer)).toMatchObject({ signature: 'invalid' })
  })

  test.each([
    ['a request left out', (text: string[]) => text.toSpliced(30, 1)],
    ['a run that appears twice', (text: string[]) => text.toSpliced(1, 0, text[1] ?? '')],
    [
      'lines of an unknown kind',
      (text: string[]) => text.map((line) => line.replace('"kind":"request"', '"kind":"ask"')),
    ],
    [
      'a line that is cut',
      (text: string[]) => [...text.slice(0, 40), text[40]?.slice(0, 50) ?? ''],
    ],
  ])('with %s breaks off there, and verifies no run', async (_, change) => {
    const { problem, runs, signature } = await verified(change([...lines]))
    expect(problem).not.toBeNull()
    expect(runs).toEqual([])
    expect(signature).not.toBe('valid')
  })

  test('with a signature of another form says so', async () => {
    const { problem, signature } = await verified(changed(/"signature":"../, '"signature":"'))
    expect(signature).toBe('absent')
    expect(inEnglish(problem?.message ?? '')).toBe('signature has another form than it must have')
  })

  test('of another key is valid by that key alone', async () => {
    const { privateKey: other } = generateKeyPairSync('ed25519')
    const [own, forged] = [await verified(lines), await verified(await bundleOf(other))]
    expect(forged.signature).toBe('valid')
    expect(forged.fingerprint).not.toBe(own.fingerprint)
  })

  test('that was changed consistently and not signed follows from its requests, but is not signed', async () => {
    const text = changed(/"name":"[^"]*"/, '"name":"Other"')
    const { signature, runs } = await verified(text.slice(0, -1))
    expect(signature).toBe('absent')
    expect(runs).toMatchObject([{ differences: [] }])
  })

  test('cut as a compressed file says so', async () => {
    const whole = gzipSync(lines.map((line) => `${line}\n`).join(''))
    const file = path.join(temporaryFolder(), 'cut.gz')
    writeFileSync(file, whole.subarray(0, whole.length / 2))
    const { problem, signature } = await verifyBundle(file, AbortSignal.any([]))
    expect(signature).toBe('absent')
    expect(problem).not.toBeNull()
  })

  test('of a sweep counts the runs that its log names', async () => {
    const text = await bundleOf(privateKey, exampleSweep)
    const { signature, sweeps } = await verified(text)
    const { name } = exampleSweep.plan
    expect({ signature, sweeps }).toEqual({
      signature: 'valid',
      sweeps: [{ name, logged: 2, runs: 1 }],
    })
  })

  test('that breaks off says where', async () => {
    const { problem, runs } = await verified(lines.slice(0, -20))
    expect(problem).toMatchObject({ line: lines.length - 20 })
    expect(runs).toEqual([])
  })
})

describe('a signing key', () => {
  test('is made once, for its owner alone', () => {
    const folder = temporaryFolder()
    const key = ownSigningKey(folder)
    expect(ownSigningKey(folder).equals(key)).toBe(true)
    expect(statSync(path.join(folder, 'signing-key.pem')).mode & 0o777).toBe(0o600)
  })

  test('of another kind is refused', () => {
    const file = path.join(temporaryFolder(), 'key.pem')
    expect(() => readSigningKey('/dev/zero')).toThrow('no private Ed25519 key')
    for (const pem of ['', 'no key', ecKey()]) {
      writeFileSync(file, pem)
      expect(() => readSigningKey(file)).toThrow('no private Ed25519 key')
    }
  })
})

function ecKey(): string {
  const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  return pair.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
}
