// The few web pages that the window may open in the user's browser. Logs and model output never determine an address.
import type { Shell } from 'electron'

const allowedHosts: ReadonlySet<string> = new Set(['docs.vllm.ai', 'github.com'])

/** Address in its canonical form, or null if it is not on the list. */
function allowedExternalUrl(url: string): string | null {
  const parsed = URL.parse(url)
  const allowed =
    parsed?.protocol === 'https:' && allowedHosts.has(parsed.host) && parsed.username === ''
  return allowed ? parsed.href : null
}

export async function openExternally(
  shell: Pick<Shell, 'openExternal'>,
  url: string,
): Promise<void> {
  const allowed = allowedExternalUrl(url)
  if (allowed !== null) await shell.openExternal(allowed)
}
