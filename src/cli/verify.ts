// `kneepoint verify`: what of a bundle can be relied on without trusting who sent it.
import { jsonFlag, textFlag } from '#core/flags/value-schemas.ts'
import { listed } from '#core/messages/joined.ts'
import { message, type Text } from '#core/messages/message.ts'
import { printable, terminalText } from '#core/report/printable.ts'
import { shortIdLength } from '#core/report/file-name.ts'
import { requireImportableFile } from '#node/result-files/read-result-file.ts'
import { verifyBundle, type VerifiedBundle, type VerifiedRun } from '#node/report/verify-bundle.ts'
import { exitCodes } from './exit.ts'
import { flagCommand } from './flag-command.ts'
import { ownVersion } from './own-files.ts'

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

function asJson({ runs, ...bundle }: VerifiedBundle) {
  return {
    ...bundle,
    runs: runs.map(({ run: { id, name, clientVersion, imported, summary }, ...checked }) => ({
      ...{ id, name, clientVersion, origin: originOf(imported, checked) },
      ...checked,
      client: summary?.client ?? null,
    })),
  }
}

type Origin = 'measured' | 'imported' | 'stated'

function originOf(imported: unknown, { requests }: Pick<VerifiedRun, 'requests'>): Origin {
  if (imported !== null) return 'imported'
  return requests > 0 ? 'measured' : 'stated'
}

function* verdictLines(
  file: string,
  { writtenBy, writtenAtEpochMs, signature, fingerprint, runs, problem }: VerifiedBundle,
  key: string | null,
): Generator<Text> {
  const at = writtenAtEpochMs === null ? '–' : new Date(writtenAtEpochMs).toISOString()
  yield message('cli.verify.head', { file, version: printable(writtenBy ?? '–', 40), at })
  yield message(`cli.verify.${signature}`, { key: fingerprint ?? '' })
  if (key !== null && signature === 'valid' && key !== fingerprint) {
    yield message('cli.verify.otherKey', { key })
  }
  for (const run of runs) yield* runLines(run)
  if (problem !== null) {
    yield message('cli.importProblem', { file, line: problem.line, problem: problem.text })
  }
}

/** The first are enough to find the cause. */
const mostDifferences = 10

function* runLines({ run, requests, figures, differences }: VerifiedRun): Generator<Text> {
  const { id, clientVersion, imported, summary } = run
  const name = `${id.slice(0, shortIdLength)}, ${printable(run.name)}`
  const origin = originOf(imported, { requests })
  if (origin === 'imported') {
    const from = printable(imported?.fileName ?? '')
    yield message('cli.verify.imported', { name, file: from })
    return
  }
  if (origin === 'stated' || summary === null) {
    yield message('cli.verify.stated', { name })
    return
  }
  const version = printable(clientVersion ?? '–', 40)
  const counts = { name, version, requests, figures, differing: differences.length }
  yield message(differences.length === 0 ? 'cli.verify.follows' : 'cli.verify.differs', counts)
  for (const { figure, stated, recomputed } of differences.slice(0, mostDifferences)) {
    const text = message('cli.verify.difference', {
      figure,
      stated: terminalText(stated),
      recomputed,
    })
    yield message('common.indented', { text })
  }
  if (differences.length > 0 && clientVersion !== ownVersion()) {
    const text = message('cli.verify.otherVersion', { version: ownVersion() })
    yield message('common.indented', { text })
  }
  const more = differences.length - mostDifferences
  if (more > 0)
    yield message('common.indented', { text: message('cli.verify.more', { count: more }) })
  const { client, server, probes, workers } = summary
  const told = [
    client !== null && message('cli.verify.client'),
    server !== null && message('cli.verify.server'),
    probes !== null && message('cli.verify.probes'),
    workers !== undefined && message('cli.verify.workers'),
  ].filter((part) => part !== false)
  if (told.length > 0) {
    const text = message('cli.verify.told', { parts: listed(told) })
    yield message('common.indented', { text })
  }
  if (client !== null && client.readLagP99Us !== null) {
    const lag = (client.readLagP99Us / 1000).toFixed(2)
    const sent = (client.sendLagP99Us / 1000).toFixed(2)
    yield message('common.indented', { text: message('cli.verify.clientError', { lag, sent }) })
  }
}
