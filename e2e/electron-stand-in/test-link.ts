// What the stand-in and the test that started it say to each other; the test owns the browser.
import { z } from 'zod'

/** A window was opened; the test is to show it. */
export const toTestSchema = z.object({ id: z.int(), url: z.url(), preload: z.string() })

export type ToTest = z.infer<typeof toTestSchema>

export type FromTest =
  | { readonly type: 'window-closed'; readonly id: number }
  | { readonly type: 'second-instance' }
  | { readonly type: 'quit' }

export function tellTest(message: ToTest): void {
  process.send?.(message)
}

export function onTestMessage(listener: (message: FromTest) => void): void {
  process.on('message', listener)
}
