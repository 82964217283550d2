// Processes that open a new database at the same moment: one makes it, and the others find it made.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

const opener = `
import { openDatabase } from '#node/storage/database.ts'
process.on('message', (file) => {
  try {
    openDatabase(file).close()
    process.send('opened')
  } catch (error) {
    process.send(String(error))
  }
})
process.send('ready')
`

test('all of them open it', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'kneepoint-at-once-'))
  const program = path.join(import.meta.dirname, `.opener-${process.pid}.mts`)
  writeFileSync(program, opener)
  onTestFinished(() => {
    rmSync(program)
    rmSync(folder, { recursive: true })
  })
  const children = Array.from({ length: 4 }, () => fork(program, { execArgv: ['--no-warnings'] }))
  await Promise.all(children.map((child) => once(child, 'message')))
  for (let round = 0; round < 10; round++) {
    const file = path.join(folder, `${round}.db`)
    const answers = children.map((child) => once(child, 'message'))
    for (const child of children) child.send(file)
    expect((await Promise.all(answers)).map(([answer]) => answer as unknown)).toEqual(
      children.map(() => 'opened'),
    )
  }
  for (const child of children) child.kill()
})
