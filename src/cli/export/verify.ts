// `kneepoint verify`: reports which parts of a bundle are reliable without trust in its sender.
import { jsonFlag, textFlag } from '#core/flags/flag.ts'
import { inEnglish, listed, message, type Text } from '#core/messages/message.ts'
import type { Run } from '#core/model/run/run.ts'
import { printable, shortIdLength, terminalText } from '#core/base/printable.ts'
import { requireImportableFile } from '#node/result-files/read-result-file.ts'
import { verifyBundle, type VerifiedBundle, type VerifiedRun } from '#node/report/verify-bundle.ts'
import { exitCodes } from '../exit.ts'
import { flagCommand } from '../flag-command.ts'
import { ownVersion } from '../own-files.ts'

export const verify = flagCommand({
  name: 'kneepoint verify',
  words: 'FILE…',
  about:
    'Checks bundles without importing them: whether they are as they were signed, and by which key; computes every ' +
    'figure anew from the requests in the file; and tells which figures are only stated. Exits with 1 if a bundle was ' +
    'changed or a figure does not follow from its requests.',
  flags: {
    key: textFlag('FINGERPRINT', 'Require the signature of this key, such as SHA256:47DE…'),
    json: jsonFlag,
  },
  async run({ key, json }, { print, interrupted }, files) {
    let broken = 0
    const results: unknown[] = []
    for (const file of files) {
      await requireImportableFile(file)
      const verified = await verifyBundle(file, interrupted)
      if (!isSound(verified, key)) broken += 1
      if (json) results.push({ file, ...asJson(verified) })
      else for (const text of verdictLines(file, verified, key)) print(text)
    }
    if (json) print(JSON.stringify(results, null, 2))
    return broken === 0 ? exitCodes.done : exitCodes.broken
  },
})

function isSound({ signature, fingerprint, runs, problem }: VerifiedBundle, key: string | null) {
  const isSigned = signature === 'valid' ? key === null || key === fingerprint : key === null
  const follows = runs.every(({ differences }) => differences.length === 0)
  return signature !== 'invalid' && isSigned && follows && problem === null
}

function asJson({ head, runs, problem, ...others }: VerifiedBundle) {
  return {
    writtenBy: head.writtenBy,
    writtenAtEpochMs: head.writtenAtEpochMs,
    ...others,
    problem: problem && { line: problem.line, message: inEnglish(problem.message) },
    runs: runs.map(({ run: { id, name, clientVersion, imported, summary }, ...checked }) => ({
      ...{ id, name, clientVersion, origin: originOf(imported, checked) },
      ...checked,
      client: summary?.client ?? null,
    })),
  }
}

type Origin = 'measured' | 'imported' | 'stated'

function originOf(imported: Run['imported'], { requests }: Pick<VerifiedRun, 'requests'>): Origin {
  if (imported !== null) return 'imported'
  return requests > 0 ? 'measured' : 'stated'
}

function* verdictLines(
  file: string,
  { head, signature, fingerprint, runs, sweeps, problem }: VerifiedBundle,
  key: string | null,
): Generator<Text> {
  const version = printable(head.writtenBy, longestVersion)
  const at = new Date(head.writtenAtEpochMs).toISOString()
  yield message('cli.verify.head', { file, version, at })
  yield message(`cli.verify.${signature}`, { key: fingerprint ?? '' })
  if (key !== null && signature === 'valid' && key !== fingerprint) {
    yield message('cli.verify.otherKey', { key })
  }
  if (key === null && signature === 'valid') yield message('cli.verify.compareKey')
  for (const run of runs) {
    yield verdictOf(run)
    for (const text of detailsOf(run)) yield message('common.indented', { text })
  }
  for (const { name, ...counts } of sweeps) {
    if (counts.runs < counts.logged)
      yield message('cli.verify.sweep', { name: printable(name), ...counts })
  }
  if (problem !== null) {
    yield message('cli.importProblem', { file, line: problem.line, problem: problem.message })
    yield message('cli.verify.brokenOff')
  }
}

const longestVersion = 40

function verdictOf({ run, requests, figures, differences }: VerifiedRun): Text {
  const name = `${run.id.slice(0, shortIdLength)}, ${printable(run.name)}`
  switch (originOf(run.imported, { requests })) {
    case 'imported':
      return message('cli.verify.imported', { name, file: printable(run.imported?.fileName ?? '') })
    case 'stated':
      return message('cli.verify.stated', { name })
    case 'measured': {
      if (run.summary === null) return message('cli.verify.noFigures', { name, requests })
      const version = printable(run.clientVersion ?? '–', longestVersion)
      const counts = { name, version, requests, figures, differing: differences.length }
      return message(differences.length === 0 ? 'cli.verify.follows' : 'cli.verify.differs', counts)
    }
  }
}

/** The first ones are enough to find the cause. */
const mostDifferences = 10

/** Metrics that cannot be reproduced, followed by those that only the client and the server counted. */
function* detailsOf({ run, requests, differences }: VerifiedRun): Generator<Text> {
  const { clientVersion, imported, summary } = run
  if (summary === null || originOf(imported, { requests }) !== 'measured') return
  for (const { figure, stated, recomputed } of differences.slice(0, mostDifferences)) {
    yield message('cli.verify.difference', { figure, stated: terminalText(stated), recomputed })
  }
  const more = differences.length - mostDifferences
  if (more > 0) yield message('cli.verify.more', { count: more })
  if (differences.length > 0 && clientVersion !== ownVersion()) {
    yield message('cli.verify.otherVersion', { version: ownVersion() })
  }
  const { client, server, probes, workers } = summary
  const told = [
    message('cli.verify.settings'),
    client !== null && message('cli.verify.client'),
    server !== null && message('cli.verify.server'),
    probes !== null && message('cli.verify.probes'),
    workers !== undefined && message('cli.verify.workers'),
  ].filter((part) => part !== false)
  yield message('cli.verify.told', { parts: listed(told) })
  if (client !== null && client.readLagP99Us !== null) {
    const inMs = (lagUs: number) => (lagUs / 1000).toFixed(2)
    const lags = { lag: inMs(client.readLagP99Us), sent: inMs(client.sendLagP99Us) }
    yield message('cli.verify.clientError', lags)
  }
}
