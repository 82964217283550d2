// Runs killed at fifty moments; see ../crashes.
import { PythonRandom } from '#core/random/python-random.ts'
import { complaint, kill, victims, type VictimName } from '../crashes/killed-run.ts'
import type { SoakPart } from './soak-part.ts'

const moments = 50
/** Before the first answer, and while records come. */
const earliestMs = -1500
const latestMs = 2500

export const killPart: SoakPart = {
  name: 'kill',
  async run(seed) {
    const random = new PythonRandom(seed)
    const names = Object.keys(victims) as VictimName[]
    let kept = 0
    let owed = 0
    let starvedMs = 0
    for (let moment = 0; moment < moments; moment++) {
      const name = names[moment % names.length] ?? 'the application'
      const afterMs = Math.round(earliestMs + random.random() * (latestMs - earliestMs))
      const remains = await kill(name, afterMs)
      const fault = complaint(remains)
      console.log(
        `  ${name} after ${afterMs} ms: ${remains.records} requests kept of ${remains.owed}, starved ${remains.starvedMs} ms`,
      )
      if (fault !== null) throw new Error(`${name} after ${afterMs} ms: ${fault}`)
      kept += remains.records
      owed += remains.owed
      starvedMs = Math.max(starvedMs, remains.starvedMs)
    }
    return (
      `${moments} moments, ${kept} requests kept of at least ${owed} that had to be; ` +
      `kept from the processor for at most ${starvedMs} ms of a last second`
    )
  },
}
