// Asks a host about itself. Hardware and its users are queried each time; installations only on request,
// because finding a version means starting the program.
import type { HostFacts } from '#core/model/host/host-facts.ts'
import { hostFacts } from '#core/host/host-report.ts'
import type { Host } from '../host.ts'
import { runScript } from '../run-program.ts'
import { installationScript } from './installation-script.ts'
import { reportScript } from './report-script.ts'

type FactsOptions = Readonly<{ withInstallations: boolean; signal?: AbortSignal }>

const longestSearchMs = 180_000

export async function readHostFacts(
  host: Host,
  { withInstallations, signal }: FactsOptions,
): Promise<HostFacts> {
  const options = { ...(signal && { signal }), timeoutMs: longestSearchMs }
  const report = await runScript(host, reportScript, options)
  const installations = withInstallations ? await runScript(host, installationScript, options) : ''
  return hostFacts(`${report.toString()}\n${installations.toString()}`, Date.now())
}
