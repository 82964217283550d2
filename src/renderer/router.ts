// One path per view, in the hash, so that the same build works in the desktop window and in a browser.
import { createRouter, createWebHashHistory, type RouteRecordRaw, type Router } from 'vue-router'
import BenchView from './views/BenchView.vue'
import CalibrateView from './views/CalibrateView.vue'
import NewSweepView from './views/NewSweepView.vue'
import ResultsView from './views/ResultsView.vue'
import RunView from './views/RunView.vue'
import ServersView from './views/ServersView.vue'
import SettingsView from './views/SettingsView.vue'
import SweepsView from './views/SweepsView.vue'
import SweepView from './views/SweepView.vue'

const routes: RouteRecordRaw[] = [
  { path: '/servers', name: 'servers', component: ServersView },
  { path: '/servers/new', component: ServersView, props: { adding: 'simulator' } },
  { path: '/servers/attach', component: ServersView, props: { adding: 'attached' } },
  { path: '/servers/:id', name: 'server', component: ServersView, props: true },
  { path: '/bench', name: 'bench', component: BenchView },
  { path: '/sweeps', name: 'sweeps', component: SweepsView },
  { path: '/sweeps/new', name: 'new-sweep', component: NewSweepView },
  { path: '/sweeps/:id', name: 'sweep', component: SweepView, props: true },
  { path: '/results', name: 'results', component: ResultsView },
  { path: '/runs/:id', name: 'run', component: RunView, props: true },
  { path: '/calibrate', name: 'calibrate', component: CalibrateView },
  { path: '/settings', name: 'settings', component: SettingsView },
  { path: '/:elsewhere(.*)*', redirect: { name: 'servers' } },
]

/** Subtle: the history takes hold of the hash at once, so the access token must have been taken out of it before. */
export function createWindowRouter(): Router {
  return createRouter({ history: createWebHashHistory(), routes })
}
