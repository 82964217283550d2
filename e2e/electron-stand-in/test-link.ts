// What the stand-in and the test that started it say to each other; the test owns the browser.
import { z } from 'zod'

/** A window was opened; the test is to show it. */
const windowSchema = z.object({
  type: z.literal('window'),
  id: z.int(),
  url: z.url(),
  preload: z.string(),
})

/** The program asks its reader something; the test is to press one of the buttons. */
const questionSchema = z.object({
  type: z.literal('question'),
  message: z.string(),
  detail: z.string(),
  buttons: z.array(z.string()),
})

export const toTestSchema = z.discriminatedUnion('type', [windowSchema, questionSchema])

export type ToTest = z.infer<typeof toTestSchema>
export type ShownWindow = z.infer<typeof windowSchema>
export type Question = z.infer<typeof questionSchema>

export type FromTest =
  | { readonly type: 'window-closed'; readonly id: number }
  | { readonly type: 'pressed'; readonly button: number }
  | { readonly type: 'second-instance' }
  | { readonly type: 'quit' }

export function tellTest(message: ToTest): void {
  process.send?.(message)
}

/** Each message has a turn of the event loop to itself, as what a person does has. */
export function onTestMessage(listener: (message: FromTest) => void): void {
  process.on('message', (message: FromTest) => setImmediate(listener, message))
}
