import { createServer } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import { encodeJpeg } from '#features/media-datasets/core/encode-jpeg.ts'
import { defaultBenchmarkConfig } from '#core/model/benchmark-config.ts'
import type { BenchmarkConfig } from '#core/flags/benchmark-fields.ts'
import { close, listen } from '#node/simulator/api/http-server.ts'
import { temporaryFile } from '#node/datasets/fixtures/temporary-file.ts'
import { prepareWorkload } from '#node/datasets/prepare-workload.ts'

const jpeg = encodeJpeg({ width: 8, height: 8, pixels: new Uint8Array(8 * 8 * 3) })
const inside = `data:image/jpeg;base64,${Buffer.from(jpeg).toString('base64')}`

function prepare(changes: Partial<BenchmarkConfig>) {
  const config = { ...defaultBenchmarkConfig, numPrompts: 0, ...changes }
  return prepareWorkload(config, { tokenizer: null, requestIdPrefix: 'c-' })
}

async function imageServer(): Promise<string> {
  const server = createServer((request, response) => {
    response.writeHead(request.url === '/a.jpg' ? 200 : 404).end(jpeg)
  })
  const port = await listen(server, { host: '127.0.0.1', port: 0 })
  onTestFinished(() => close(server))
  return `http://127.0.0.1:${port}`
}

test('pictures are sent inside requests when asked', async () => {
  const base = await imageServer()
  const beside = await temporaryFile('b.jpg', jpeg)
  const rows = [`${base}/a.jpg`, beside, `file://${beside}`, inside].map((file) =>
    JSON.stringify({ prompt: 'what is this', image_files: [file] }),
  )
  const { requests } = await prepare({
    datasetName: 'custom_image',
    datasetPath: await temporaryFile('rows.jsonl', rows.join('\n')),
    customEnsureClientSideData: true,
  })
  expect(requests.map(({ media }) => media)).toEqual(
    rows.map(() => [{ type: 'image_url', image_url: { url: inside } }]),
  )
})

test.each([
  ['gone.jpg', 'gone.jpg cannot be loaded'],
  ['rows.jsonl', 'rows.jsonl is not an image'],
])('an image %s that cannot be read is named', async (file, says) => {
  const row = JSON.stringify({ content: [{ type: 'image_url', image_url: { url: file } }] })
  const datasetPath = await temporaryFile('rows.jsonl', row)
  const preparing = prepare({
    datasetName: 'custom_image',
    datasetPath,
    customEnsureClientSideData: true,
  })
  await expect(preparing).rejects.toThrow(says)
})

test('a picture the server refuses is named', async () => {
  const row = JSON.stringify({ prompt: 'x', image_files: [`${await imageServer()}/b.jpg`] })
  const preparing = prepare({
    datasetName: 'custom_image',
    datasetPath: await temporaryFile('rows.jsonl', row),
    customEnsureClientSideData: true,
  })
  await expect(preparing).rejects.toThrow('the response was 404')
})

test.each([
  [{ prompt: 'x' }, 'image_files'],
  [{ prompt: 'x', image_files: [] }, 'image_files'],
  [{ content: [] }, 'content'],
  [{ content: [{ type: 'video', video: 'x' }] }, 'content[0].type'],
  [{ content: [{ type: 'text' }] }, 'content[0].text'],
])('a row that lacks something is refused: %j', async (row, mention) => {
  const datasetPath = await temporaryFile('rows.jsonl', JSON.stringify(row))
  await expect(prepare({ datasetName: 'custom_image', datasetPath })).rejects.toThrow(mention)
})
