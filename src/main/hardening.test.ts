// What pages may not do, tried on every kind of attempt: the program's side of Electron's events, without Electron.
import { EventEmitter } from 'node:events'
import type { App, Session } from 'electron'
import { expect, test } from 'vitest'
import { denyPermissions, hardenPages } from './hardening.ts'

type Answer = (details: { url: string }) => { action: string }

class Contents extends EventEmitter {
  answer: Answer = () => ({ action: 'allow' })

  setWindowOpenHandler(answer: Answer): void {
    this.answer = answer
  }

  /** Whether it goes through. */
  tries(event: string, url = ''): boolean {
    let allowed = true
    this.emit(event, { url, preventDefault: () => (allowed = false) })
    return allowed
  }
}

class Program extends EventEmitter {
  sandboxed = false

  enableSandbox(): void {
    this.sandboxed = true
  }
}

function hardened() {
  const program = new Program()
  const contents = new Contents()
  const opened: string[] = []
  hardenPages(program as unknown as App, 'app://bench', (url) => opened.push(url))
  program.emit('web-contents-created', {}, contents)
  return { program, contents, opened }
}

test('every page is in a sandbox', () => {
  expect(hardened().program.sandboxed).toBe(true)
})

test.each(['will-navigate', 'will-frame-navigate', 'will-redirect'])(
  '%s goes to our own page only',
  (event) => {
    const { contents } = hardened()
    expect(contents.tries(event, 'app://bench/index.html')).toBe(true)
    for (const url of [
      'https://example.org/',
      'file:///etc/passwd',
      'app://bench.example/',
      'data:,x',
    ]) {
      expect(contents.tries(event, url)).toBe(false)
    }
  },
)

test('no page holds another in a webview', () => {
  expect(hardened().contents.tries('will-attach-webview')).toBe(false)
})

test('a new window is never opened; what it was to show is asked of the system', () => {
  const { contents, opened } = hardened()
  expect(contents.answer({ url: 'https://docs.vllm.ai/' })).toEqual({ action: 'deny' })
  expect(opened).toEqual(['https://docs.vllm.ai/'])
})

const permitted = ['clipboard-sanitized-write', 'notifications']
const refused = ['clipboard-read', 'media', 'geolocation', 'fullscreen', 'usb']

test('a page may put text on the clipboard and show notifications, and nothing else', () => {
  const asked = [...permitted, ...refused]
  const granted: string[] = []
  const held: string[] = []
  type Ask = (contents: null, permission: string, grant: (is: boolean) => void) => void
  denyPermissions({
    setPermissionRequestHandler: (answer: Ask) =>
      asked.forEach((permission) =>
        answer(null, permission, (is) => void (is && granted.push(permission))),
      ),
    setPermissionCheckHandler: (is: (contents: null, permission: string) => boolean) =>
      held.push(...asked.filter((permission) => is(null, permission))),
    setDevicePermissionHandler: (is: () => boolean) => expect(is()).toBe(false),
  } as unknown as Session)
  expect(granted).toEqual(permitted)
  expect(held).toEqual(permitted)
})
