// The desktop program with our client inside it, and its window in one of several states.
import { globSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { build } from 'vite'
import { startSurroundings } from '../../e2e/desktop/surroundings.ts'
import { startElectron } from '../../e2e/transports/electron.ts'
import type { ClientFigures } from '../rig/client-figures.ts'
import type { Load } from '../rig/load.ts'
import type { ElectronOrder } from './client-in-electron.ts'

export const windowStates = ['shown', 'drawing', 'minimised', 'hidden'] as const
export type WindowState = (typeof windowStates)[number]

export type DesktopClient = Readonly<{
  run(state: WindowState, port: number, load: Load): Promise<ClientFigures>
  close(): Promise<void>
}>

type Loaded = typeof globalThis & {
  runInElectron?: (order: ElectronOrder) => Promise<ClientFigures>
}

export async function startInElectron(): Promise<DesktopClient> {
  const folder = mkdtempSync(path.join(tmpdir(), 'kneepoint-bench-desktop-'))
  const surroundings = await startSurroundings()
  const bundle = path.join(surroundings.program, 'client-in-electron.cjs')
  writeFileSync(bundle, await clientBundle())
  const app = await startElectron(surroundings, { folder })
  const window = await app.openWindow()
  const { electron } = app.desktop
  await electron.evaluate((_electron, file) => {
    const { createRequire } = process.getBuiltinModule('node:module')
    Object.assign(globalThis, createRequire(file)(file) as object)
  }, bundle)
  const chunk = (name: string): string => {
    const [file = ''] = globSync(`out/main/chunks/${name}-*.js`, { cwd: surroundings.program })
    return path.join(surroundings.program, file)
  }
  const files = { generator: chunk('load-generator'), thread: chunk('load-thread') }
  return {
    async run(state, port, load) {
      await electron.evaluate(({ BrowserWindow }, wanted) => {
        const [shown] = BrowserWindow.getAllWindows()
        if (wanted === 'hidden') shown?.hide()
        else if (wanted === 'minimised') shown?.minimize()
        else {
          shown?.restore()
          shown?.show()
        }
      }, state)
      if (state === 'drawing') await draw(window)
      try {
        return await electron.evaluate(
          async (_electron, order) => {
            const run = (globalThis as Loaded).runInElectron
            if (run === undefined) throw new Error('the client was not loaded')
            return run(order)
          },
          { port, load, ...files },
        )
      } finally {
        if (state === 'drawing')
          await window.evaluate(() => document.getElementById('drawn')?.remove())
      }
    },
    async close() {
      await app.close()
      await surroundings.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** A plot of 5,000 points, drawn anew for every frame: more than any chart of ours. */
async function draw(window: Page): Promise<void> {
  await window.evaluate(() => {
    const canvas = document.createElement('canvas')
    Object.assign(canvas, { id: 'drawn', width: 1200, height: 700 })
    canvas.style.cssText = 'position:fixed;inset:0;z-index:9'
    document.body.append(canvas)
    const context = canvas.getContext('2d')
    const points = 5_000
    const frame = (nowMs: number): void => {
      if (context === null || !canvas.isConnected) return
      context.clearRect(0, 0, canvas.width, canvas.height)
      context.beginPath()
      for (let i = 0; i < points; i++) {
        context.lineTo((i * canvas.width) / points, 350 + 300 * Math.sin(i / 99 + nowMs / 300))
      }
      context.stroke()
      requestAnimationFrame(frame)
    }
    requestAnimationFrame(frame)
  })
}

async function clientBundle(): Promise<string> {
  const result = await build({
    root: path.join(import.meta.dirname, '../..'),
    configFile: false,
    logLevel: 'silent',
    ssr: { noExternal: true, external: ['electron'] },
    build: {
      write: false,
      ssr: path.join(import.meta.dirname, 'client-in-electron.ts'),
      rolldownOptions: { output: { format: 'cjs', codeSplitting: false } },
    },
  })
  const outputs = Array.isArray(result) ? result : 'output' in result ? [result] : []
  const chunk = outputs.flatMap(({ output }) => output).find(({ type }) => type === 'chunk')
  if (chunk?.type !== 'chunk') throw new Error('the client was not bundled')
  return chunk.code
}
