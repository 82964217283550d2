// One path per view, in the hash, so that the same build works in the desktop window and in a browser.
import { createRouter, createWebHashHistory, type Router } from 'vue-router'
import { viewRoutes } from './views/views.ts'

/** The history reads the hash at once, so the access token must have been removed from it before. */
export function createWindowRouter(): Router {
  const routes = [...viewRoutes, { path: '/:elsewhere(.*)*', redirect: { name: 'start' } }]
  return createRouter({ history: createWebHashHistory(), routes })
}
