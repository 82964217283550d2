// The rig where there is no compiler: a server in JavaScript, which is soon the slower one, and no limit client.
import { startNodeServer } from '#node/calibration/node-server.ts'
import { forkChild } from '#node/load/workers/fork-port.ts'
import type { Rig } from './rig.ts'

const entry = new URL('../../src/utility/truthful-server.ts', import.meta.url)

export const nodeRig: Rig = {
  words:
    'NO C COMPILER: the server is in JavaScript and bounds what a client can reach, and there is no limit client to compare with',
  startServer: (timing) => startNodeServer(() => forkChild(entry), timing),
  runLimitClient: null,
  meter: null,
}
