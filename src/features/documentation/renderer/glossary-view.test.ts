import { createPinia } from 'pinia'
import { expect, it } from 'vitest'
import { createSSRApp, h } from 'vue'
import { createMemoryHistory, createRouter } from 'vue-router'
import { renderToString } from 'vue/server-renderer'
import { viewRoutes } from '#renderer/views/views.ts'
import GlossaryView from './GlossaryView.vue'

it('the glossary lists what its address asks for', async () => {
  const router = createRouter({ history: createMemoryHistory(), routes: [...viewRoutes] })
  await router.push('/glossary?find=goodput')
  const app = createSSRApp({ render: () => h(GlossaryView) })
  const html = await renderToString(app.use(router).use(createPinia()))
  expect([...html.matchAll(/<dt[^>]*>(.*?)<\/dt>/g)].map(([, name]) => name)).toEqual(['goodput'])
})
