// A simulated server's process: starts it as configured, forwards its log, stops on request.
import { toWire } from '#contract/app-error.ts'
import type { FromSimulator, ToSimulator } from '#contract/simulator-protocol.ts'
import type { SimulatorSpec } from '#core/model/server.ts'
import { guardLastWords } from '#node/crash/last-words.ts'
import { startSimulator } from '#node/simulator/start-simulator.ts'
import { parentPort } from './parent-port.ts'

guardLastWords()

const port = parentPort<FromSimulator, ToSimulator>()

port.onMessage((message) => {
  switch (message.type) {
    case 'start':
      void start(message.spec)
      break
    case 'stop':
      process.exit()
  }
})

async function start(spec: SimulatorSpec): Promise<void> {
  try {
    const simulator = await startSimulator(spec, {
      onLog: (line) => port.post({ type: 'log', line }),
      onPhase: (phase, progress) => port.post({ type: 'phase', phase, progress }),
    })
    port.post({ type: 'ready', port: simulator.port })
  } catch (error) {
    port.post({ type: 'failed', error: toWire(error) })
  }
}
