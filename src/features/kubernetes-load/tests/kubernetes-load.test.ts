// Load from the pods of a real Kubernetes of two nodes. The merged load is the one that this process would have sent, whatever
// ends a pod is reported by name, and nothing is left. Nightly: KNEEPOINT_KUBERNETES=FOLDER vitest run src/features/kubernetes-load/tests
import { rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { inEnglish, type Text } from '#core/messages/message.ts'
import type { StepDetail } from '#core/model/run/benchmark-step.ts'
import { runAndListen } from '#node/load/plan.test-support.ts'
import { runLoad } from '#node/load/run-load.ts'
import { serveScript, streamPieces } from '#node/load/scripted-server.test-support.ts'
import { sse } from '#node/load/sse.test-support.ts'
import { remoteProgram } from '#node/remote/load/prepare-remote-load.ts'
import { createPodLoad } from '#features/kubernetes-load/node/pod-load.ts'
import { repositoryFolder } from '../../../../scripts/repository.ts'
import { scheduled, sentBy } from '../../../../tests/remote/sent-load.ts'
import { temporaryFolder } from '../../../../tests/remote/ssh-daemon.ts'
import { missingKubernetes, startKubernetes, type KubernetesCluster } from './kubernetes-cluster.ts'
import { nodeImages } from './node-images.ts'
import { benchServeCases } from './bench-serve-cases.ts'
import { type ClusterUnderTest, settings } from './cluster-under-test.ts'
import { kubeconfigCases } from './kubeconfig-cases.ts'
import { cores, urgentPod } from './urgent-pod.ts'

type PodLoad = ReturnType<typeof createPodLoad>

const folder = temporaryFolder()
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** For kubectl. */
function fileOf(object: object): string {
  const file = path.join(folder, 'object.json')
  writeFileSync(file, JSON.stringify(object))
  return file
}

const never = new AbortController().signal
describe.skipIf(missingKubernetes !== null)(
  `on a Kubernetes of two nodes${missingKubernetes === null ? '' : `: ${missingKubernetes}`}`,
  { timeout: 120_000 },
  () => {
    let cluster: KubernetesCluster
    const open: PodLoad[] = []

    beforeAll(async () => {
      const { text } = await remoteProgram()
      cluster = await startKubernetes(folder, { nodes: 2, images: nodeImages(folder, text) })
      vi.stubEnv('KUBECONFIG', cluster.kubeconfig)
    }, 180_000)
    afterAll(() => cluster.stop(), 120_000)
    afterEach(async () => {
      for (const load of open.splice(0)) await load.close()
      expect(cluster.ask('get', 'jobs,pods', '-A', '-o', 'name')).toBe('')
      await vi.waitFor(() => expect(maps()).toBe(''), 10_000)
    }, 60_000)

    /** Of load generators, in all namespaces. */
    const maps = () =>
      cluster.ask('get', 'configmaps', '-A', '-l', 'app.kubernetes.io/name=kneepoint', '-o', 'name')

    function podLoad(changes: Partial<typeof settings> = {}): PodLoad {
      const load = createPodLoad({ ...settings, ...changes })
      open.push(load)
      return load
    }

    test('accepts the manifest of the documentation', () => {
      const manifest = path.join(repositoryFolder, 'docs/deployment/kubernetes.yaml')
      const validated = cluster.ask(
        'apply',
        '--dry-run=server',
        '--validate=strict',
        '-f',
        manifest,
      )
      expect(validated.split('\n')).toEqual([
        'persistentvolumeclaim/kneepoint created (server dry run)',
        'deployment.apps/kneepoint created (server dry run)',
      ])
    })

    test('four pods on two nodes send what this process sends', async () => {
      const load = podLoad()
      await load.allocate(() => undefined, never)
      const nodes = cluster.ask('get', 'pods', '-o', 'jsonpath={.items[*].spec.nodeName}')
      expect(nodes.split(' ').toSorted()).toEqual(['n1', 'n1', 'n2', 'n2'])
      const ours = await sentBy(runLoad, cluster.hostAddress)
      expect(ours.requests).toHaveLength(31)
      expect(await sentBy(load.runLoad, cluster.hostAddress)).toEqual(ours)
      // A second load takes the same pods.
      const pods = cluster.ask('get', 'pods', '-o', 'name')
      expect(await sentBy(load.runLoad, cluster.hostAddress)).toEqual(ours)
      expect(cluster.ask('get', 'pods', '-o', 'name')).toBe(pods)
    })

    const requests = 400
    /** Sends 50 requests a second, and does something after a second; returns why one worker was lost. */
    async function interrupted(load: PodLoad, interrupt: (pods: readonly string[]) => void) {
      await load.allocate(() => undefined, never)
      const pods = cluster.ask('get', 'pods', '-o', 'name').split('\n')
      const script: Parameters<typeof serveScript>[0] = ({ index }, response) => {
        if (index === 40) interrupt(pods)
        return streamPieces(response, [sse.whole])
      }
      const server = await serveScript(script, { address: cluster.hostAddress })
      const { records, outcome } = await runAndListen(
        load.runLoad,
        scheduled(server.url, requests, 50),
      )
      expect(records).toHaveLength(requests)
      const lost = records.filter(({ error }) => error?.code === 'worker-lost')
      const others = records.flatMap(({ error }) => (error === null ? [] : [error]))
      expect(others.filter(({ code }) => code !== 'worker-lost')).toEqual([])
      const workers = new Set(lost.map(({ index }) => index % 4))
      expect(outcome.workers?.map(({ state }, worker) => [worker, state])).toEqual(
        [0, 1, 2, 3].map((worker) => [worker, workers.has(worker) ? 'lost' : 'ended']),
      )
      expect(workers.size).toBe(1)
      return lost[0]?.error?.message
    }
    const third = (pods: readonly string[]) => pods[2] ?? ''

    test('a pod that is deleted is named, and the others send to the end', async () => {
      const why = await interrupted(podLoad(), (pods) =>
        cluster.ask('delete', third(pods), '--wait=false'),
      )
      expect(why).toMatch(/worker on kneepoint-load-\w+-2-\w+ was lost.*was deleted/)
    })

    test('a generator that is killed is named', async () => {
      const kill =
        'for each in /proc/[0-9]*; do grep -q "[l]oad-generator" $each/cmdline && kill -9 ${each#/proc/}; done'
      const why = await interrupted(podLoad(), (pods) => {
        try {
          cluster.ask('exec', third(pods), '--', 'sh', '-c', kill)
        } catch {
          // It may have killed its own shell as well.
        }
      })
      expect(why).toMatch(/in pod \S+-2-\S+ on n\d was killed \(exit code 137\).*256Mi/)
    })

    test('a pod that is evicted is named with the reason', async () => {
      const why = await interrupted(podLoad(), (pods) => {
        const name = third(pods).replace('pod/', '')
        const eviction = { apiVersion: 'policy/v1', kind: 'Eviction', metadata: { name } }
        const at = `/api/v1/namespaces/default/pods/${name}/eviction`
        cluster.ask('create', '--raw', at, '-f', fileOf(eviction))
      })
      expect(why).toMatch(/Kubernetes ended pod \S+-2-\S+ on n\d: Eviction API: evicting/)
    })

    test('a pod that makes room for one of higher priority is named with the reason', async () => {
      cluster.ask('create', 'priorityclass', 'urgent', '--value=1000')
      // Two of these fill a node, and all nodes have the cores of this computer.
      const load = podLoad({ loadCpu: `${cores * 450}m` })
      const makeUrgent = () => cluster.ask('create', '-f', fileOf(urgentPod))
      try {
        expect(await interrupted(load, makeUrgent)).toMatch(
          /Kubernetes ended pod \S+ on n\d: default-scheduler: preempting to accommodate a higher priority pod/,
        )
      } finally {
        cluster.ask('delete', 'pod', 'urgent', '--grace-period=1')
      }
    })

    /** Reason and remedy of a load that fails, and the reports before it. */
    async function refusal(changes: Partial<typeof settings>) {
      const waits: string[] = []
      const report = (detail: StepDetail) => {
        if ('waitsFor' in detail) waits.push(inEnglish(detail.waitsFor))
      }
      try {
        const load = podLoad({ loadPods: 2, ...changes })
        await load.prepareHost(report, never)
        await load.allocate(report, never)
      } catch (error) {
        const problem = error as Error & { content?: { remedy: Text | null } }
        return { waits, why: problem.message, remedy: inEnglish(problem.content?.remedy ?? '') }
      }
      throw new Error('it was not refused')
    }

    test('a cluster without room: why the pods wait, and the end of the patience', async () => {
      const { waits, why, remedy } = await refusal({ loadCpu: '64', loadQueueTimeoutSec: 4 })
      expect(waits.join()).toMatch(/0 of 2 pods run.*Insufficient cpu/)
      expect(why).toMatch(/After 4 s only 0 of 2 pods run.*Insufficient cpu/)
      expect(remedy).toContain('--load-queue-timeout-sec')
    })

    test.each<readonly [Partial<typeof settings>, RegExp]>([
      [{ loadImage: '127.0.0.1:9/none:1' }, /cannot get the image 127\.0\.0\.1:9\/none:1: /],
      [{ loadImage: 'Not an image' }, /cannot get the image Not an image: .*invalid/],
      [{ loadImage: 'kneepoint-bare:1' }, /cannot start: .*"sh": executable file not found/],
      [{ on: 'kubernetes:none' }, /no context none/],
      [{ on: 'kubernetes:test/none' }, /context test has no namespace none/],
      [{ on: 'kubernetes:guest' }, /lacks rights in namespace default: create jobs, delete jobs/],
      [{ loadPodSpec: { restartPolicy: 'Always' } }, /refused the job.*restartPolicy/],
    ])('%j is refused', async (changes, expected) => {
      const { why, remedy } = await refusal({ loadQueueTimeoutSec: 60, ...changes })
      expect(why).toMatch(expected)
      expect(remedy).not.toBe('')
    })

    test('the points of a sweep share one job', async () => {
      const load = podLoad({ loadPods: 1 })
      await sentBy(load.runLoad, cluster.hostAddress)
      const pods = cluster.ask('get', 'pods', '-o', 'name')
      // The generator of the first load is gone by then.
      await delay(6000)
      await sentBy(load.runLoad, cluster.hostAddress)
      expect(cluster.ask('get', 'pods', '-o', 'name')).toBe(pods)
    })

    test('an image without Node gets ours', async () => {
      const load = podLoad({ loadPods: 2, loadImage: 'kneepoint-shell:1' })
      const { requests } = await sentBy(load.runLoad, cluster.hostAddress)
      expect(requests).toHaveLength(31)
    })

    describe('the load generator', () => {
      const requestsBy = async (changes: Partial<typeof settings>) =>
        (await sentBy(podLoad({ loadPods: 2, ...changes }).runLoad, cluster.hostAddress)).requests

      test('is mounted from a ConfigMap that the job owns', async () => {
        const load = podLoad({ loadPods: 2, loadGenerator: 'configmap' })
        const { requests } = await sentBy(load.runLoad, cluster.hostAddress)
        expect(requests).toHaveLength(31)
        const job = cluster.ask('get', 'jobs', '-o', 'jsonpath={.items[0].metadata.uid}')
        const owner = 'jsonpath={.items[*].metadata.ownerReferences[0].uid}'
        const label = ['-l', 'app.kubernetes.io/name=kneepoint']
        expect(cluster.ask('get', 'configmaps', ...label, '-o', owner)).toBe(job)
        // Kubernetes deletes it with the job.
        cluster.ask('delete', 'jobs', '--all', '--cascade=background')
        await vi.waitFor(() => expect(maps()).toBe(''), 10_000)
      })

      test.each(['image', 'auto'] as const)('of the image is used with %s', async (way) => {
        const load = podLoad({ loadPods: 1, loadImage: 'kneepoint-own:1', loadGenerator: way })
        const { requests } = await sentBy(load.runLoad, cluster.hostAddress)
        expect(requests).toHaveLength(31)
        expect(maps() === '').toBe(way === 'image')
        const pod = cluster.ask('get', 'pods', '-o', 'name')
        const look = ['sh', '-c', 'find /kneepoint -name "*.mjs"']
        expect(cluster.ask('exec', pod, '--', ...look)).toBe('')
      })

      test.each([
        ['kneepoint-load:1', /has no load generator at \/opt\/kneepoint\/out\/remote/],
        ['kneepoint-other:1', /is of another version: its checksum begins with \w{12}, ours with/],
      ])('that is not in the image %s is refused', async (loadImage, expected) => {
        const { why, remedy } = await refusal({ loadImage, loadGenerator: 'image' })
        expect(why).toMatch(expected)
        expect(remedy).toContain('--load-generator auto')
      })

      test('of another version in the image is not used', async () => {
        expect(await requestsBy({ loadImage: 'kneepoint-other:1' })).toHaveLength(31)
      })

      test('is copied, and the reason reported, where no ConfigMap may be created', async () => {
        cluster.ask('create', 'namespace', 'narrow')
        const verbs = (list: string, ...resources: readonly string[]) => [
          ...[`--verb=${list}`, ...resources.map((each) => `--resource=${each}`)],
        ]
        const grant = (name: string, ...rights: readonly string[]) => {
          cluster.ask('create', 'role', name, '-n', 'narrow', ...rights)
          cluster.ask(
            'create',
            'rolebinding',
            name,
            '-n',
            'narrow',
            `--role=${name}`,
            '--user=guest',
          )
        }
        grant('jobs', ...verbs('create,delete', 'jobs.batch'))
        grant('pods', ...verbs('list', 'pods'))
        grant('exec', ...verbs('get,create', 'pods/exec'))
        await vi.waitFor(
          () => cluster.ask('get', 'serviceaccount', 'default', '-n', 'narrow'),
          10_000,
        )
        const load = podLoad({ on: 'kubernetes:guest/narrow', loadPods: 1 })
        const told: string[] = []
        await load.allocate((detail) => {
          if ('waitsFor' in detail) told.push(inEnglish(detail.waitsFor))
        }, never)
        expect(told[0]).toMatch(
          /^The load generator is copied .* "?guest"? cannot create .*configmaps/,
        )
        const { requests } = await sentBy(load.runLoad, cluster.hostAddress)
        expect(requests).toHaveLength(31)
        const strict = { on: 'kubernetes:guest/narrow', loadGenerator: 'configmap' } as const
        expect((await refusal(strict)).why).toMatch(/refuses the ConfigMap .*cannot create/)
      })
    })

    test('too little memory is named', async () => {
      const load = podLoad({ loadPods: 1, loadMemory: '12Mi' })
      await expect(sentBy(load.runLoad, cluster.hostAddress)).rejects.toThrow(
        /was killed.*12Mi|reached its memory limit of 12Mi/,
      )
    })

    test('a quota of the namespace is named', async () => {
      cluster.ask('create', 'namespace', 'small')
      cluster.ask('create', 'quota', 'few', '--hard=pods=1', '-n', 'small')
      await vi.waitFor(() => cluster.ask('get', 'serviceaccount', 'default', '-n', 'small'), 10_000)
      const { why } = await refusal({ on: 'kubernetes:test/small' })
      expect(why).toMatch(/cannot create the pods of job \S+: .*exceeded quota: few/)
    })

    test('a namespace that restricts pods takes them', async () => {
      cluster.ask('create', 'namespace', 'strict')
      const label = 'pod-security.kubernetes.io/enforce=restricted'
      cluster.ask('label', 'namespace', 'strict', label)
      await vi.waitFor(
        () => cluster.ask('get', 'serviceaccount', 'default', '-n', 'strict'),
        10_000,
      )
      const load = podLoad({ on: 'kubernetes:test/strict', loadPods: 1 })
      const { requests } = await sentBy(load.runLoad, cluster.hostAddress)
      expect(requests).toHaveLength(31)
    })

    const place: ClusterUnderTest = {
      folder,
      podLoad,
      refusal,
      get cluster() {
        return cluster
      },
    }
    kubeconfigCases(place)
    benchServeCases(place)

    test('a node that is lost is named', async () => {
      const load = podLoad()
      await load.allocate(() => undefined, never)
      const server = await serveScript(
        async ({ index }, response) => {
          if (index === 40) void cluster.killNode(2)
          await streamPieces(response, [sse.whole])
        },
        { address: cluster.hostAddress },
      )
      const { records } = await runAndListen(load.runLoad, scheduled(server.url, 150, 50))
      const lost = records.filter(({ error }) => error?.code === 'worker-lost')
      expect(lost.length).toBeGreaterThan(30)
      expect(lost[0]?.error?.message).toMatch(/pod \S+ on n2/)
      for (const each of open.splice(0)) await each.close()
      for (const pod of cluster.ask('get', 'pods', '-o', 'name').split('\n')) {
        cluster.ask('delete', pod, '--force', '--grace-period=0')
      }
    })
  },
)
