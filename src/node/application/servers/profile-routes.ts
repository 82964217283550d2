// Who answers the calls about launch profiles.
import { implement } from '@orpc/server'
import { profileApi } from '#contract/host-api.ts'
import { importServeCommand } from '#core/vllm/import-serve-command.ts'
import { ownCatalogue, ownFlagIndex } from '#node/remote/launch/flag-catalogue.ts'
import type { ProfileChecks } from './profile-checks.ts'
import { type Profiles, readConfigFile, writeConfigFile } from './profiles.ts'

export type ProfileTools = Readonly<{ profiles: Profiles; checks: ProfileChecks }>

const os = implement(profileApi)

export function profileRoutes({ profiles, checks }: ProfileTools) {
  return {
    list: os.list.handler(() => profiles.list()),
    save: os.save.handler(({ input }) => profiles.save(input.id, input.profile)),
    clone: os.clone.handler(({ input }) => profiles.clone(input.id, input.name)),
    remove: os.remove.handler(({ input }) => profiles.remove(input.id)),
    compare: os.compare.handler(({ input }) => profiles.compare(input.firstId, input.secondId)),
    preview: os.preview.handler(({ input }) => checks.preview(input.profile, input.hostId)),
    preflight: os.preflight.handler(({ input }) => checks.preflight(input.profile, input.hostId)),
    catalogue: os.catalogue.handler(() => ownCatalogue()),
    installedFlags: os.installedFlags.handler(({ input }) =>
      checks.installedFlags(input.hostId, input.runtime),
    ),
    importCommand: os.importCommand.handler(({ input }) =>
      importServeCommand(input.text, ownFlagIndex()),
    ),
    importFile: os.importFile.handler(({ input }) => readConfigFile(input.text)),
    exportFile: os.exportFile.handler(({ input }) => writeConfigFile(input.profile)),
  }
}
