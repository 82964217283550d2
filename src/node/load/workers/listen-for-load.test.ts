import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'

const program = fileURLToPath(new URL('listen-for-load.test-support.ts', import.meta.url))

function keyFile(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'kneepoint-listen-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const file = path.join(folder, 'key')
  writeFileSync(file, '00'.repeat(32))
  return file
}

test('a generator that waits ends when the folder of its job is deleted', async () => {
  const file = keyFile()
  const child = spawn(process.execPath, [program, file], { stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  await once(child.stdout, 'data')
  rmSync(file)
  expect(await once(child, 'exit')).toEqual([5, null])
})

test('a generator that waits ends when the process that started it is gone', async () => {
  const script = '"$0" "$1" "$2" & read -r line; exit 0'
  const shell = spawn('sh', ['-c', script, process.execPath, program, keyFile()])
  await once(shell.stdout, 'data')
  shell.stdin.end()
  // The generator holds the output open until it ends.
  expect(await text(shell.stdout)).toBe('')
})
