// What a page and the stand-in send each other over the WebSocket that takes the place of Chromium's own pipes.

export type WireMessage =
  | {
      readonly kind: 'ipc'
      readonly channel: string
      readonly message: unknown
      /** Numbers of the ports that come with it. */
      readonly ports: readonly number[]
    }
  | { readonly kind: 'port'; readonly port: number; readonly data: unknown }
  | { readonly kind: 'port-closed'; readonly port: number }

/** A cast and not a schema: both ends belong to the stand-in. */
export function readWireMessage(text: string): WireMessage {
  return JSON.parse(text) as WireMessage
}
