// `bench serve --on slurm:local`, in a process of its own, on a real Slurm of four nodes.
// @module-tag nightly
import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { judgeRun } from '#core/judgement/judge-run.ts'
import { shellText } from '#core/command-line/launch-functions.ts'
import { commandLine } from '#node/files/own-programs.test-support.ts'
import { openDatabase } from '#node/storage/database.ts'
import { listRuns } from '#node/storage/runs.ts'
import { runCli } from '../../../cli/run-cli.test-support.ts'
import { installVllm } from '../../../../tests/remote/install-vllm.ts'
import {
  missingSlurm,
  startSlurm,
  type SlurmCluster,
} from '../../../../tests/remote/slurm-cluster.ts'
import { serveModel } from '../../../../tests/remote/sent-load.ts'
import { freePort, temporaryFolder } from '../../../../tests/remote/ssh-daemon.ts'

const folder = temporaryFolder()
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe.skipIf(missingSlurm !== null)(
  `on a cluster of four nodes${missingSlurm === null ? '' : `: ${missingSlurm}`}`,
  () => {
    let cluster: SlurmCluster
    const data = path.join(folder, 'data')
    const home = path.join(folder, 'home')

    beforeAll(async () => {
      cluster = await startSlurm(folder, 4)
      for (const made of [data, home]) mkdirSync(made, { recursive: true })
      symlinkSync(process.execPath, path.join(cluster.bin, 'node'))
    }, 60_000)
    afterAll(() => cluster.stop(), 60_000)

    const bench = (baseUrl: string, ...more: readonly string[]) => {
      const target = ['bench', 'serve', '--base-url', baseUrl, '--on', 'slurm:local']
      const prompts = ['--prompt-token-ids', '--vocab-size', '1000', '--random-input-len', '8']
      const PATH = `${cluster.bin}:${process.env['PATH'] ?? ''}`
      const env = { HOME: home, KNEEPOINT_DATA: data, PATH }
      return runCli([...target, ...prompts, '--num-prompts', '40', ...more], { env })
    }
    const lastRun = () => {
      const database = openDatabase(path.join(data, 'kneepoint.db'))
      const [run] = listRuns(database, { text: '', sweepId: null })
      database.close()
      return run
    }

    test('the nodes of a job send it, and the run keeps who sent what', async () => {
      const json = path.join(folder, 'result.json')
      const { code, output, notes } = await bench(
        await serveModel(),
        ...['--load-nodes', '4', '--load-partition', 'gpu', '--load-sbatch-option=--comment=test'],
        ...['--request-rate', '100', '--save-run', '--save-result', '--result-filename', json],
      )
      expect(notes).toMatch(/Sent from 4 hosts\. .* comparable within ±\d+\.\d\d ms\./)
      expect(output).toMatch(/Successful requests: +40/)
      expect(code).toBe(0)
      expect(
        lastRun()?.summary?.workers?.map(({ hostName, requests }) => [hostName, requests]),
      ).toEqual(['n1', 'n2', 'n3', 'n4'].map((node) => [node, 10]))
      expect((JSON.parse(readFileSync(json, 'utf8')) as { completed: number }).completed).toBe(40)
      expect(cluster.queue()).toBe('')
    }, 60_000)

    test('requests to each of several URLs are as many as its own log has', async () => {
      const heard = [0, 0]
      const urls = await Promise.all(
        heard.map((_, place) => serveModel(() => (heard[place] = (heard[place] ?? 0) + 1))),
      )
      const [first = '', other = ''] = urls
      const { code, notes } = await bench(
        first,
        ...['--base-url', other, '--load-nodes', '2', '--load-partition', 'gpu'],
        ...['--request-rate', '100', '--save-run'],
      )
      expect(notes).toMatch(/Sent from 2 hosts\./)
      expect(code).toBe(0)
      expect(lastRun()?.summary).toMatchObject({
        targets: heard.map((requests) => ({ requests })),
      })
      expect(heard).toEqual([20, 20])
    }, 60_000)

    test('a server that is a job of its own keeps its node to itself', async () => {
      const port = String(await freePort())
      const simulate = [
        process.execPath,
        commandLine,
        'simulate',
        '--preset',
        'quick',
        '--startup-s',
        '0',
      ]
      const serve = shellText([...simulate, '--port', port])
      const place = ['--parsable', '--nodelist=n1', '--output=/dev/null', `--wrap=${serve}`]
      const job = execFileSync(path.join(cluster.bin, 'sbatch'), place, { encoding: 'utf8' }).trim()
      try {
        const server = `http://127.0.0.1:${port}`
        const answers = () => fetch(`${server}/health`).then(({ ok }) => ok)
        await vi.waitFor(async () => expect(await answers()).toBe(true), { timeout: 30_000 })
        const apart = ['--load-nodes', '3', '--load-sbatch-option=--exclude=n1']
        const { code, notes } = await bench(server, ...apart, '--save-run')
        expect(notes).toMatch(/Sent from 3 hosts\./)
        expect(code).toBe(0)
        const workers = lastRun()?.summary?.workers?.map(({ hostName }) => hostName)
        expect(workers).toEqual(['n2', 'n3', 'n4'])
        // The end of the load leaves the server alone.
        expect(cluster.queue()).toBe('wrap RUNNING')
      } finally {
        cluster.ask('scancel', job)
        await vi.waitFor(() => expect(cluster.queue()).toBe(''), { timeout: 30_000 })
      }
    }, 90_000)

    test('one submission holds the server and the nodes for its load', async () => {
      const vllm = installVllm(folder)
      const PATH = `${vllm}:${cluster.bin}:${process.env['PATH'] ?? ''}`
      const env = { HOME: home, KNEEPOINT_DATA: data, PATH }
      const nodes = ['--slurm', '--partition', 'gpu', '--load-nodes', '2']
      const options = ['--load-sbatch-option=--comment=load', '--no-wait']
      const launched = await runCli(
        ['server', 'launch', 'local', ...nodes, ...options, '--', 'org/tiny', '--host', '0.0.0.0'],
        { env },
      )
      const [id = ''] = launched.output.split('\n')
      const said = /--on slurm:\S+ --load-job (\d+) --load-nodes 2/.exec(launched.notes)
      const [, job = ''] = said ?? []
      try {
        const size = ['--load-job', job, '--load-nodes', '2', '--save-run']
        const { code, notes } = await bench(await serveModel(), ...size)
        expect(notes).toMatch(/Sent from 2 hosts\./)
        expect(code).toBe(0)
        expect(lastRun()?.summary?.workers?.map(({ hostName }) => hostName)).toEqual(['n2', 'n3'])
        // The end of the load leaves the server and its nodes.
        expect(cluster.ask('squeue', '-h', '-o', '%i %N', '-S', 'i')).toBe(
          `${job}+0 n1\n${job}+1 n[2-3]`,
        )
      } finally {
        const stopped = await runCli(['server', 'stop', id], { env })
        expect(stopped).toMatchObject({ code: 0, output: 'It ended on request.\n' })
        await vi.waitFor(() => expect(cluster.queue()).toBe(''), { timeout: 30_000 })
      }
    }, 120_000)

    test('a job that Slurm cancels fails the run by name', async () => {
      const baseUrl = await serveModel((number) => {
        if (number === 12) cluster.ask('scancel', '--partition=gpu')
      })
      const sizes = ['--load-nodes', '2', '--request-rate', '20', '--save-run']
      const { code, notes } = await bench(baseUrl, ...sizes)
      expect(notes).toMatch(/Slurm ended job \d+: CANCELLED/)
      expect(code).not.toBe(0)
      const run = lastRun()
      expect(run?.status).toBe('failed')
      expect(run && judgeRun(run)?.grade).toBe('not-usable')
    }, 60_000)

    test.each([
      [['--load-nodes', '2', '--load-partition', 'fast'], 'has no partition fast'],
      [['--load-nodes', '2', '--load-partition', 'fast'], 'It has gpu, urgent.'],
      [['--load-nodes', '50'], 'means 50 workers, more than --max-concurrency has slots'],
      [['--load-nodes', '41', '--max-concurrency', '64'], '41 hosts share the load'],
      [['--load-time-limit', 'soon'], 'must be a time as Slurm writes it'],
      [['--on', 'slurm:local,gpu-b', '--load-nodes', '2'], 'a job is named alone'],
      [['--on', 'gpu-b', '--load-nodes', '2'], 'add --on slurm:LOGIN'],
      [['--on', 'gpu-b', '--load-job', '12'], 'add --on slurm:LOGIN'],
      [['--load-job', 'mine'], 'must be the number of a Slurm job'],
      [['--load-job', '12', '--load-partition', 'gpu'], 'names a job that exists'],
      [['--load-job', '987654'], 'knows no job 987654 that waits or runs'],
    ])(
      '%j is refused: %s',
      async (flags, why) => {
        const { code, notes } = await bench(await serveModel(), '--max-concurrency', '8', ...flags)
        expect(notes).toContain(why)
        expect(code).not.toBe(0)
        expect(cluster.queue()).toBe('')
      },
      60_000,
    )
  },
)
