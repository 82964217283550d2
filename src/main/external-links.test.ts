// Which addresses may leave the window.
import { expect, test } from 'vitest'
import { openExternally } from './external-links.ts'

test.each([
  ['https://docs.vllm.ai/en/latest/', 'https://docs.vllm.ai/en/latest/'],
  ['HTTPS://GitHub.com/vllm-project/../vllm', 'https://github.com/vllm'],
  ['http://docs.vllm.ai/', null],
  ['https://docs.vllm.ai.example/', null],
  ['https://docs.vllm.ai@example.org/', null],
  ['https://reader@github.com/', null],
  ['https://github.com:8443/', null],
  ['javascript:alert(1)', null],
  ['file:///etc/passwd', null],
  ['', null],
])('%s becomes %s', async (url, allowed) => {
  const opened: string[] = []
  const shell = { openExternal: (address: string) => Promise.resolve(void opened.push(address)) }
  await openExternally(shell, url)
  expect(opened).toEqual(allowed === null ? [] : [allowed])
})
