// Findings about this machine as a load client, with remedies.
import { message, type Message, type Text } from '#core/messages/message.ts'
import { sizeText } from '#core/documents/database-text.ts'
import type { MachineFacts } from './machine-facts.ts'

/** `problem`: part of Kneepoint does not work. `warning`: it works, but measurements or convenience may suffer. */
export const findingStates = ['fine', 'warning', 'problem'] as const

export type FindingState = (typeof findingStates)[number]

export type DoctorFinding = Readonly<{
  topic: string
  state: FindingState
  text: Message
  remedy: Message | null
}>

/** File descriptors for a large load: 4,000 streams and the runtime's own. */
const fewestFiles = 4224
const fewestPorts = 16_384
/** Share of the cores that other work may use. */
const busyShare = 0.5
/** A send delay of this size is visible in the latencies of a fast server. */
const lateSleepUs = 1000

export function findingsOf(facts: MachineFacts): readonly DoctorFinding[] {
  return [
    fine('kneepoint', message('doctor.versions', { ...facts.node, own: facts.version })),
    ...nativeFindings(facts),
    databaseFinding(facts),
    preparedFinding(facts),
    filesFinding(facts),
    portsFinding(facts),
    coresFinding(facts),
    sleepsFinding(facts),
    calibrationFinding(facts),
    proxyFinding(facts),
    hubFinding(facts),
    sshFinding(facts),
    browserFinding(facts),
  ]
}

function fine(topic: string, text: Message): DoctorFinding {
  return { topic, state: 'fine', text, remedy: null }
}

function warning(topic: string, text: Message, remedy: Message): DoctorFinding {
  return { topic, state: 'warning', text, remedy }
}

function problem(topic: string, text: Message, remedy: Message): DoctorFinding {
  return { topic, state: 'problem', text, remedy }
}

function nativeFindings({ native }: MachineFacts): readonly DoctorFinding[] {
  return (['better-sqlite3', 'tokenizers'] as const).map((name) => {
    const why = native[name]
    if (why === null) return fine(name, message(`doctor.native.${name}`))
    const text = message('cli.packageBroken', { name, why: firstLine(why) })
    return problem(name, text, message('cli.packageMissing.remedy', { name }))
  })
}

function firstLine(text: string): string {
  return text.split('\n', 1)[0] ?? ''
}

function databaseFinding({ database: { path, bytes, isWritable } }: MachineFacts): DoctorFinding {
  if (!isWritable) {
    const text = message('doctor.database.readOnly', { path })
    return problem('database', text, message('doctor.database.remedy'))
  }
  return fine(
    'database',
    bytes === null
      ? message('doctor.database.none', { path })
      : message('doctor.database', { path, size: sizeText(bytes) }),
  )
}

function preparedFinding({ prepared: { folder, files, bytes } }: MachineFacts): DoctorFinding {
  const text = message('doctor.prepared', { count: files, size: sizeText(bytes), folder })
  return fine('prepared', files === 0 ? message('doctor.prepared.none') : text)
}

function filesFinding({ openFiles }: MachineFacts): DoctorFinding {
  if (openFiles === null) return fine('open-files', message('doctor.unlimited'))
  const text = message('doctor.openFiles', { count: openFiles })
  if (openFiles >= fewestFiles) return fine('open-files', text)
  return warning('open-files', text, message('doctor.openFiles.remedy', { count: fewestFiles }))
}

function portsFinding({ ports }: MachineFacts): DoctorFinding {
  if (ports === null) return fine('ports', message('doctor.ports.unknown'))
  const text = message('doctor.ports', { count: ports })
  if (ports >= fewestPorts) return fine('ports', text)
  return warning('ports', text, message('doctor.ports.remedy'))
}

function coresFinding({ cores, coreQuota, load }: MachineFacts): DoctorFinding {
  const usable = Math.min(cores, coreQuota ?? cores)
  const text: Message =
    load === null
      ? message('doctor.cores', { count: usable })
      : message('doctor.cores.load', { count: usable, load: load.toFixed(1) })
  if (usable < 2) return warning('cores', text, message('doctor.cores.few'))
  if (load !== null && load > usable * busyShare) {
    return warning('cores', text, message('doctor.cores.busy'))
  }
  return fine('cores', text)
}

function sleepsFinding({ sleepLatenessUs }: MachineFacts): DoctorFinding {
  const text = message('doctor.sleeps', { lateMs: (sleepLatenessUs / 1000).toFixed(2) })
  if (sleepLatenessUs <= lateSleepUs) return fine('clock', text)
  return warning('clock', text, message('doctor.sleeps.remedy'))
}

function calibrationFinding({ calibrations }: MachineFacts): DoctorFinding {
  return calibrations > 0
    ? fine('calibration', message('doctor.calibrated', { count: calibrations }))
    : warning(
        'calibration',
        message('doctor.notCalibrated'),
        message('doctor.notCalibrated.remedy'),
      )
}

function proxyFinding({ proxyVariables }: MachineFacts): DoctorFinding {
  const proxies = proxyVariables.filter((name) => name.toLowerCase() !== 'no_proxy')
  if (proxies.length === 0) return fine('proxy', message('doctor.noProxy'))
  const text = message('doctor.proxy', { names: proxies.join(', ') })
  const excepts = proxies.length < proxyVariables.length
  return excepts ? fine('proxy', text) : warning('proxy', text, message('doctor.proxy.remedy'))
}

function hubFinding({ hub, hubProblem }: MachineFacts): DoctorFinding {
  const { endpoint, cache, isOffline, hasToken } = hub
  if (isOffline) return fine('hub', message('doctor.hub.offline', { cache }))
  if (hubProblem !== null) {
    const text = message('doctor.hub.unreachable', { endpoint, why: firstLine(hubProblem) })
    return warning('hub', text, message('doctor.hub.remedy', { cache }))
  }
  const access: Text = message(hasToken ? 'doctor.hub.token' : 'doctor.hub.anonymous')
  return fine('hub', message('doctor.hub', { endpoint, access }))
}

function sshFinding({ ssh: { config, agent } }: MachineFacts): DoctorFinding {
  const text = message('doctor.ssh', {
    config: message(config ? 'doctor.there' : 'doctor.notThere'),
    agent: message(agent ? 'doctor.there' : 'doctor.notThere'),
  })
  return fine('ssh', text)
}

function browserFinding({ hasDesktop }: MachineFacts): DoctorFinding {
  return fine('browser', message(hasDesktop ? 'doctor.browser' : 'doctor.noBrowser'))
}
