import { describe, expect, test } from 'vitest'
import { PythonRandom } from '#core/random/python-random.ts'
import { toyTokenizer } from '../fixtures/toy-tokenizer.ts'
import { sampleSonnet } from './sonnet.ts'

type SonnetSpec = Parameters<typeof sampleSonnet>[1]

const instruction = 'Pick as many lines as you can from these poem lines:\n'
/** The instruction, with the template's "user " and the token the tokenizer adds. */
const bareTokens = instruction.length + 'user '.length + 1
/** Each is seven tokens with the one that is added, six within a prompt. */
const lines = ['ccccc\n', 'ddddd\n', 'eeeee\n']
const spec: SonnetSpec = {
  count: 4,
  inputLen: bareTokens + 28,
  outputLen: 9,
  prefixLen: bareTokens + 14,
  get random() {
    return new PythonRandom(1)
  },
  requestIdPrefix: 'r-',
  sendRendered: true,
  recipe: 'some-within-limit',
}

describe('sampling lines', () => {
  test('begins every prompt alike and goes on with lines drawn', async () => {
    const requests = await sampleSonnet(lines, spec, toyTokenizer)
    for (const { prompt, promptTokens } of requests) {
      expect(prompt).toMatch(/lines:\nccccc\nddddd\n([cde]{5}\n){2}$/)
      expect(promptTokens).toBe(bareTokens + 24)
    }
    expect(requests.map(({ requestId }) => requestId)).toEqual(['r-0', 'r-1', 'r-2', 'r-3'])
  })

  test('leaves the template to the server for chat', async () => {
    const bare = { ...spec, sendRendered: false }
    const [rendered] = await sampleSonnet(lines, spec, toyTokenizer)
    const [plain] = await sampleSonnet(lines, bare, toyTokenizer)
    expect(rendered).toEqual({ ...plain, prompt: `user ${String(plain?.prompt)}` })
  })

  test.each([
    { drawn: 'a half is rounded to the even number below', lines: 2.5, drawnLines: 2 },
    { drawn: 'a half is rounded to the even number above', lines: 3.5, drawnLines: 4 },
    { drawn: 'at least one line', lines: 0.3, drawnLines: 1 },
  ])('$drawn', async ({ lines: room, drawnLines }) => {
    // Ten tokens with the one that is added.
    const tenTokens = ['cccccccc\n', 'dddddddd\n']
    const inputLen = bareTokens + Math.round(room * 10)
    const asked = { ...spec, prefixLen: 0, inputLen }
    const sampled = sampleSonnet(tenTokens, asked, toyTokenizer)
    if (drawnLines * 9 > room * 10) await expect(sampled).rejects.toThrow('longer than')
    else {
      const [request] = await sampled
      expect(request?.promptTokens).toBe(bareTokens + drawnLines * 9)
    }
  })

  test('refuses a length that the instruction fills alone', async () => {
    const sampled = sampleSonnet(lines, { ...spec, inputLen: bareTokens }, toyTokenizer)
    await expect(sampled).rejects.toMatchObject({ field: 'sonnetInputLen' })
  })

  test('needs a chat template', async () => {
    const plain = { ...toyTokenizer, renderChats: () => Promise.resolve(null) }
    await expect(sampleSonnet(lines, spec, plain)).rejects.toThrow('no chat template')
  })
})
