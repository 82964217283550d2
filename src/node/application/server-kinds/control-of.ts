// The control of a server, by its kind.
import type { Server } from '#core/model/server/server.ts'
import { rememberSecrets } from '#node/crash/known-secrets.ts'
import { LaunchControl } from '../launched/launch-control.ts'
import type { LaunchTools } from '../launched/launching.ts'
import type { SimulatorPort } from '../servers/simulator-process.ts'
import { AttachedControl } from './attached-control.ts'
import type { ControlListener, ServerControl } from './server-control.ts'
import { SimulatorControl } from './simulator-control.ts'

export type ControlTools = Readonly<{
  spawnSimulator: () => SimulatorPort
  launchTools: LaunchTools
}>

export type Controlled = Readonly<{
  spec: Server['spec']
  /** Of an attached one. */
  apiKey?: string | null
  /** Of a launched one, by variable. */
  secrets?: Readonly<Record<string, string>>
}>

export function controlOf(
  { spec, apiKey = null, secrets = {} }: Controlled,
  { spawnSimulator, launchTools }: ControlTools,
  listener: ControlListener,
): ServerControl {
  rememberSecrets([apiKey, ...Object.values(secrets)])
  switch (spec.kind) {
    case 'simulator':
      return new SimulatorControl(spec, spawnSimulator, listener)
    case 'attached':
      return new AttachedControl(spec, apiKey, listener)
    case 'launched':
      return new LaunchControl({ spec, secrets }, launchTools, listener)
  }
}
