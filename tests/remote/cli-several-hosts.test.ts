// `bench serve --on A,B`, each command in a process of its own, over two real sshd that ~/.ssh/config names.
// @module-tag nightly
import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { judgeRun } from '#core/judgement/judge-run.ts'
import type { RequestRecord } from '#core/records/request-record.ts'
import { readResult } from '#core/result-file/read-result.ts'
import { splitResults } from '#core/result-file/split-results.ts'
import { summarizeRecords } from '#node/experiment/summarize-records.ts'
import { openDatabase } from '#node/storage/database.ts'
import { readRecords } from '#node/storage/requests.ts'
import { listRuns } from '#node/storage/runs.ts'
import { runCli } from '../../src/cli/run-cli.test-support.ts'
import { knownLine } from './connect-to.ts'
import { serveModel } from './sent-load.ts'
import {
  makeKey,
  missingDaemon,
  startSshDaemon,
  temporaryFolder,
  type SshDaemon,
} from './ssh-daemon.ts'

const folder = temporaryFolder()
afterAll(() => rmSync(folder, { recursive: true }))

/** A result file begins with its first request. */
function movedBy(record: RequestRecord, byUs: number): RequestRecord {
  const { scheduledAtUs, sentAtUs, firstTokenAtUs, endedAtUs } = record
  return {
    ...record,
    scheduledAtUs: scheduledAtUs + byUs,
    sentAtUs: sentAtUs + byUs,
    firstTokenAtUs: firstTokenAtUs === null ? null : firstTokenAtUs + byUs,
    endedAtUs: endedAtUs + byUs,
  }
}

