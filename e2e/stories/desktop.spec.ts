// The running desktop program: what its pages may not do, its menu, and a crash of its page.
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures.ts'
import type { Desktop } from '../desktop/desktop.ts'
import { choose, goTo, heading } from '../pages/shell.ts'

test(
  'pages are confined, the menu works, a crashed page comes back',
  { tag: '@desktop-only' },
  async ({ app, complaints, desktop, window }) => {
    await expect(heading(window, /./)).toBeVisible()

    await test.step('the kernel confines the process of the page', async () => {
      const pages = await processesOf(desktop, 'Tab')
      expect(pages.length).toBeGreaterThan(0)
      for (const { status } of pages) {
        expect(status).toMatch(/^Seccomp:\t2$/m)
        expect(status).toMatch(/^NoNewPrivs:\t1$/m)
        expect(status).toMatch(/^CapEff:\t0+$/m)
      }
    })

    await test.step('the page has neither Node nor Electron, and stays where it is', async () => {
      expect(await triedByPage(window)).toEqual({
        globals: [],
        bridge: ['requestPort', 'transport'],
        opened: null,
        files: 'refused',
        otherHost: 'refused',
        permissions: ['denied', 'denied', 'denied'],
      })
      expect(app.browser.pages()).toHaveLength(1)
    })

    await test.step('a page of another origin gets no port, even with our preload script', async () => {
      expect(await portsForStranger(desktop, window.url())).toBe(0)
    })
    await test.step('a page of ours cannot leave for another address', async () => {
      const left = await addressAfterLeaving(desktop, window.url())
      expect(left).toMatch(/^app:\/\/bench\//)
    })
    // The browser reports what it refused, as it should.
    complaints.length = 0

    await test.step('the menu opens a second window beside the first, in either language', async () => {
      expect(await menuLabels(desktop)).toEqual(['&File', '&Edit', '&View', '&Window'])
      const another = app.browser.waitForEvent('page')
      desktop.keys('ctrl+shift+n')
      const second = await another
      await expect(heading(second, /./)).toBeVisible()
      const [first, beside] = await boundsOf(desktop)
      expect(beside).not.toEqual(first)
      await expect.poll(() => isNewestInFront(desktop)).toBe(true)
      await goTo(second, 'Settings')
      await choose(second, 'Language', '简体中文')
      await expect
        .poll(() => menuLabels(desktop))
        .toEqual(['文件(&F)', '编辑(&E)', '显示(&V)', '窗口(&W)'])
      const closed = second.waitForEvent('close')
      desktop.keys('ctrl+w')
      await closed
      // The window goes after its page.
      await expect.poll(() => boundsOf(desktop)).toHaveLength(1)
    })

    await test.step('a crashed page is shown again', async () => {
      const headings = await desktop.electron.evaluate(async ({ BrowserWindow }) => {
        const [shown] = BrowserWindow.getAllWindows()
        if (shown === undefined) throw new Error('there is no window')
        const { webContents } = shown
        const isBack = new Promise<void>((resolve) =>
          webContents.once('did-finish-load', () => resolve()),
        )
        webContents.forcefullyCrashRenderer()
        await isBack
        return webContents.executeJavaScript(`new Promise((resolve) => {
          const look = () => {
            const headings = document.querySelectorAll('h1').length
            if (headings > 0) resolve(headings)
            else setTimeout(look, 100)
          }
          look()
        })`) as Promise<number>
      })
      expect(headings).toBe(1)
    })
  },
)

type Confined = Readonly<{ pid: number; status: string }>

async function processesOf(desktop: Desktop, type: string): Promise<Confined[]> {
  const pids = await desktop.electron.evaluate(
    ({ app }, wanted) =>
      app.getAppMetrics().flatMap((each) => (String(each.type) === wanted ? [each.pid] : [])),
    type,
  )
  return pids.map((pid) => ({ pid, status: readFileSync(`/proc/${pid}/status`, 'utf8') }))
}

function triedByPage(window: Page) {
  return window.evaluate(async () => {
    const page = globalThis as unknown as Record<string, object | undefined>
    const reached = (url: string) =>
      fetch(url).then(
        ({ status }) => (status < 400 ? 'reached' : 'refused'),
        () => 'refused',
      )
    const state = async (name: string) =>
      (await navigator.permissions.query({ name: name as PermissionName })).state
    return {
      globals: ['require', 'process', 'module', 'electron', 'Buffer'].filter(
        (name) => name in page,
      ),
      bridge: Object.keys(page['kneepointDesktop'] ?? {}).sort(),
      opened: open('https://example.org/'),
      files: await reached('file:///etc/passwd'),
      otherHost: await reached('app://elsewhere/index.html'),
      permissions: await Promise.all(['geolocation', 'camera', 'clipboard-read'].map(state)),
    }
  })
}

/** Number of ports that reach a page of another origin in a window with our preload script. */
async function portsForStranger(desktop: Desktop, ours: string): Promise<number> {
  const server = createServer((_request, response) => {
    response.setHeader('Content-Type', 'text/html')
    response.end('<title>stranger</title>')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const ports = await desktop.electron.evaluate(
    async ({ app, BrowserWindow }, { url, ours }) => {
      const preload = `${app.getAppPath()}/out/preload/index.cjs`
      const ask = `new Promise((resolve) => {
        let ports = 0
        addEventListener('message', (event) => { ports += event.ports.length })
        kneepointDesktop.requestPort()
        setTimeout(() => resolve(ports), 500)
      })`
      const portsOf = async (address: string): Promise<number> => {
        const window = new BrowserWindow({ show: false, webPreferences: { preload } })
        await window.loadURL(address)
        const ports = (await window.webContents.executeJavaScript(ask)) as number
        window.destroy()
        return ports
      }
      // The same question from our own page is answered, so that a broken question does not pass.
      if ((await portsOf(ours)) === 0) return -1
      return portsOf(url)
    },
    { url: `http://127.0.0.1:${port}/`, ours },
  )
  server.close()
  return ports
}

/** Address of a window, once its page has set another one. */
function addressAfterLeaving(desktop: Desktop, ours: string): Promise<string> {
  return desktop.electron.evaluate(async ({ BrowserWindow }, address) => {
    const window = new BrowserWindow({ show: false })
    await window.loadURL(address).catch(() => undefined)
    const tried = new Promise((resolve) => window.webContents.once('will-frame-navigate', resolve))
    window.webContents
      .executeJavaScript('void (location.href = "http://127.0.0.1:9/")')
      .catch(() => undefined)
    await tried
    // A navigation that was not prevented would have begun by now.
    await new Promise((resolve) => setTimeout(resolve, 300))
    const reached = window.webContents.getURL()
    window.destroy()
    return reached
  }, ours)
}

function menuLabels(desktop: Desktop): Promise<string[]> {
  return desktop.electron.evaluate(({ Menu }) =>
    (Menu.getApplicationMenu()?.items ?? []).map(({ label }) => label),
  )
}

/** A window takes the keyboard some time after its page is there. */
function isNewestInFront(desktop: Desktop): Promise<boolean> {
  return desktop.electron.evaluate(({ BrowserWindow }) => {
    const ids = BrowserWindow.getAllWindows().map(({ id }) => id)
    return BrowserWindow.getFocusedWindow()?.id === Math.max(...ids)
  })
}

function boundsOf(desktop: Desktop) {
  return desktop.electron.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows()
      .sort((a, b) => a.id - b.id)
      .map((window) => window.getBounds()),
  )
}
