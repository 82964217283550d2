// One path per view, in the hash, so that the same build works in the desktop window and in a browser. Each view is
// loaded when it is first gone to, and its plots with it.
import { createRouter, createWebHashHistory, type RouteRecordRaw, type Router } from 'vue-router'

const serversView = () => import('./views/ServersView.vue')
const hostsView = () => import('./views/HostsView.vue')

const routes: RouteRecordRaw[] = [
  { path: '/', name: 'start', component: () => import('./views/StartView.vue') },
  { path: '/servers', name: 'servers', component: serversView },
  { path: '/servers/new', component: serversView, props: { adding: 'simulator' } },
  { path: '/servers/attach', component: serversView, props: { adding: 'attached' } },
  { path: '/servers/launch', name: 'launch', component: () => import('./views/LaunchView.vue') },
  { path: '/servers/:id', name: 'server', component: serversView, props: true },
  { path: '/hosts', name: 'hosts', component: hostsView },
  { path: '/hosts/new', component: hostsView, props: { form: 'add' } },
  { path: '/hosts/:id', name: 'host', component: hostsView, props: true },
  {
    path: '/hosts/:id/edit',
    name: 'edit-host',
    component: hostsView,
    props: ({ params }) => ({ ...params, form: 'edit' }),
  },
  { path: '/bench', name: 'bench', component: () => import('./views/BenchView.vue') },
  { path: '/sweeps', name: 'sweeps', component: () => import('./views/SweepsView.vue') },
  { path: '/sweeps/new', name: 'new-sweep', component: () => import('./views/NewSweepView.vue') },
  {
    path: '/sweeps/:id',
    name: 'sweep',
    component: () => import('./views/SweepView.vue'),
    props: true,
  },
  { path: '/results', name: 'results', component: () => import('./views/ResultsView.vue') },
  { path: '/runs/:id', name: 'run', component: () => import('./views/RunView.vue'), props: true },
  { path: '/compare', name: 'compare', component: () => import('./views/CompareView.vue') },
  { path: '/calibrate', name: 'calibrate', component: () => import('./views/CalibrateView.vue') },
  { path: '/settings', name: 'settings', component: () => import('./views/SettingsView.vue') },
  { path: '/:elsewhere(.*)*', redirect: { name: 'start' } },
]

/** Subtle: the history takes hold of the hash at once, so the access token must have been taken out of it before. */
export function createWindowRouter(): Router {
  return createRouter({ history: createWebHashHistory(), routes })
}
