// The window's beginning: reach the application, then mount.
import './configure-zod.ts'
import { createPinia } from 'pinia'
import { createApp } from 'vue'
import App from './App.vue'
import { chooseTransport } from './api/choose-transport.ts'
import { clientKey, createAppClient } from './api/client.ts'
import { connectionKey, keepConnected } from './api/connection.ts'
import { i18n } from './i18n/i18n.ts'
import { createWindowRouter } from './router.ts'
import { loadViewsAhead } from './views/views.ts'
import './styles/fonts.css'
import './styles/tokens.css'
import './styles/base.css'

const connection = keepConnected(chooseTransport())

const router = createWindowRouter()

createApp(App)
  .provide(connectionKey, connection)
  .provide(clientKey, createAppClient(connection.link))
  .use(i18n)
  .use(createPinia())
  .use(router)
  .mount('#app')

void router.isReady().then(loadViewsAhead)
