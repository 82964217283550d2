// A window: the program decides what it shows, the test's browser shows it.
import { EventEmitter } from 'node:events'
import { app } from './app.ts'
import { refuseUnguarded, WebContents } from './guards.ts'
import { showOrigin } from './page-server.ts'
import { onTestMessage, tellTest } from './test-link.ts'

type Preferences = Readonly<Record<string, unknown>> & { readonly preload: string }
type Options = { readonly webPreferences: Preferences }
type Bounds = Readonly<{ x: number; y: number; width: number; height: number }>

const dangerous = ['nodeIntegration', 'webviewTag', 'allowRunningInsecureContent']
const protective = ['contextIsolation', 'sandbox', 'webSecurity']

const shownOrigins = new Map<string, Promise<string>>()
const openWindows = new Map<number, BrowserWindow>()
let nextId = 1

export class BrowserWindow extends EventEmitter {
  readonly webContents = new WebContents()
  readonly #id = nextId++
  readonly #preload: string
  #bounds: Bounds = { x: 0, y: 0, width: 1440, height: 900 }

  constructor({ webPreferences }: Options) {
    super()
    app.mustComeAfterReady('new BrowserWindow')
    refuseWeak(webPreferences)
    this.#preload = webPreferences.preload
    openWindows.set(this.#id, this)
    app.emit('web-contents-created', {}, this.webContents)
    refuseUnguarded(this.webContents)
  }

  static getAllWindows(): BrowserWindow[] {
    return [...openWindows.values()]
  }

  static getFocusedWindow(): BrowserWindow | null {
    return null
  }

  async loadURL(url: string): Promise<void> {
    const { protocol, host, pathname } = new URL(url)
    const origin = `${protocol}//${host}`
    const shown = shownOrigins.get(origin) ?? showOrigin(origin)
    shownOrigins.set(origin, shown)
    tellTest({
      type: 'window',
      id: this.#id,
      url: `${await shown}${pathname}`,
      preload: this.#preload,
    })
    this.emit('ready-to-show')
  }

  show(): void {}

  maximize(): void {}

  isMaximized(): boolean {
    return false
  }

  getNormalBounds(): Bounds {
    return this.#bounds
  }

  setBounds(bounds: Bounds): void {
    this.#bounds = bounds
  }

  closed(): void {
    this.emit('close')
    openWindows.delete(this.#id)
    this.emit('closed')
    if (openWindows.size === 0 && !app.isQuitting) app.emit('window-all-closed')
  }
}

function refuseWeak(preferences: Preferences): void {
  const weakened =
    dangerous.some((name) => preferences[name] === true) ||
    protective.some((name) => preferences[name] === false)
  if (weakened || !app.sandboxed) throw new Error('this window is not isolated and sandboxed')
}

app.closeWindows = () => BrowserWindow.getAllWindows().forEach((window) => window.closed())

onTestMessage((message) => {
  if (message.type === 'window-closed') openWindows.get(message.id)?.closed()
})
