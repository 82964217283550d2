// A long session of the desktop program, as a story, because only Playwright's own runner waits for a page long enough.
import { runTool } from '../../scripts/tool.ts'
import type { SoakPart } from './soak-part.ts'

export const desktopPart: SoakPart = {
  name: 'desktop',
  async run() {
    const story = ['--project', 'desktop', '--retries', '0', 'desktop-soak']
    const env = { KNEEPOINT_SOAK: '1' }
    const code = await runTool('@playwright/test:playwright', ['test', ...story], { env })
    if (code !== 0) throw new Error(`the story ended with ${code}`)
    return 'its figures are above'
  },
}
