// The note of a run that ended because it no longer reached its server.
import { message, type Message } from '../../messages/message.ts'

export function connectionsLost(count: number, url: string): Message {
  return message('notes.connectionsLost', { count, url })
}
