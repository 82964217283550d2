// `bench serve` with pods that send load.
import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { runCli, type CliOptions } from '../../../cli/run-cli.test-support.ts'
import { serveModel } from '../../../../tests/remote/sent-load.ts'
import type { ClusterUnderTest } from './cluster-under-test.ts'

export function benchServeCases(place: ClusterUnderTest): void {
  describe('bench serve', () => {
    const { folder } = place
    const data = path.join(folder, 'data')
    const bench = (baseUrl: string, more: readonly string[] = [], options: CliOptions = {}) => {
      mkdirSync(data, { recursive: true })
      const pods = [
        '--load-image',
        'kneepoint-load:1',
        '--load-cpu',
        '50m',
        '--load-memory',
        '256Mi',
      ]
      const prompts = ['--prompt-token-ids', '--vocab-size', '1000', '--random-input-len', '8']
      const words = ['bench', 'serve', '--base-url', baseUrl, '--on', 'kubernetes:test', ...pods]
      const env = { KUBECONFIG: place.cluster.kubeconfig, KNEEPOINT_DATA: data }
      return runCli([...words, ...prompts, '--num-prompts', '40', ...more], { env, ...options })
    }

    test('keeps who sent what, and no credentials', async () => {
      const json = path.join(folder, 'result.json')
      const files = ['--save-run', '--save-result', '--result-filename', json]
      const load = ['--load-pods', '4', '--request-rate', '100']
      const seen: string[] = []
      const server = await serveModel((number) => {
        if (number === 20) seen.push(execFileSync('ps', ['-eo', 'args'], { encoding: 'utf8' }))
      }, place.cluster.hostAddress)
      const { code, output, notes } = await bench(server, [...load, ...files])
      expect(output).toMatch(/Successful requests: +40/)
      expect(notes).toMatch(/Sent from 4 hosts\./)
      expect(code).toBe(0)
      const kept = readdirSync(data).map((name) => readFileSync(path.join(data, name), 'latin1'))
      for (const text of [output, notes, ...seen, ...kept, readFileSync(json, 'utf8')]) {
        expect(text).not.toContain(place.cluster.adminToken)
      }
    })

    test('leaves nothing when it is interrupted', async () => {
      const server = await serveModel(() => undefined, place.cluster.hostAddress)
      const slow = ['--load-pods', '2', '--request-rate', '2']
      const { notes } = await bench(server, slow, {
        interruptAfter: 'Starting main benchmark run',
      })
      expect(notes).not.toContain('internal')
      expect(place.cluster.ask('get', 'jobs,pods', '-o', 'name')).toBe('')
    })

    test('prints the manifests and creates nothing with --dry-run', async () => {
      const { output } = await bench('http://10.0.0.7:8000', ['--load-pods', '3', '--dry-run'])
      const file = path.join(folder, 'manifest.json')
      const manifest = output.slice(output.indexOf('{\n'))
      execFileSync('sh', ['-c', 'cat >"$1"', 'sh', file], { input: manifest })
      const created = place.cluster.ask('create', '--dry-run=server', '-f', file, '-o', 'name')
      expect(created.split('\n')).toEqual([
        'configmap/kneepoint-load-generator-0',
        'job.batch/kneepoint-load',
      ])
    })

    test.each([
      [['--load-pods', '41'], 'must not exceed --num-prompts'],
      [['--max-concurrency', '2', '--load-pods', '3'], 'more than --max-concurrency has slots'],
      [['--on', 'kubernetes:test,gpu-b'], 'a job is named alone'],
      [['--on', 'gpu-b', '--load-pods', '2'], 'add --on kubernetes:CONTEXT'],
      [['--base-url', 'http://127.0.0.1:8000'], 'Pods do not reach http://127.0.0.1:8000'],
      [['--load-memory', 'much'], 'must be a quantity as Kubernetes writes it'],
    ])('%j is refused: %s', async (flags, why) => {
      const server = await serveModel(() => undefined, place.cluster.hostAddress)
      const { code, notes } = await bench(server, flags)
      expect(notes).toContain(why)
      expect(code).not.toBe(0)
    })
  })
}
