// The truthful server's process: serves one load on schedule, and reports its records when stopped.
import { toWire } from '#contract/app-error.ts'
import type { FromTruthfulServer, ToTruthfulServer } from '#contract/simulator-protocol.ts'
import { guardLastWords } from '#node/crash/last-words.ts'
import { TruthService } from '#node/calibration/serve-truth.ts'
import { parentPort } from './parent-port.ts'

guardLastWords()

const port = parentPort<FromTruthfulServer, ToTruthfulServer>()
let service: TruthService | null = null

port.onMessage((message) => {
  switch (message.type) {
    case 'start':
      service = new TruthService(message.timing)
      service.listen().then(
        (number) => port.post({ type: 'ready', port: number }),
        (error: unknown) => port.post({ type: 'failed', error: toWire(error) }),
      )
      break
    case 'stop':
      port.post({ type: 'truths', truths: service?.stop() ?? [] })
  }
})
