// Entry point of the window: connects to the application, then mounts.
import './configure-zod.ts'
import { createPinia } from 'pinia'
import { createApp } from 'vue'
import App from './App.vue'
import { chooseTransport } from './api/choose-transport.ts'
import { clientKey, createAppClient } from './api/client.ts'
import { connectionKey, keepConnected } from './api/connection.ts'
import { useSettings } from './stores/settings.ts'
import { loadViewsAhead, viewRoutes } from './views/views.ts'
import './styles/fonts.css'
import './styles/tokens.css'
import './styles/base.css'
import { createRouter, createWebHashHistory, type Router } from 'vue-router'

const connection = keepConnected(chooseTransport())

const router = createWindowRouter()

const pinia = createPinia()

void useSettings(pinia).isReady.then(() => {
  createApp(App)
    .provide(connectionKey, connection)
    .provide(clientKey, createAppClient(connection.link))
    .use(pinia)
    .use(router)
    .mount('#app')
  void router.isReady().then(loadViewsAhead)
})

/**
 * One path per view, in the hash, so that the same build works in the desktop window and in a browser. The history reads
 * the hash at once, so the access token must have been removed from it before.
 */
function createWindowRouter(): Router {
  const routes = [...viewRoutes, { path: '/:elsewhere(.*)*', redirect: { name: 'start' } }]
  return createRouter({ history: createWebHashHistory(), routes })
}
