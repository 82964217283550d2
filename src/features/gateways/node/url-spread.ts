// Several base URLs: the strategy of a run and the check that each server runs and serves the first one's model.
import { message, type Text } from '#core/messages/message.ts'
import { type AppError, appError } from '#core/model/app-error.ts'
import { unlistedModelNote } from '#core/report/unlisted-model.ts'
import type { Spread } from '#node/experiment/server-access.ts'
import type { ServerAccess } from '#node/http/http-client.ts'
import { probeServer } from '#node/http/probe-server.ts'

type First = Parameters<Spread['checkServers']>[1]

/** Resolves with notes for the user, in sentences. Rejects with `model-not-found` if a server has another model. */
async function requireSameModel(
  others: readonly ServerAccess[],
  first: First,
  signal: AbortSignal,
): Promise<readonly Text[]> {
  const { modelId, facts } = first.server
  const notes: Text[] = []
  for (const access of others) {
    const other = await probeServer({ access, model: modelId, signal })
    const { unlisted, version } = other.facts
    if (unlisted !== undefined && unlisted.listed !== null && facts.unlisted === undefined) {
      throw otherModel(access, unlisted.listed, first)
    }
    const note = unlistedModelNote(other.facts, access.baseUrl)
    if (note !== null) notes.push(note)
    if (version !== facts.version) {
      const [url, firstUrl] = [access.baseUrl, first.access.baseUrl]
      notes.push(
        message('notes.versionsDiffer', {
          ...{ url, firstUrl },
          version: version ?? '–',
          firstVersion: facts.version ?? '–',
        }),
      )
    }
  }
  return notes
}

function otherModel(
  { baseUrl: url }: ServerAccess,
  listed: readonly string[],
  { access, server }: First,
): AppError {
  return appError(
    'model-not-found',
    'runs.otherModel',
    {
      ...{ url, firstUrl: access.baseUrl, model: server.modelId },
      names: listed.join(', ') || message('notes.unlisted.none'),
    },
    { field: 'otherBaseUrls' },
  )
}

export const urlSpread: Spread = {
  strategyOf: ({ urlStrategy }) => urlStrategy,
  checkServers: requireSameModel,
}
