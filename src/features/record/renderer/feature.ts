// Registers recordings on the page of a server.
import type { ServerFeature } from '#renderer/components/server/server-feature.ts'
import ServerRecording from './ServerRecording.vue'

export const recordOnServer: ServerFeature = { section: ServerRecording }
