import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { requireWritableFile, requireWritableFolder, writeResult } from './output-file.ts'

let folder: string

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'kneepoint-output-'))
})

afterAll(() => rm(folder, { recursive: true }))

describe('before a run', () => {
  test('a folder is made, and nothing is left in it', async () => {
    const made = path.join(folder, 'a', 'b')
    await requireWritableFolder(made)
    await requireWritableFile(path.join(made, 'result.json'))
    expect(await readdir(made)).toEqual([])
  })

  test('a place that cannot be written is refused with the reason', async () => {
    await expect(requireWritableFolder('/dev/null/x')).rejects.toMatchObject({
      code: 'output-unwritable',
      message: 'Cannot write to /dev/null/x: not a directory.',
    })
    await expect(requireWritableFile(folder)).rejects.toMatchObject({ code: 'output-unwritable' })
  })
})

test('a result replaces what was there, or follows it on a line of its own', async () => {
  const file = path.join(folder, 'result.json')
  await writeResult(file, 'old', false)
  await writeResult(file, 'one', false)
  await writeResult(file, 'two', true)
  expect(await readFile(file, 'utf8')).toBe('one\ntwo')
  const fresh = path.join(folder, 'fresh.json')
  await writeResult(fresh, 'one', true)
  expect(await readFile(fresh, 'utf8')).toBe('one')
})
