// Processes that open a new database at the same moment: one makes it, and the others find it made.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'

const opener = `
import { openDatabase } from '${pathToFileURL(path.join(import.meta.dirname, 'database.ts')).href}'
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
  const program = path.join(folder, 'opener.mts')
  writeFileSync(program, opener)
  const children = Array.from({ length: 6 }, () => fork(program, { execArgv: ['--no-warnings'] }))
  onTestFinished(() => {
    for (const child of children) child.kill()
    rmSync(folder, { recursive: true })
  })
  await Promise.all(children.map((child) => once(child, 'message')))
  for (let round = 0; round < 60; round++) {
    const file = path.join(folder, `${round}.db`)
    const answers = children.map((child) => once(child, 'message'))
    for (const child of children) child.send(file)
    expect((await Promise.all(answers)).map(([answer]) => answer as unknown)).toEqual(
      children.map(() => 'opened'),
    )
  }
})
