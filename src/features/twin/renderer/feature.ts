// Registers the page of a prediction, and the link to it from the runs of a server.
import type { ServerFeature } from '#renderer/components/server/server-feature.ts'
import type { Views } from '#renderer/views/view.ts'

export const predictViews: Views = {
  Predict: {
    navigation: '/results',
    routes: [{ path: '/predict', name: 'predict' }],
    commands: [{ path: '/predict', text: 'predict.title' }],
  },
}

export const predictOnServer: ServerFeature = {
  link: {
    text: 'predict.open',
    to: (name) => ({ name: 'predict', query: { server: name } }),
  },
}
