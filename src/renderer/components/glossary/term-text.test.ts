import { expect, it } from 'vitest'
import { createSSRApp, h } from 'vue'
import { renderToString } from 'vue/server-renderer'
import TermText from './TermText.vue'

async function shown(text: string, nested = false): Promise<string> {
  const html = await renderToString(createSSRApp({ render: () => h(TermText, { text, nested }) }))
  return html.replace(/<!--.*?-->| class="[^"]*"| data-v-\w+/g, '')
}

it('marks terms and leaves the rest of the text as it is', async () => {
  expect(await shown('Knee at 12 req/s')).toBe(
    '<dfn data-term="knee" tabindex="0">Knee</dfn> at 12 req/s',
  )
  expect(await shown('no term <b>')).toBe('no term &lt;b&gt;')
})

it('a term within a button has no tab stop', async () => {
  expect(await shown('TTFT', true)).toBe('<dfn data-term="ttft">TTFT</dfn>')
})
