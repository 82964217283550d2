// One path per view, in the hash, so that the same build works in the desktop window and in a browser.
import { createRouter, createWebHashHistory } from 'vue-router'
import BenchView from './views/BenchView.vue'
import CalibrateView from './views/CalibrateView.vue'
import ServersView from './views/ServersView.vue'
import SettingsView from './views/SettingsView.vue'

export const router = createRouter({
  history: createWebHashHistory(),
  routes: [
    { path: '/servers', name: 'servers', component: ServersView },
    { path: '/servers/new', component: ServersView, props: { adding: 'simulator' } },
    { path: '/servers/attach', component: ServersView, props: { adding: 'attached' } },
    { path: '/servers/:id', name: 'server', component: ServersView, props: true },
    { path: '/bench', name: 'bench', component: BenchView },
    { path: '/calibrate', name: 'calibrate', component: CalibrateView },
    { path: '/settings', name: 'settings', component: SettingsView },
    { path: '/:elsewhere(.*)*', redirect: { name: 'servers' } },
  ],
})
