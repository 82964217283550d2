// Results handed in by a window, as the page does it: in pieces that fit into a message.
import { readable } from '#core/messages/readable.test-support.ts'
import { expect, test } from 'vitest'
import { clientOf, type Client } from './services/client-of.ts'
import { openApplication, Window } from './application.test-support.ts'

async function importText(client: Client, fileName: string, pieces: readonly string[]) {
  const { id } = await client.imports.begin({ fileName })
  for (const text of pieces) {
    await client.imports.append({ id, base64: Buffer.from(text).toString('base64') })
  }
  return client.imports.finish({ id })
}

/** With enough tokens that its distributions are not counted between two calls. */
const large = {
  date: '20250515-101112',
  backend: 'vllm',
  model_id: 'org/llama',
  request_rate: 4,
  duration: 2,
  completed: 2,
  total_input_tokens: 40,
  total_output_tokens: 500_000,
  label: 'größer',
  errors: ['', ''],
  ttfts: [0.1, 0.2],
  itls: [[0.01], [0.02]],
  input_lens: [20, 20],
  output_lens: [250_000, 250_000],
}

test('a file is imported, reported to every window, and exported unchanged', async () => {
  const client = clientOf(openApplication())
  const window = new Window(client)
  const text = JSON.stringify(large)
  const report = await importText(client, 'theirs.json', [text.slice(0, 30), text.slice(30)])
  expect(report).toMatchObject({ fileName: 'theirs.json', known: [], problems: [] })
  expect(report.imported).toMatchObject([{ name: 'größer · 4 req/s' }])
  const id = report.imported[0]?.id ?? ''
  await window.event((event) => event.type === 'run' && event.run.id === id)

  expect(await client.runs.list({})).toMatchObject([{ imported: { fileName: 'theirs.json' } }])
  const distributions = await client.runs.distributions({ id })
  expect(distributions.find(({ metric }) => metric === 'ttft')).toMatchObject({ count: 2 })
  const exported = await client.runs.export({ id, format: 'json-detailed' })
  const fileName = expect.stringMatching(
    new RegExp(`-${id.slice(0, 8)}\\.detailed\\.json$`),
  ) as string
  expect(exported).toMatchObject({ fileName, text })

  const again = await importText(client, 'copy.json', [text])
  expect(again).toMatchObject({ imported: [], known: [{ id }] })
})

test('an unreadable result is reported by line, and the rest is imported', async () => {
  const client = clientOf(openApplication())
  const lines = [JSON.stringify(large), '{"duration": "long"}']
  const report = await importText(client, 'mixed.jsonl', [lines.join('\n')])
  expect(report.imported).toHaveLength(1)
  expect(readable(report.problems)).toMatchObject([
    { line: 2, message: 'duration must be a number' },
  ])
  const empty = await importText(client, 'empty.json', [])
  expect(readable(empty.problems)).toMatchObject([{ message: 'the file holds no result' }])
})

test('a file that is not there any more is refused', async () => {
  const client = clientOf(openApplication())
  const { id } = await client.imports.begin({ fileName: 'a.json' })
  await client.imports.finish({ id })
  await expect(client.imports.finish({ id })).rejects.toMatchObject({
    data: { code: 'not-found' },
  })
})
