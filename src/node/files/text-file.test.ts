import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync, zstdCompressSync } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import { readTextFile } from './text-file.ts'

async function fileOf(bytes: Uint8Array | string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'text-file-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const path = join(folder, 'a.json')
  await writeFile(path, bytes)
  return path
}

const text = '{"städte": "東京 🗼",\n "a": 1}\n'
const swapped = (bytes: Buffer) => Buffer.from(bytes).swap16()
const utf16 = Buffer.from(text, 'utf16le')
const mark = Buffer.from('\uFEFF', 'utf16le')

test.each([
  ['UTF-8', Buffer.from(text)],
  ['UTF-8 with a byte order mark', Buffer.from(`\uFEFF${text}`)],
  ['UTF-16 of PowerShell', Buffer.concat([mark, utf16])],
  ['UTF-16 BE', swapped(Buffer.concat([mark, utf16]))],
  ['UTF-16 without a mark', utf16],
  ['UTF-16 BE without a mark', swapped(utf16)],
  ['gzip', gzipSync(text)],
  ['zstd', zstdCompressSync(text)],
  ['UTF-16 in gzip', gzipSync(Buffer.concat([mark, utf16]))],
  ['gzip twice', gzipSync(gzipSync(text))],
])('%s is read', async (_what, bytes) => {
  expect(await readTextFile(await fileOf(bytes))).toBe(text)
})

test('lines that end in CR alone end in LF, and CRLF stays', async () => {
  expect(await readTextFile(await fileOf('a;b\r1;2\r'))).toBe('a;b\n1;2\n')
  expect(await readTextFile(await fileOf('a;b\r\n"1\r2"\r\n'))).toBe('a;b\r\n"1\r2"\r\n')
})

test('a character across two chunks stays whole', async () => {
  const long = `${'a'.repeat(2 ** 20 - 1)}é${'b'.repeat(2 ** 20 - 2)}🗼`
  expect(await readTextFile(await fileOf(long))).toBe(long)
})

test('Latin-1 is refused with its line and byte, also behind the first chunk', async () => {
  const before = 'line\n'.repeat(300_000)
  const bytes = Buffer.concat([Buffer.from(`${before}ö "M`), Buffer.from('élodie', 'latin1')])
  const place = `line 300001: byte ${before.length + 6} of the file (0xE9) is not UTF-8`
  await expect(readTextFile(await fileOf(bytes))).rejects.toThrow(place)
  await expect(readTextFile(await fileOf(Buffer.from('a\nM\xe9', 'latin1')))).rejects.toThrow(
    'line 2: byte 4 of the file (0xE9)',
  )
})

test.each([
  ['ZIP or Excel', Buffer.from('PK\u0003\u0004rest of it')],
  ['Parquet', Buffer.from('PAR1........')],
  ['Arrow', Buffer.from('ARROW1\0\0....')],
  ['Arrow', Buffer.from([0xff, 0xff, 0xff, 0xff, 0x78, 0, 0, 0])],
  ['xz', Buffer.from('\xfd7zXZ\0', 'latin1')],
  ['tar', gzipSync(Buffer.from(`${'r.json'.padEnd(257, '\0')}ustar\0rest of it`))],
  ['UTF-32', Buffer.from([0xff, 0xfe, 0, 0, 0x7b, 0, 0, 0])],
])('%s is refused by name', async (format, bytes) => {
  await expect(readTextFile(await fileOf(bytes))).rejects.toThrow(
    `is not text; its format is ${format}.`,
  )
})

test('a pointer of Git LFS is refused as that', async () => {
  const pointer = 'version https://git-lfs.github.com/spec/v1\noid sha256:ab\nsize 9\n'
  await expect(readTextFile(await fileOf(Buffer.from(pointer)))).rejects.toThrow(
    'is a pointer of Git LFS',
  )
})

test('what breaks off or is no text is refused', async () => {
  const cut = gzipSync(text.repeat(99)).subarray(0, 40)
  await expect(readTextFile(await fileOf(cut))).rejects.toThrow('cannot be unpacked')
  const odd = Buffer.concat([mark, utf16.subarray(0, 7)])
  await expect(readTextFile(await fileOf(odd))).rejects.toThrow('begins as UTF-16LE')
  await expect(readTextFile(await fileOf(brotliCompressSync(text.repeat(9))))).rejects.toThrow(
    'is not UTF-8',
  )
  await expect(readTextFile('/nowhere/a.json')).rejects.toThrow('/nowhere/a.json cannot be read')
})

test('a small file that unpacks to a huge one is refused', async () => {
  const bomb = gzipSync(Buffer.alloc(2 ** 22, 0x20))
  await expect(readTextFile(await fileOf(bomb), { mostBytes: 2 ** 20 })).rejects.toThrow(
    'larger than 1 MiB',
  )
})
