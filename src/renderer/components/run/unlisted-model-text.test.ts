import { expect, test } from 'vitest'
import { useText } from '../../i18n/i18n.ts'
import { exampleRun } from './example-run.ts'
import { unlistedModelText } from './unlisted-model-text.ts'

const t = useText()

function textFor(listed: string[] | null | undefined): string | null {
  const facts = {
    ...{ model: 'gpt-9', maxModelLen: null, version: null, kvCacheTokens: null, simulated: false },
    ...(listed !== undefined && { unlisted: { listed } }),
  }
  return unlistedModelText({ ...exampleRun, facts }, t)
}

test.each([
  [undefined, null],
  [['llama', 'lora'], 'which the server does not list (listed: llama, lora)'],
  [[], 'the server lists no models'],
  [null, 'the server lists no models'],
] as const)('of the listed models %j', (listed, words) => {
  const text = textFor(listed === undefined || listed === null ? listed : [...listed])
  if (words === null) expect(text).toBeNull()
  else expect(text).toContain(words)
})
