// Load from the nodes of a real Slurm: several slurmd under one controller, submitted on this computer and over SSH. The merged
// load is the one that this process would have sent, and whatever ends a task or the job is reported by name.
// @module-tag nightly
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { inEnglish, type Text } from '#core/messages/message.ts'
import type { StepDetail } from '#core/model/run/benchmark-step.ts'
import { slurmJobSchema } from '#core/flags/slurm-job.ts'
import { runAndListen, silentHooks } from '#node/load/plan.test-support.ts'
import { runLoad } from '#node/load/run-load.ts'
import { serveScript, streamPieces } from '#node/load/scripted-server.test-support.ts'
import { sse } from '#node/load/sse.test-support.ts'
import type { Host } from '#node/remote/host.ts'
import type { LoadJobOrder } from '#features/slurm-load/core/load-job.ts'
import { createJobLoad } from '#features/slurm-load/node/job-load.ts'
import { localHost } from '#node/remote/local-host.ts'
import { connectTo } from '../../../../tests/remote/connect-to.ts'
import {
  missingSlurm,
  startSlurm,
  type SlurmCluster,
} from '../../../../tests/remote/slurm-cluster.ts'
import { answering, scheduled, sentBy } from '../../../../tests/remote/sent-load.ts'
import {
  makeKey,
  missingDaemon,
  startSshDaemon,
  temporaryFolder,
} from '../../../../tests/remote/ssh-daemon.ts'

type JobLoad = ReturnType<typeof createJobLoad>

const folder = temporaryFolder()
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const never = new AbortController().signal

/** Processes of generators that listen. */
const generators = () =>
  execFileSync('sh', ['-c', `pgrep -f '${folder}/.*[l]oad-generator.* listen' || true`], {
    encoding: 'utf8',
  })
    .trim()
    .split('\n')
    .filter((line) => line !== '')

