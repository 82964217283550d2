// Registers the page of a prediction, and the way to it from the runs of a server.
import type { ServerLink } from '#renderer/components/server/server-link.ts'
import type { View } from '#renderer/views/view.ts'

export const predictView: View = {
  name: 'Predict',
  navigation: '/results',
  load: () => import('./PredictView.vue'),
  routes: [{ path: '/predict', name: 'predict' }],
  commands: [{ path: '/predict', text: 'predict.title' }],
}

export const predictLink: ServerLink = {
  text: 'predict.open',
  to: (name) => ({ name: 'predict', query: { server: name } }),
}
