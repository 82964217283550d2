// Launch profiles of the user: saved without secrets, cloned, compared.
import { randomUUID } from 'node:crypto'
import { stringify } from 'yaml'
import { message, textOf } from '#core/messages/message.ts'
import { appError, AppError } from '#core/model/app-error.ts'
import type {
  LaunchProfile,
  ProfileDifference,
  ServeConfig,
  StoredProfile,
} from '#core/model/launch-profile.ts'
import { compareProfiles } from '#core/vllm/launch/compare-profiles.ts'
import { separateSecrets } from '#core/vllm/launch/separate-secrets.ts'
import { ownFlagIndex } from '#node/remote/launch/flag-catalogue.ts'
import type { Database } from '#node/storage/database.ts'
import {
  findProfile,
  listProfiles,
  removeProfile,
  saveProfile,
} from '#node/storage/hosts-and-servers.ts'
import { configFileContents, configFromFile } from '#core/vllm/import-serve-command.ts'
import type { Events } from '../events.ts'
import { parsedYaml } from '../sweeps/parsed-yaml.ts'

export class Profiles {
  readonly #database: Database
  readonly #events: Events

  constructor(database: Database, events: Events) {
    this.#database = database
    this.#events = events
  }

  list(): StoredProfile[] {
    return listProfiles(this.#database)
  }

  /** Null makes a new one. */
  save(id: string | null, given: LaunchProfile): StoredProfile {
    const { profile } = separateSecrets(given, ownFlagIndex())
    const now = Date.now()
    const before = id === null ? null : this.#find(id)
    const stored = {
      id: before?.id ?? randomUUID(),
      profile,
      createdAtEpochMs: before?.createdAtEpochMs ?? now,
      updatedAtEpochMs: now,
    }
    saveProfile(this.#database, stored)
    this.#events.publish({ type: 'profile', profile: stored })
    return stored
  }

  clone(id: string, name: string | null): StoredProfile {
    const { profile } = this.#find(id)
    return this.save(null, { ...profile, name: name ?? this.#freeName(profile.name) })
  }

  remove(id: string): void {
    this.#find(id)
    removeProfile(this.#database, id)
    this.#events.publish({ type: 'profile-removed', id })
  }

  compare(firstId: string, secondId: string): ProfileDifference[] {
    return compareProfiles(this.#find(firstId).profile, this.#find(secondId).profile)
  }

  /** `qwen 2` after `qwen`. */
  #freeName(name: string): string {
    const taken = new Set(this.list().map(({ profile }) => profile.name))
    const stem = name.replace(/ \d+$/, '')
    let number = 2
    while (taken.has(`${stem} ${number}`)) number += 1
    return `${stem} ${number}`
  }

  #find(id: string): StoredProfile {
    const stored = findProfile(this.#database, id)
    if (stored !== null) return stored
    throw new AppError('not-found', message('launch.unknownProfile', { id }), {
      remedy: message('hosts.removed'),
    })
  }
}

// Launch settings in foreign formats: imports and exports command lines and configuration files of vLLM.
export function readConfigFile(text: string): ServeConfig {
  return configFromFile(parsed(text), ownFlagIndex())
}

export function writeConfigFile({ config }: LaunchProfile): string {
  return stringify(configFileContents(config))
}

/** Ten times the size of any realistic file. */
const longestFile = 16_384

function parsed(text: string): unknown {
  return parsedYaml(text, longestFile, {
    tooLong: (lengths) => appError('invalid-input', 'launch.tooLong', lengths, { field: 'text' }),
    notYaml: (cause) =>
      new AppError('invalid-input', message('launch.notYaml', { why: textOf(cause) }), {
        field: 'text',
        remedy: message('launch.configFileForm'),
        cause,
      }),
  })
}
