// Name of the question whether a server is worse than a baseline, and the route of its page, for the first view.
import type { Views } from '#renderer/views/view.ts'

export const gateQuestion = { question: 'compare' } as const

export const gateViews: Views = {
  Gate: {
    navigation: '/results',
    routes: [{ path: '/gates/:id', name: 'gate', props: true }],
  },
}
