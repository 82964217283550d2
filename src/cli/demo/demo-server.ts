// Simulator of the demo, in a separate process so that it does not disturb the measurement.
import { forkChild } from '#node/load/process/fork-port.ts'
import { startSimulatorProcess } from '#node/application/servers/simulator-process.ts'
import { demoSimulator } from '#core/sweep/demo-sweep.ts'
import { processEntry } from '../own-files.ts'

type DemoServer = Readonly<{ baseUrl: string; stop(): Promise<void> }>

export function startDemoServer(): Promise<DemoServer> {
  return new Promise((resolve, reject) => {
    const simulator = startSimulatorProcess(
      demoSimulator,
      () => forkChild(processEntry('simulator')),
      {
        onLog: () => undefined,
        onPhase: () => undefined,
        onReady: (port) => {
          resolve({ baseUrl: `http://127.0.0.1:${port}`, stop: () => simulator.stop() })
        },
        onFailed: reject,
      },
    )
  })
}
