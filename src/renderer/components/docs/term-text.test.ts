import { createPinia } from 'pinia'
import { expect, it } from 'vitest'
import { createSSRApp, h } from 'vue'
import { createMemoryHistory, createRouter } from 'vue-router'
import { renderToString } from 'vue/server-renderer'
import { viewRoutes } from '../../views/views.ts'
import GlossaryView from '../../views/GlossaryView.vue'
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

it('the glossary lists what its address asks for', async () => {
  const router = createRouter({ history: createMemoryHistory(), routes: [...viewRoutes] })
  await router.push('/glossary?find=goodput')
  const app = createSSRApp({ render: () => h(GlossaryView) })
  const html = await renderToString(app.use(router).use(createPinia()))
  expect([...html.matchAll(/<dt[^>]*>(.*?)<\/dt>/g)].map(([, name]) => name)).toEqual(['goodput'])
})
