// What the first view has of a gate: the name of its question, whether a server is worse than a baseline, and its page.
import type { Views } from '#renderer/views/view.ts'

export const gateQuestion = { question: 'compare' } as const

export const gateViews: Views = {
  Gate: {
    navigation: '/results',
    routes: [{ path: '/gates/:id', name: 'gate', props: true }],
  },
}
