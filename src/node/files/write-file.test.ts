import { execFileSync, spawn } from 'node:child_process'
import { constants } from 'node:fs'
import {
  access,
  chmod,
  lstat,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import {
  appendLine,
  requireWritableFile,
  requireWritableFolder,
  writeWholeFile,
} from './write-file.ts'

let folder: string

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'kneepoint-output-'))
})

afterAll(() => rm(folder, { recursive: true }))

function* breakingOff(): Generator<string> {
  yield 'half '
  throw Object.assign(new Error('ENOSPC: no space left on device, write'), {
    code: 'ENOSPC',
    syscall: 'write',
  })
}

describe('before the work', () => {
  test('a folder is made, and nothing is left in it', async () => {
    const made = path.join(folder, 'a', 'b')
    requireWritableFolder(made)
    requireWritableFile(path.join(made, 'result.json'))
    expect(await readdir(made)).toEqual([])
  })

  test('what is there stays as it is', async () => {
    const file = path.join(folder, 'there.json')
    await writeFile(file, 'old')
    requireWritableFile(file)
    expect(await readFile(file, 'utf8')).toBe('old')
  })

  test.each([
    ['below a file', '/dev/null/x', 'not a directory', 'Choose another folder or another name.'],
    ['a folder', '.', 'illegal operation on a directory', 'Choose another folder'],
    ['too long a name', 'n'.repeat(300), 'name too long', 'Choose a shorter name.'],
    ['bytes that count', '长'.repeat(100), 'name too long', 'Choose a shorter name.'],
    ['a NUL', 'a\0b', 'null bytes', 'Choose another folder or another name.'],
  ])('%s is refused with the reason', (_what, name, why, remedy) => {
    const file = name.startsWith('/') ? name : path.join(folder, name)
    const refused = expect.objectContaining({
      code: 'output-unwritable',
      message: expect.stringContaining(why) as string,
      remedy: expect.stringContaining(remedy) as string,
    }) as Error
    expect(() => requireWritableFile(file)).toThrow(refused)
  })
})

describe('a whole file', () => {
  test('replaces what was there, with its mode and through a link', async () => {
    const file = path.join(folder, 'whole.json')
    const link = path.join(folder, 'link.json')
    await writeFile(file, 'old')
    await chmod(file, 0o640)
    await symlink(file, link)
    await writeWholeFile(link, ['one ', Buffer.from('two')])
    expect(await readFile(file, 'utf8')).toBe('one two')
    expect((await stat(file)).mode & 0o777).toBe(0o640)
    expect((await lstat(link)).isSymbolicLink()).toBe(true)
  })

  test('that breaks off leaves the old one, and nothing beside it', async () => {
    const own = path.join(folder, 'broken')
    const file = path.join(own, 'result.json')
    requireWritableFile(file)
    await expect(writeWholeFile(file, breakingOff())).rejects.toThrow('no space left on device.')
    expect(await readdir(own)).toEqual([])
    await writeWholeFile(file, 'old')
    await expect(writeWholeFile(file, breakingOff())).rejects.toMatchObject({
      code: 'output-unwritable',
      remedy: 'Free space on that disk, or choose another place.',
    })
    expect(await readFile(file, 'utf8')).toBe('old')
    expect(await readdir(own)).toEqual(['result.json'])
  })

  test('may have the longest name there is', async () => {
    const file = path.join(folder, 'n'.repeat(255))
    requireWritableFile(file)
    await writeWholeFile(file, 'one')
    expect(await readFile(file, 'utf8')).toBe('one')
  })

  test('goes to devices as they are, and says what they refuse', async () => {
    await writeWholeFile('/dev/null', 'one')
    await access('/dev/null', constants.W_OK)
    await expect(writeWholeFile('/dev/full', 'one')).rejects.toThrow('no space left on device.')
    expect((await stat('/dev/full')).isCharacterDevice()).toBe(true)
  })
})

describe.skipIf(process.platform === 'win32')('a named pipe', () => {
  test('that no process reads is refused instead of waited for', async () => {
    const pipe = path.join(folder, 'unread')
    execFileSync('mkfifo', [pipe])
    requireWritableFile(pipe)
    await expect(writeWholeFile(pipe, 'x')).rejects.toThrow('no process reads this pipe')
  })

  test('gives its reader more than it holds at once', async () => {
    const pipe = path.join(folder, 'read')
    execFileSync('mkfifo', [pipe])
    const reader = spawn('sh', ['-c', 'wc -c <"$1"', 'sh', pipe])
    const counted = reader.stdout.toArray().then((chunks) => Number(chunks.join('')))
    await vi.waitUntil(
      () =>
        writeWholeFile(pipe, 'x'.repeat(300_000)).then(
          () => true,
          () => false,
        ),
      { timeout: 20_000 },
    )
    expect(await counted).toBe(300_000)
  })
})

describe('a line', () => {
  test('follows the others', async () => {
    const file = path.join(folder, 'lines.jsonl')
    await appendLine(file, 'one')
    await appendLine(file, ['t', 'wo'])
    expect(await readFile(file, 'utf8')).toBe('one\ntwo')
  })

  test('that breaks off is taken back', async () => {
    const file = path.join(folder, 'taken.jsonl')
    await appendLine(file, 'one')
    await expect(appendLine(file, breakingOff())).rejects.toThrow('no space left on device.')
    expect(await readFile(file, 'utf8')).toBe('one')
  })
})
