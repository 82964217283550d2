// A link beside the runs of a server.
import type { RouteLocationRaw } from 'vue-router'
import type { TextKey } from '../../i18n/texts.ts'

export type ServerLink = Readonly<{
  text: TextKey
  /** Takes the name of the server. */
  to: (name: string) => RouteLocationRaw
}>