describe.skipIf(missingDaemon !== null)(
  `over SSH${missingDaemon === null ? '' : `: ${missingDaemon}`}`,
  () => {
    const daemons: SshDaemon[] = []
    const data = path.join(folder, 'data')
    const env = { HOME: path.join(folder, 'my-home'), KNEEPOINT_DATA: data }

    beforeAll(async () => {
      const key = makeKey(folder)
      const lines = await Promise.all(
        ['gpu-a', 'gpu-b'].map(async (name) => {
          const own = path.join(folder, name)
          const bin = path.join(own, 'bin')
          mkdirSync(bin, { recursive: true })
          symlinkSync(process.execPath, path.join(bin, 'node'))
          const options = { folder: own, authorizedKeys: [key.publicKey], path: bin }
          const daemon = await startSshDaemon(options)
          daemons.push(daemon)
          const config = [`Host ${name}`, 'HostName 127.0.0.1', `Port ${daemon.port}`]
          return {
            config: [...config, `IdentityFile ${key.file}`, 'IdentityAgent none', ''].join('\n  '),
            known: knownLine(daemon),
          }
        }),
      )
      for (const made of [data, path.join(env.HOME, '.ssh')]) mkdirSync(made, { recursive: true })
      const also = (lines[0]?.config ?? '').replace('Host gpu-a', 'Host also-a')
      const config = [...lines.map((line) => line.config), also].join('\n')
      writeFileSync(path.join(env.HOME, '.ssh', 'config'), config)
      writeFileSync(path.join(data, 'known_hosts'), lines.map(({ known }) => known).join(''))
    })
    afterAll(() => Promise.all(daemons.map((daemon) => daemon.stop())))

    const bench = (baseUrl: string, ...more: readonly string[]) => {
      const target = ['bench', 'serve', '--base-url', baseUrl, '--on', 'gpu-a,gpu-b']
      const prompts = ['--prompt-token-ids', '--vocab-size', '1000', '--random-input-len', '8']
      return runCli([...target, ...prompts, '--num-prompts', '40', ...more], { env })
    }
    const lastRun = () => {
      const database = openDatabase(path.join(data, 'kneepoint.db'))
      const [run] = listRuns(database, { text: '', sweepId: null })
      const records = readRecords(database, run?.id ?? '')
      database.close()
      return { run, records }
    }

    test('two hosts send it, and the run keeps who sent what', async () => {
      const json = path.join(folder, 'result.json')
      const saving = ['--save-run', '--save-result', '--save-detailed', '--result-filename', json]
      const { code, output, notes } = await bench(
        await serveModel(),
        '--request-rate',
        '100',
        ...saving,
      )
      expect(notes).toMatch(
        /Sent from 2 hosts\. .* comparable within ±\d+\.\d\d ms\.\n.*peak of requests in flight[^]*gpu-a: 20 requests/,
      )
      expect(notes).toMatch(/gpu-b: 20 requests, Node v[\d.]+, clock [+−]\d+\.\d ms/)
      expect(output).toMatch(/Successful requests: +40/)
      expect(code).toBe(0)
      const { run, records } = lastRun()
      expect(records).toHaveLength(40)
      expect(run?.summary?.workers?.map(({ hostName, requests }) => [hostName, requests])).toEqual([
        ['gpu-a', 20],
        ['gpu-b', 20],
      ])
      const [written] = splitResults(readFileSync(json, 'utf8'))
      if (!run?.summary || written === undefined) throw new Error('nothing was saved')
      // Percentiles and sums of the merged records are those of the same records from one file.
      const { summary, config, startedAtMonotonicS } = run
      const { durationS, client, server, workers } = summary
      const result = readResult(written)
      const sinceStartS = (result.startedAtMonotonicS ?? 0) - (startedAtMonotonicS ?? 0)
      const summarized = (from: readonly RequestRecord[]) =>
        summarizeRecords(from, { config, durationUs: durationS * 1e6, client, server, workers })
      expect(summarized(records)).toEqual(summary)
      const later = result.records.map((record) => movedBy(record, Math.round(sinceStartS * 1e6)))
      // The file has no kinds of events, and no lengths that were asked for.
      const { asAsked, ...fromFile } = summary
      expect(asAsked).toMatchObject({ events: 120, tokens: 120 })
      expect(summarized(later)).toEqual(fromFile)
    }, 60_000)

    test('requests to each of several URLs are as many as its own log has', async () => {
      const heard = [0, 0, 0]
      const urls = await Promise.all(
        heard.map((_, place) => serveModel(() => (heard[place] = (heard[place] ?? 0) + 1))),
      )
      const [first = '', ...others] = urls
      const { code, notes } = await bench(
        first,
        ...others.flatMap((url) => ['--base-url', url]),
        ...['--request-rate', '100', '--save-run'],
      )
      expect(notes).toMatch(/gpu-b: 20 requests/)
      expect(code).toBe(0)
      const { run, records } = lastRun()
      expect(run?.summary).toMatchObject({ targets: heard.map((requests) => ({ requests })) })
      expect(heard.reduce((sum, count) => sum + count, 0)).toBe(40)
      const sent = urls.map((_, place) => records.filter(({ target }) => target === place).length)
      expect(sent).toEqual(heard)
      expect(Math.max(...heard) - Math.min(...heard)).toBeLessThanOrEqual(2)
    }, 60_000)

    test('a limit is theirs together', async () => {
      const { code, notes } = await bench(await serveModel(), '--max-concurrency', '6')
      expect(notes).toMatch(/Of the slots under their limit of concurrency, [\d.]+ ?% were free/)
      expect(code).toBe(0)
    }, 60_000)

    test('a host that is lost fails the run by name, and what was measured is kept', async () => {
      const kill = `pgrep -f '${folder}/gpu-b/.*[l]oad-generator' | xargs kill -9`
      const baseUrl = await serveModel((number) => {
        if (number === 12) execFileSync('sh', ['-c', kill])
      })
      const { code, notes } = await bench(baseUrl, '--request-rate', '20', '--save-run')
      expect(notes).toMatch(/Lost in the middle of the run: gpu-b\. \d+ requests have no result/)
      expect(code).not.toBe(0)
      const { run, records } = lastRun()
      expect(records).toHaveLength(40)
      expect(run?.status).toBe('failed')
      expect(run?.failure?.message).toContain('gpu-b')
      expect(run && judgeRun(run)?.grade).toBe('not-usable')
    }, 60_000)

    test.each([
      ['gpu-a,gpu-a', 'names gpu-a twice'],
      ['gpu-a,,gpu-b', 'must name a host between any two commas'],
      ['gpu-a,also-a', 'gpu-a and also-a are one host: 127.0.0.1:'],
      ['gpu-a,nowhere.invalid', 'nowhere.invalid cannot be reached over SSH'],
    ])(
      '--on %s is refused: %s',
      async (on, why) => {
        const { code, notes } = await bench('http://127.0.0.1:1', '--on', on)
        expect(notes).toContain(why)
        expect(code).not.toBe(0)
      },
      30_000,
    )

    test('more hosts than requests, or than places, are refused', async () => {
      const baseUrl = await serveModel(() => expect.unreachable())
      const few = await bench(baseUrl, '--num-prompts', '1')
      expect(few.notes).toContain('2 hosts share the load')
      const narrow = await bench(baseUrl, '--max-concurrency', '1')
      expect(narrow.notes).toContain('more than --max-concurrency has slots')
    }, 60_000)

    test('a host that does not reach the server is named', async () => {
      const { notes } = await bench('http://127.0.0.1:1')
      expect(notes).toContain('gpu-b')
      expect(notes).toContain('127.0.0.1:1')
    }, 30_000)
  },
)
