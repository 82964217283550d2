import { expect, test } from 'vitest'
import { exampleRecord, exampleRun } from '#node/storage/storage.test-support.ts'
import { RunKeeper } from './run-keeper.ts'

// A thread that stores nothing until "measured" arrives, and reports how many batches it had by then and at the end.
const busyThread = `
  import { parentPort } from 'node:worker_threads'
  let waiting = 0
  let received = 0
  let before = null
  parentPort.on('message', ({ type }) => {
    if (type === 'records') {
      received++
      if (before === null) waiting++
      else parentPort.postMessage({ type: 'kept' })
    }
    if (type === 'measured') {
      before = received
      while (waiting-- > 0) parentPort.postMessage({ type: 'kept' })
    }
    if (type === 'end' || type === 'fail')
      parentPort.postMessage({ type: 'ended', run: { summary: { before, received } }, spooledTo: null })
  })
  parentPort.postMessage({ type: 'opened' })`

function openBusy(): Promise<RunKeeper> {
  const entry = new URL(`data:text/javascript,${encodeURIComponent(busyThread)}`)
  return RunKeeper.open(entry, { databasePath: 'unused' })
}

const batches = 80
const generatedText = 'x'.repeat(2 ** 19)

test.each(['end', 'fail'] as const)(
  'a thread behind the load gets records as it stores them, and all before the %s',
  async (ending) => {
    const keeper = await openBusy()
    keeper.begin(exampleRun, null)
    for (let index = 0; index < batches; index++)
      keeper.append([exampleRecord(index, { generatedText })])
    keeper.measured()
    if (ending === 'fail') await keeper.fail(exampleRun)
    const { run } = await keeper.end(exampleRun, [])
    // 64 MiB may wait in the thread.
    expect(run.summary).toMatchObject({ before: 64, received: batches })
    await keeper.close()
  },
)

test('a thread that fails ends the wait for it', async () => {
  const keeper = await openBusy()
  for (let index = 0; index < batches; index++)
    keeper.append([exampleRecord(index, { generatedText })])
  const ended = keeper.end(exampleRun, [])
  await keeper.close()
  await expect(ended).rejects.toMatchObject({ code: 'process-ended' })
})
