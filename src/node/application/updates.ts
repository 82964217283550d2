// The check for a newer version. Consent and result are stored in a file of the data folder, so that all windows share them.
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import { appApi } from '#contract/app-api.ts'
import { handlers } from './handlers.ts'
import { type UpdateState, updateStateSchema } from '#contract/update-api.ts'
import { message, type Text, textOf } from '#core/messages/message.ts'
import { AppError } from '#core/model/app-error.ts'
import { parsedJson } from '#core/base/parsed-json.ts'
import { isNewer, newestVersion } from '#core/base/releases.ts'
import { releasesAddress, releasesAt } from '#node/http/releases.ts'
import type { Events } from './events.ts'

const dayMs = 24 * 3600 * 1000

type UpdatesOptions = Readonly<{
  databasePath: string
  version: string
  events: Pick<Events, 'publish'>
}>

const keptSchema = updateStateSchema.omit({ address: true })

const unasked: z.infer<typeof keptSchema> = {
  ...{ isAllowed: false, checkedAtEpochMs: null, newerVersion: null, problem: null },
}

export class Updates {
  readonly #options: UpdatesOptions
  readonly #file: string
  #checking: Promise<UpdateState> | null = null

  constructor(options: UpdatesOptions) {
    this.#options = options
    this.#file = path.join(path.dirname(options.databasePath), 'updates.json')
  }

  get state(): UpdateState {
    const { newerVersion, ...kept } = this.#kept()
    // The newer version may have been installed since.
    const isStillNewer = newerVersion !== null && isNewer(newerVersion, this.#options.version)
    return { ...kept, newerVersion: isStillNewer ? newerVersion : null, address: releasesAddress() }
  }

  checkIfDue(): void {
    const { isAllowed, address, checkedAtEpochMs } = this.state
    const isDue = Date.now() - (checkedAtEpochMs ?? 0) >= dayMs
    if (isAllowed && address !== null && isDue) void this.check().catch(() => undefined)
  }

  allow(isAllowed: boolean): UpdateState {
    return this.#keep(isAllowed ? { ...this.state, isAllowed } : unasked)
  }

  check(): Promise<UpdateState> {
    this.#checking ??= this.#check().finally(() => (this.#checking = null))
    return this.#checking
  }

  async #check(): Promise<UpdateState> {
    const { isAllowed, address } = this.state
    if (!isAllowed || address === null) {
      throw new AppError('invalid-input', message('updates.notAllowed'))
    }
    const found = await foundIn(address)
    // The user may have withdrawn the permission in the meantime.
    if (!this.state.isAllowed) return this.state
    return this.#keep({ isAllowed, checkedAtEpochMs: Date.now(), ...found })
  }

  #kept(): z.infer<typeof keptSchema> {
    try {
      return keptSchema.parse(parsedJson(readFileSync(this.#file, 'utf8')))
    } catch {
      return unasked
    }
  }

  #keep(kept: z.infer<typeof keptSchema>): UpdateState {
    writeFileSync(this.#file, JSON.stringify(keptSchema.parse(kept)), { mode: 0o600 })
    const { state } = this
    this.#options.events.publish({ type: 'updates', state })
    return state
  }
}

export function updateRoutes(updates: Updates) {
  return handlers(appApi.updates, {
    state: () => {
      updates.checkIfDue()
      return updates.state
    },
    allow: (input) => updates.allow(input.isAllowed),
    check: () => updates.check(),
  })
}

type ReleaseCheck = Readonly<{ newerVersion: string | null; problem: Text | null }>

async function foundIn(address: string): Promise<ReleaseCheck> {
  try {
    return { newerVersion: newestVersion(await releasesAt(address)), problem: null }
  } catch (error) {
    const problem = error instanceof z.ZodError ? message('updates.noList') : textOf(error)
    return { newerVersion: null, problem }
  }
}
