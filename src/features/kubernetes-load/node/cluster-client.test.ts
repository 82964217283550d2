import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { ClusterClient, clusterContexts } from './cluster-client.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'kneepoint-kubeconfig-'))
})
afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true })
})

function kubeconfig(text: string): void {
  const file = path.join(folder, 'config')
  writeFileSync(file, text)
  vi.stubEnv('KUBECONFIG', file)
}

const arn = 'arn:aws:eks:eu-west-1:1:cluster/prod'
const two = JSON.stringify({
  clusters: [{ name: 'a', cluster: { server: 'https://127.0.0.1:9' } }],
  users: [{ name: 'u', user: { token: 'secret-token' } }],
  contexts: [
    { name: 'lab', context: { cluster: 'a', user: 'u', namespace: 'bench' } },
    { name: arn, context: { cluster: 'a', user: 'u' } },
  ],
})

describe('what --on kubernetes: names', () => {
  test.each([
    ['lab', 'lab', 'bench'],
    ['lab/other', 'lab', 'other'],
    [arn, arn, 'default'],
    [`${arn}/other`, arn, 'other'],
  ])('%s', (named, context, namespace) => {
    kubeconfig(two)
    const client = new ClusterClient(named)
    expect([client.context, client.namespace]).toEqual([context, namespace])
  })

  test('an unknown context is refused, and the known ones are listed', () => {
    kubeconfig(two)
    expect(() => new ClusterClient('none/bench')).toThrow('no context none/bench')
    expect(clusterContexts().map(({ on }) => on)).toEqual(['kubernetes:lab', `kubernetes:${arn}`])
  })
})

test('a broken kubeconfig is not quoted: it holds secrets', () => {
  kubeconfig('users: [{ name: u, user: { token: secret-token }')
  expect(() => clusterContexts()).toThrow('The kubeconfig cannot be read: YAMLException')
})

test('without a kubeconfig there are no contexts', () => {
  vi.stubEnv('KUBECONFIG', '')
  vi.stubEnv('HOME', folder)
  expect(clusterContexts()).toEqual([])
})

test('an API server that is not there is named with its context, and without credentials', async () => {
  kubeconfig(two)
  const asked = new ClusterClient('lab').request('GET', '/readyz')
  await expect(asked).rejects.toThrow(
    /^The API server https:\/\/127\.0\.0\.1:9 of context lab cannot be reached: connect ECONNREFUSED/,
  )
  await expect(asked).rejects.not.toThrow('secret-token')
})
