// `kneepoint doctor`: checks whether this machine meets Kneepoint's requirements, and prints remedies.
import { inEnglish, message, type Text } from '#core/messages/message.ts'
import { switchFlag } from '#core/flags/flag.ts'
import { preparedFolder } from '#node/files/data-folder.ts'
import { KeptFiles } from '#node/files/kept-files.ts'
import { findingsOf, type DoctorFinding, type FindingState } from './server/findings.ts'
import { machineFacts } from './server/machine-facts.ts'
import { exitCodes } from './exit.ts'
import { flagCommand } from './flag-command.ts'

const marks: Readonly<Record<FindingState, string>> = { fine: '✓', warning: '!', problem: '✗' }

export const doctor = flagCommand({
  name: 'kneepoint doctor',
  about:
    'Checks whether this machine is fit to measure from: Node and native packages, database, limits of files and ports, ' +
    'cores, timers, proxies, the model hub, SSH. Each finding comes with a remedy. Exits with 1 if part of Kneepoint ' +
    'does not work.',
  flags: {
    json: switchFlag('Print the findings as JSON.'),
    clearPrepared: switchFlag('First remove the prepared workloads that are kept for later runs.'),
  },
  async run({ json, clearPrepared }, { print }) {
    if (clearPrepared) new KeptFiles(preparedFolder()).clear()
    const findings = findingsOf(await machineFacts())
    if (json) print(JSON.stringify(findings.map(asData), null, 2))
    else {
      for (const finding of findings) for (const line of linesOf(finding)) print(line)
      const [problems, warnings] = [countOf(findings, 'problem'), countOf(findings, 'warning')]
      print(message('doctor.summary', { problems, warnings }))
    }
    return countOf(findings, 'problem') > 0 ? exitCodes.broken : exitCodes.done
  },
})

function countOf(findings: readonly DoctorFinding[], wanted: FindingState): number {
  return findings.filter(({ state }) => state === wanted).length
}

const topicWidth = 16

function linesOf({ topic, state, text, remedy }: DoctorFinding): readonly Text[] {
  const head = `${marks[state]} ${topic.padEnd(topicWidth)}`
  const first = message('cli.labelled', { label: head, text })
  const indent = ' '.repeat(head.length)
  return remedy === null
    ? [first]
    : [first, message('cli.labelled', { label: indent, text: remedy })]
}

function asData({ text, remedy, ...finding }: DoctorFinding) {
  return {
    ...finding,
    text: inEnglish(text),
    remedy: remedy === null ? null : inEnglish(remedy),
  }
}
