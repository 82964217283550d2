import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import type { WindowAnswer } from '#node/files/window-files.ts'
import { answerCompressor } from './compressed-answers.ts'

const script = 'let knee = 1\n'.repeat(1000)

function answerWith(text: string, mediaType = 'text/javascript; charset=utf-8'): WindowAnswer {
  return { status: 200, headers: { 'Content-Type': mediaType }, body: Buffer.from(text) }
}

test.each([
  { accepted: 'gzip, deflate, br, zstd', encoding: 'br', read: brotliDecompressSync },
  { accepted: 'gzip;q=1.0, br;q=0', encoding: 'gzip', read: gunzipSync },
])('"$accepted" receives $encoding', async ({ accepted, encoding, read }) => {
  const { headers, body } = await answerCompressor()('/a.js', accepted, answerWith(script))
  expect(headers).toMatchObject({ 'Content-Encoding': encoding, Vary: 'Accept-Encoding' })
  expect(body.length).toBeLessThan(script.length / 10)
  expect(read(Buffer.from(body)).toString()).toBe(script)
})

test.each([
  { remark: 'a browser that accepts none', accepted: undefined, answer: answerWith(script) },
  { remark: 'a font', accepted: 'br', answer: answerWith(script, 'font/woff2') },
  { remark: 'a small file', accepted: 'br', answer: answerWith('let knee') },
])('$remark receives the body as it is', async ({ accepted, answer }) => {
  const given = await answerCompressor()('/a', accepted, answer)
  expect(given.headers).not.toHaveProperty('Content-Encoding')
  expect(given.body).toBe(answer.body)
})

test('a file that was replaced is compressed again', async () => {
  const compress = answerCompressor()
  await compress('/a.js', 'gzip', answerWith(script))
  const { body } = await compress('/a.js', 'gzip', answerWith(script.replaceAll('1', '2')))
  expect(gunzipSync(Buffer.from(body)).toString()).toContain('knee = 2')
})
