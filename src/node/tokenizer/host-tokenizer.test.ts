// A host's tokenizer files, fetched into a cache of our own; the host is this computer with another home.
import { cp, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { localHost } from '#node/remote/local-host.ts'
import { loadFileTokenizer } from './file-tokenizer.ts'
import { findTokenizerFile } from './find-tokenizer-file.ts'
import { tinyFile } from './fixtures/tiny-tokenizer.ts'
import { fetchHostTokenizer, type HostModel } from './host-tokenizer.ts'

async function temporaryHome(): Promise<string> {
  const home = await mkdtemp(join(tmpdir(), 'kneepoint-host-'))
  onTestFinished(() => rm(home, { recursive: true }))
  return home
}

/** A host with a model in its cache, and nothing here. */
async function worlds() {
  const there = await temporaryHome()
  const here = { HF_HOME: await temporaryHome() }
  const put = async (folder: string, name = 'tokenizer.json') => {
    await mkdir(join(there, folder), { recursive: true })
    await cp(tinyFile, join(there, folder, name))
  }
  const fetch = (model: Partial<HostModel>) =>
    fetchHostTokenizer(
      localHost(),
      { name: 'org/name', revision: null, environment: { HF_HOME: there }, ...model },
      here,
    )
  return { there, here, put, fetch }
}

const snapshots = 'hub/models--org--name/snapshots'

test('a model of the hub is fetched once, with what says how it is used, and found again', async () => {
  const { there, here, put, fetch } = await worlds()
  await put(`${snapshots}/aaa`)
  await put(`${snapshots}/bbb`)
  await writeFile(join(there, snapshots, 'bbb/tokenizer_config.json'), '{"chat_template": "x"}')
  await writeFile(join(there, snapshots, 'bbb/model.safetensors'), 'large')
  await mkdir(join(there, 'hub/models--org--name/refs'))
  await writeFile(join(there, 'hub/models--org--name/refs/main'), 'bbb')

  const file = await fetch({})
  expect(file).toBe(join(here.HF_HOME, snapshots, 'bbb/tokenizer.json'))
  expect((await readdir(dirname(file ?? ''))).sort()).toEqual([
    'tokenizer.json',
    'tokenizer_config.json',
  ])
  const [ids] = await (await loadFileTokenizer(file ?? '')).encode(['hello'], false)
  expect(ids?.length).toBeGreaterThan(0)
  expect(await findTokenizerFile('org/name', { environment: here })).toBe(file)
  await rm(join(there, snapshots, 'bbb/tokenizer_config.json'))
  expect(await fetch({})).toBe(file)
})

test.each([
  ['aaa', 'aaa'],
  ['v2', 'ccc'],
])('revision %s is that of commit %s', async (revision, commit) => {
  const { there, put, fetch } = await worlds()
  for (const each of ['aaa', 'bbb', 'ccc']) await put(`${snapshots}/${each}`)
  await mkdir(join(there, 'hub/models--org--name/refs'))
  await writeFile(join(there, 'hub/models--org--name/refs/v2'), 'ccc\n')
  expect(await fetch({ revision })).toContain(`/snapshots/${commit}/`)
})

test('a folder over there is known by what it holds, since other hosts may have another there', async () => {
  const { there, put, fetch } = await worlds()
  await put('models/mine')
  await put('models/copy')
  await put('models/other', 'tokenizer.json')
  await writeFile(join(there, 'models/other/tokenizer_config.json'), '{}')
  const [mine, copy, other] = await Promise.all(
    ['mine', 'copy', 'other'].map((name) => fetch({ name: join(there, 'models', name) })),
  )
  expect(mine).toContain('kneepoint--host-folders')
  expect(copy).toBe(mine)
  expect(other).not.toBe(mine)
})

test.each([
  ['a model that is not there', 'org/other'],
  ['a name no shell would like', "org/it's $(exit 0)"],
  ['an empty folder', tmpdir()],
])('%s has none', async (_what, name) => {
  const { fetch } = await worlds()
  expect(await fetch({ name: name === tmpdir() ? await temporaryHome() : name })).toBeNull()
})

test('a cache of another place is where the server has it', async () => {
  const { there, put, fetch } = await worlds()
  await put('elsewhere/models--org--name/snapshots/ddd')
  const environment = { HF_HUB_CACHE: join(there, 'elsewhere') }
  expect(await fetch({ environment })).toContain('/snapshots/ddd/')
})
