import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { startHub, type HubContents } from './fixtures/hub-server.ts'
import { type Environment, hubAccess, hubRepoNamed } from './hub-access.ts'
import { openSnapshot } from './open-snapshot.ts'

const commit = 'c'.repeat(40)
const contents: HubContents = {
  repo: 'datasets/org/name',
  revision: 'main',
  commit,
  files: { 'data/b.jsonl': '{"a": 1}\n', 'README.md': '# hello' },
}

let home: string

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'hub-'))
  onTestFinished(() => rm(home, { recursive: true }))
})

async function open(name: string, environment: Environment) {
  const repo = hubRepoNamed('dataset', name)
  if (repo === null) throw new Error(`${name} is no name`)
  return openSnapshot(repo, await hubAccess({ HF_HOME: home, ...environment }))
}

describe('a repository that can be reached', () => {
  test('shows its files and downloads those that are wanted, once', async () => {
    const { endpoint, requests } = await startHub([contents])
    const snapshot = await open('org/name', { HF_ENDPOINT: `${endpoint}/` })
    expect(snapshot).toMatchObject({ commit, paths: ['README.md', 'data/b.jsonl'] })
    const path = await snapshot.locate('data/b.jsonl')
    expect(await readFile(path, 'utf8')).toBe('{"a": 1}\n')
    const asked = requests.length
    expect(await snapshot.locate('data/b.jsonl')).toBe(path)
    expect(requests).toHaveLength(asked)
  })

  test('lies where other tools look for it', async () => {
    const { endpoint } = await startHub([contents])
    const snapshot = await open('org/name', { HF_ENDPOINT: endpoint })
    const folder = join(home, 'hub', 'datasets--org--name')
    expect(await snapshot.locate('README.md')).toBe(join(folder, 'snapshots', commit, 'README.md'))
    expect(await readFile(join(folder, 'refs', 'main'), 'utf8')).toBe(commit)
  })

  test('is read at the revision asked for', async () => {
    const other = { ...contents, revision: 'v2', commit: 'd'.repeat(40) }
    const { endpoint } = await startHub([other])
    const snapshot = await open('org/name@v2', { HF_ENDPOINT: endpoint })
    expect(snapshot.commit).toBe(other.commit)
  })

  test('is shown to those who have its token', async () => {
    const { endpoint } = await startHub([{ ...contents, token: 'hf_secret' }])
    const snapshot = await open('org/name', { HF_ENDPOINT: endpoint, HF_TOKEN: 'hf_secret' })
    expect(await readFile(await snapshot.locate('README.md'), 'utf8')).toBe('# hello')
  })

  test('is shown to those who have its token (older name)', async () => {
    const { endpoint } = await startHub([{ ...contents, token: 'hf_secret' }])
    const snapshot = await open('org/name', {
      HF_ENDPOINT: endpoint,
      HUGGING_FACE_HUB_TOKEN: 'hf_secret',
    })
    expect(await readFile(await snapshot.locate('README.md'), 'utf8')).toBe('# hello')
  })

  test.each([
    ['org/name', { token: 'hf_secret' }, 'it is private or gated'],
    ['org/other', {}, 'none of that name'],
    ['org/name@v9', {}, 'none of that name'],
  ])('that says no is quoted: %s %j', async (name, changes, says) => {
    const { endpoint } = await startHub([{ ...contents, ...changes }])
    const opening = open(name, { HF_ENDPOINT: endpoint })
    await expect(opening).rejects.toThrow(says)
    await expect(opening).rejects.toMatchObject({ code: 'dataset-invalid', field: 'datasetPath' })
  })

  test('may not name a file outside of it', async () => {
    const files = { '../../../../../evil': 'x' }
    const { endpoint } = await startHub([{ ...contents, files }])
    const snapshot = await open('org/name', { HF_ENDPOINT: endpoint })
    await expect(snapshot.locate('../../../../../evil')).rejects.toThrow('outside the repository')
  })
})

describe('without a hub', () => {
  test('what was downloaded before is still there', async () => {
    const { endpoint, stop } = await startHub([contents])
    const path = await (await open('org/name', { HF_ENDPOINT: endpoint })).locate('README.md')
    await stop()
    const kept = await open('org/name', { HF_ENDPOINT: endpoint })
    expect(kept).toMatchObject({ commit, paths: ['README.md'] })
    expect(await kept.locate('README.md')).toBe(path)
  })

  test('what was never here is refused in words', async () => {
    const opening = open('org/name', { HF_ENDPOINT: 'http://127.0.0.1:9' })
    await expect(opening).rejects.toThrow('http://127.0.0.1:9 cannot be reached')
    await expect(opening).rejects.toMatchObject({
      remedy: expect.stringContaining('HF_ENDPOINT') as string,
    })
  })

  test('and offline, no request is sent', async () => {
    const { endpoint, requests } = await startHub([contents])
    const environment = { HF_ENDPOINT: endpoint, HF_HUB_OFFLINE: '1' }
    await expect(open('org/name', environment)).rejects.toThrow('HF_HUB_OFFLINE is set')
    expect(requests).toEqual([])
  })
})

test.each([
  ['org/name', { id: 'org/name', revision: 'main' }],
  ['gpt2@v1/x', { id: 'gpt2', revision: 'v1/x' }],
  ['/a/path', null],
  ['a/b/c', null],
  ['', null],
])('%s is %j', (name, repo) => {
  const named = hubRepoNamed('model', name)
  if (repo === null) expect(named).toBeNull()
  else expect(named).toMatchObject(repo)
})