describe.skipIf(missingSlurm !== null)(
  `on a cluster of four nodes${missingSlurm === null ? '' : `: ${missingSlurm}`}`,
  () => {
    let cluster: SlurmCluster
    let login: Host
    const home = path.join(folder, 'home')
    const open: JobLoad[] = []

    beforeAll(async () => {
      cluster = await startSlurm(folder, 4)
      mkdirSync(home, { recursive: true })
      symlinkSync(process.execPath, path.join(cluster.bin, 'node'))
      login = localHost({ HOME: home, PATH: `${cluster.bin}:${process.env['PATH'] ?? ''}` })
    }, 60_000)
    afterAll(() => cluster.stop(), 60_000)
    afterEach(async () => {
      for (const load of open.splice(0)) await load.close()
      cluster.ask('scontrol', 'update', 'NodeName=n[1-4]', 'State=RESUME')
    }, 60_000)

    function jobLoad(
      changes: Partial<Omit<LoadJobOrder, 'job'>> & { job?: object } = {},
      host = login,
    ) {
      const order = { nodes: 4, tasksPerNode: 1, queueTimeoutS: 60, joins: null, ...changes }
      const job = slurmJobSchema.parse({ partition: 'gpu', ...changes.job })
      const load = createJobLoad(host, { ...order, job })
      open.push(load)
      return load
    }
    const leftFiles = () => {
      const jobs = path.join(home, '.local/share/kneepoint/load-jobs')
      return existsSync(jobs) ? readdirSync(jobs) : []
    }
    const nothingIsLeft = () => {
      expect(cluster.queue()).toBe('')
      expect(leftFiles()).toEqual([])
      expect(generators()).toEqual([])
    }

    test('four nodes, one node and this process send the same, and nothing is left', async () => {
      const sent = await Promise.all(
        [
          runLoad,
          jobLoad({ nodes: 1 }).runLoad,
          jobLoad({ nodes: 2, tasksPerNode: 2 }).runLoad,
        ].map((run) => sentBy(run)),
      )
      expect(sent[0]?.requests).toHaveLength(31)
      expect(sent[1]).toEqual(sent[0])
      expect(sent[2]).toEqual(sent[0])
      for (const load of open.splice(0)) await load.close()
      nothingIsLeft()
    }, 60_000)

    test('one job serves several loads, each of the four nodes its part', async () => {
      const server = await answering()
      const load = jobLoad()
      await load.allocate(() => undefined, never)
      const jobs = cluster.ask('squeue', '-h', '-o', '%i %D')
      for (const requests of [1, 40]) {
        const { records, outcome } = await runAndListen(
          load.runLoad,
          scheduled(server.url, requests, 100),
        )
        expect(records.filter(({ error }) => error !== null)).toEqual([])
        if (requests > 1) {
          expect(outcome.workers?.map(({ hostName, requests }) => [hostName, requests])).toEqual(
            ['n1', 'n2', 'n3', 'n4'].map((node) => [node, 10]),
          )
        }
        expect(cluster.ask('squeue', '-h', '-o', '%i %D')).toBe(jobs)
      }
      await load.close()
      nothingIsLeft()
    }, 60_000)

    /** Runs 150 requests in 3 s, and does something after a second of them. */
    async function interrupted(load: JobLoad, interrupt: () => void, requests = 150) {
      const server = await serveScript(({ index }, response) => {
        if (index === 40) interrupt()
        return streamPieces(response, [sse.whole])
      })
      return runAndListen(load.runLoad, scheduled(server.url, requests, 50))
    }

    test('a task that is killed fails its requests by name, and the others end in order', async () => {
      const { records, outcome } = await interrupted(jobLoad(), () => {
        const third = generators().find((pid) =>
          execFileSync('sh', ['-c', `tr '\\0' '\\n' </proc/${pid}/environ`], {
            encoding: 'utf8',
          }).includes('SLURMD_NODENAME=n3'),
        )
        if (third !== undefined) process.kill(Number(third), 'SIGKILL')
      })
      expect(records).toHaveLength(150)
      const lost = records.filter(({ error }) => error?.code === 'worker-lost')
      expect(lost.length).toBeGreaterThan(10)
      expect(lost.every(({ index }) => index % 4 === 2)).toBe(true)
      // Where Slurm takes longer to report the exit code than we wait for it, the closed connection is what is known.
      expect(lost[0]?.error?.message).toMatch(/worker on n3 was lost.*(137|was closed)/)
      expect(records.filter(({ error }) => error === null)).toHaveLength(150 - lost.length)
      expect(outcome.workers?.map(({ state }) => state)).toEqual([
        'ended',
        'ended',
        'lost',
        'ended',
      ])
    }, 120_000)

    /** Slurm prints its number. */
    const submitted = (...words: readonly string[]) =>
      execFileSync(
        path.join(cluster.bin, 'sbatch'),
        ['--parsable', '--output=/dev/null', ...words],
        {
          encoding: 'utf8',
        },
      ).trim()
    const idle = ['--wrap', 'sleep 300']
    const stepsOf = (job: string) => cluster.ask('squeue', '-h', '-s', '-j', job, '-o', '%i')
    const workersOf = async (load: JobLoad, requests = 20) => {
      const server = await answering()
      const { records, outcome } = await runAndListen(
        load.runLoad,
        scheduled(server.url, requests, 100),
      )
      expect(records.filter(({ error }) => error !== null)).toEqual([])
      return outcome.workers?.map(({ hostName }) => hostName)
    }

    test('a job that exists lends its nodes besides the first, and goes on', async () => {
      const job = submitted('--nodes=3', ...idle)
      const load = jobLoad({ joins: job, nodes: 2 })
      expect(await workersOf(load)).toEqual(['n2', 'n3'])
      expect(await workersOf(load)).toEqual(['n2', 'n3'])
      await load.close()
      expect(cluster.ask('squeue', '-h', '-o', '%A %T')).toBe(`${job} RUNNING`)
      expect(stepsOf(job)).not.toContain(`${job}.0`)
      expect(generators()).toEqual([])
      expect(leftFiles()).toEqual([])
      expect(await workersOf(jobLoad({ joins: job, nodes: 3 }))).toEqual(['n1', 'n2', 'n3'])
      cluster.ask('scancel', job)
    }, 90_000)

    test('of a heterogeneous job the second component sends, once the job runs', async () => {
      cluster.setRoom(false)
      onTestFinished(() => cluster.setRoom(true))
      const job = submitted('--nodes=1', ':', '--nodes=2', '--ntasks-per-node=1', ...idle)
      const load = jobLoad({ joins: job, nodes: 2 })
      const waits: string[] = []
      const ready = load.allocate((detail) => void waits.push(JSON.stringify(detail)), never)
      await expect.poll(() => waits.join()).toMatch(/loadJob\.waiting/)
      cluster.setRoom(true)
      await ready
      expect(await workersOf(load)).toEqual(['n2', 'n3'])
      await load.close()
      expect(cluster.ask('squeue', '-h', '-o', '%i %T')).toBe(`${job}+0 RUNNING\n${job}+1 RUNNING`)
      cluster.ask('scancel', job)
    }, 180_000)

    test('a joined job that is cancelled or too small, or is none, is named', async () => {
      const job = submitted('--nodes=2', ...idle)
      await expect(workersOf(jobLoad({ joins: job, nodes: 3 }))).rejects.toMatchObject({
        message: `Job ${job} has 2 nodes for the load, and --load-nodes asks for 3.`,
        field: 'loadNodes',
      })
      await expect(workersOf(jobLoad({ joins: '987654' }))).rejects.toMatchObject({
        message: expect.stringContaining('knows no job 987654 that waits or runs') as string,
        field: 'loadJob',
      })
      const { runLoad: run } = jobLoad({ joins: job, nodes: 1 })
      const server = await serveScript(({ index }, response) => {
        if (index === 40) cluster.ask('scancel', job)
        return streamPieces(response, [sse.whole])
      })
      await expect(run(scheduled(server.url, 150, 50), silentHooks, never)).rejects.toMatchObject({
        message: expect.stringMatching(/^Slurm ended job \d+(\.0)?: CANCELLED/) as string,
      })
      for (const load of open.splice(0)) await load.close()
      // Nothing here waits for a job that the test itself submitted and cancelled.
      await vi.waitFor(nothingIsLeft, { timeout: 30_000 })
    }, 120_000)

    test('a node that fails is named, and one that is drained sends to the end', async () => {
      const { outcome } = await interrupted(jobLoad(), () => {
        cluster.ask('scontrol', 'update', 'NodeName=n4', 'State=DRAIN', 'Reason=test')
        cluster.ask('scontrol', 'update', 'NodeName=n2', 'State=DOWN', 'Reason=test')
      })
      expect(outcome.workers?.map(({ state }) => state)).toEqual([
        'ended',
        'lost',
        'ended',
        'ended',
      ])
      expect(outcome.workers?.[1]?.lostBecause).toBe('Slurm reports that node n2 failed.')
    }, 60_000)

    const preempt = ['--partition=urgent', '--nodes=4', '--exclusive', 'true']
    const jobEnds = [
      {
        what: 'scancel',
        interrupt: () => cluster.ask('scancel', '--partition=gpu'),
        why: /^Slurm ended job \d+: CANCELLED/,
      },
      {
        what: 'preemption',
        interrupt: () => cluster.ask('srun', ...preempt),
        why: /^Slurm ended job \d+: (PREEMPTED|CANCELLED, due to preemption)/,
      },
      {
        what: 'the time limit',
        interrupt: () => undefined,
        job: { timeLimit: '1' },
        perS: 1,
        // Slurm counts in minutes.
        tags: ['nightly'],
        why: /^Slurm ended job \d+: (TIMEOUT|CANCELLED, due to time limit)/,
      },
    ]
    for (const { what, interrupt, why, job = {}, perS = 50, tags = [] } of jobEnds) {
      test(`${what} ends the run by name`, { tags, timeout: 180_000 }, async () => {
        const records: unknown[] = []
        const server = await serveScript(({ index }, response) => {
          if (index === 40) interrupt()
          return streamPieces(response, [sse.whole])
        })
        const hooks = {
          ...silentHooks,
          onRecords: (batch: readonly unknown[]) => void records.push(...batch),
        }
        const plan = scheduled(server.url, 150, perS)
        const run = jobLoad({ job }).runLoad(plan, hooks, never)
        await expect(run).rejects.toMatchObject({
          message: expect.stringMatching(why) as string,
        })
        expect(records).toHaveLength(150)
        for (const load of open.splice(0)) await load.close()
        nothingIsLeft()
      })
    }

    test('a job that waits says why, and is cancelled when it waits too long or the run is', async () => {
      cluster.ask('scontrol', 'update', 'NodeName=n4', 'State=DRAIN', 'Reason=test')
      const reasons: Text[] = []
      const late = jobLoad({ queueTimeoutS: 3 })
      const report = (detail: StepDetail) => 'waitsFor' in detail && reasons.push(detail.waitsFor)
      await expect(late.allocate(report, never)).rejects.toMatchObject({
        message: expect.stringMatching(
          /^Job \d+ for the load waited 3 s in the queue of .*ReqNodeNotAvail/,
        ) as string,
      })
      expect(inEnglish(reasons.at(-1) ?? '')).toMatch(
        /^Job \d+ waits in the queue: ReqNodeNotAvail/,
      )
      await late.close()
      nothingIsLeft()
      const cancelling = new AbortController()
      const waiting = jobLoad().allocate(() => cancelling.abort(), cancelling.signal)
      await expect(waiting).rejects.toMatchObject({ code: 'cancelled' })
      for (const load of open.splice(0)) await load.close()
      nothingIsLeft()
    }, 60_000)

    test.each([
      [{ job: { partition: 'nowhere' } }, /has no partition nowhere\.$/],
      [{ job: { options: ['--constraint=none'] } }, /refused the job .*Invalid feature/],
      [{ nodes: 9 }, /(cannot start, and was cancelled: PartitionConfig|refused the job)/],
      [{ job: { options: ['--hold'] } }, /cannot start, and was cancelled: JobHeldUser/],
    ])(
      'what the cluster does not grant is reported: %o',
      async (changes, why) => {
        const load = jobLoad(changes)
        await expect(load.allocate(() => undefined, never)).rejects.toMatchObject({
          field: 'on',
          message: expect.stringMatching(why) as string,
        })
        await load.close()
        nothingIsLeft()
      },
      60_000,
    )

    test('a server that a node does not reach is reported before anything is sent', async () => {
      const plan = scheduled('http://127.0.0.1:1/', 8, 50)
      await expect(jobLoad().runLoad(plan, silentHooks, never)).rejects.toMatchObject({
        field: 'on',
        message: expect.stringMatching(
          /^n\d does not reach the server at 127\.0\.0\.1:1: connect ECONNREFUSED/,
        ) as string,
      })
    }, 60_000)

    test.skipIf(missingDaemon !== null)(
      'through a login node over SSH',
      async () => {
        const key = makeKey(folder)
        const daemon = await startSshDaemon({
          folder,
          authorizedKeys: [key.publicKey],
          path: cluster.bin,
        })
        const host = { ...connectTo(daemon, { folder, key }), name: 'login-1' }
        try {
          const server = await answering()
          const load = jobLoad({}, host)
          const { records } = await runAndListen(load.runLoad, scheduled(server.url, 40, 100))
          expect(records.filter(({ error }) => error !== null)).toEqual([])
          // As when this program is killed: nothing says farewell.
          daemon.dropConnections()
          await expect.poll(() => cluster.queue(), { timeout: 20_000 }).toBe('')
          await expect.poll(generators, { timeout: 20_000 }).toEqual([])
          await load.close()
        } finally {
          await host.close()
          await daemon.stop()
        }
        await expect.poll(leftFiles, { timeout: 20_000 }).toEqual([])
      },
      60_000,
    )
  },
)
