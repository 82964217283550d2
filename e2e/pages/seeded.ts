// Sweeps and runs that were measured on the simulator once and kept as bundles, so that what a page shows of them is always the
// same.
import { spawn } from 'node:child_process'
import type { Page } from '@playwright/test'
import { exitOf } from '../../scripts/tool.ts'

const bundleOfSweeps = 'e2e/seed/measured.gz'
/** Agents, several URLs, speech, images, and results of AIPerf. */
const bundleOfKinds = 'e2e/seed/kinds.gz'

export const seeded = {
  knee: '/sweeps/05533c44-5886-48ee-a1b0-11dfa7a22fbd',
  slowerKnee: '/sweeps/1941d45c-23dd-4a04-b9b2-fe806b01d9b9',
  capacity: '/sweeps/a385c4f7-107a-4e1c-b752-8680cae514c7',
  steady: '/runs/7dd4907d-55d2-4fa0-89c8-289733a1ac0a',
  full: '/runs/5ebc519f-2b04-43e4-9ffd-de1ef41b59fd',
} as const

export const seededKinds = {
  agents: '/runs/8453f68418a94b6c5e439785c8d7231c',
  urls: '/runs/1514a77652d23c2e6470ec4746c7dae0',
  speech: '/runs/509ff0f097f52bc1351a4be44db995de',
  images: '/runs/5793533b52db58b5b1813d69c2fe4e43',
  aiperf: '/runs/ac472c17-fce6-4c75-837d-1a76e440a6c0',
} as const

/** Identifier of the result at a place. */
export function idOf(place: string): string {
  return place.split('/').at(-1) ?? ''
}

/** Before an application opens the folder. */
export async function seedFolder(
  folder: string,
  { withKinds = false }: Readonly<{ withKinds?: boolean }> = {},
): Promise<void> {
  await importBundle(folder, bundleOfSweeps)
  if (withKinds) await importBundle(folder, bundleOfKinds)
}

async function importBundle(folder: string, bundle: string): Promise<void> {
  const importing = spawn(process.execPath, ['out/cli/main.cjs', 'import', bundle], {
    env: { ...process.env, KNEEPOINT_DATA: folder, XDG_DATA_HOME: folder },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const code = await exitOf(importing)
  if (code !== 0) throw new Error(`importing ${bundle} ended with ${code}`)
}

export async function openPlace(window: Page, place: string): Promise<void> {
  // Until the first view stands, the router puts its own address in place of a new one.
  await window.locator('main *').first().waitFor()
  await window.evaluate((address) => (location.hash = address), place)
}
