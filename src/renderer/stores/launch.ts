// The launch being composed: its host, its fields, its command and its problems.
import type { PreflightReport, ProfilePreview } from '#contract/host-api.ts'
import type { LaunchProfile, ServeConfig, StoredProfile } from '#core/model/launch-profile.ts'
import type { ErrorContent } from '#core/messages/message.ts'
import { localHostId } from '#core/model/host.ts'
import type { Server } from '#core/model/server.ts'
import { type FlagCatalogue, indexFlags } from '#core/vllm/flag-index.ts'
import { defineStore } from 'pinia'
import { computed, shallowRef, watch } from 'vue'
import { callError } from '../api/call-error.ts'
import { useClient } from '../api/client.ts'
import { keptLaunchSchema, withoutSecretText } from '../drafts/launch/kept-launch.ts'
import {
  emptyLaunch,
  launchDraftOf,
  readLaunch,
  withCommand,
  withConfig,
  type LaunchDraft,
} from '../drafts/launch/launch-draft.ts'
import { afterTyping } from './after-typing.ts'
import { useHosts } from './hosts.ts'
import { stored } from './stored.ts'

export const useLaunch = defineStore('launch', () => {
  const client = useClient()
  const hosts = useHosts()

  const kept = stored('kneepoint.launch', keptLaunchSchema, localStorage)
  const before = kept.read()

  const wantedHostId = shallowRef(before.hostId ?? localHostId)
  const profileId = shallowRef(before.profileId)
  const draft = shallowRef<LaunchDraft>(before.draft)
  /** Secrets by name of variable; lost when the window closes. */
  const secrets = shallowRef<Readonly<Record<string, string>>>({})
  const catalogue = shallowRef<FlagCatalogue | null>(null)
  const preview = shallowRef<ProfilePreview | null>(null)
  const preflight = shallowRef<PreflightReport | null>(null)

  const hostId = computed({
    get: () => (hosts.byId.has(wantedHostId.value) ? wantedHostId.value : localHostId),
    set: (id) => (wantedHostId.value = id),
  })
  const host = computed(() => hosts.byId.get(hostId.value) ?? null)
  const reading = computed(() => readLaunch(draft.value))
  /** Secrets that the profile needs and the user has not entered. */
  const missingSecrets = computed(() =>
    (reading.value.profile?.secretNames ?? []).filter((name) => !secrets.value[name]),
  )
  const flagIndex = computed(() => indexFlags(catalogue.value?.flags ?? []))
  /** The host check takes precedence until the user changes something. */
  const shown = computed(() => preflight.value ?? preview.value)

  async function readPreview(profile: LaunchProfile, id: string): Promise<void> {
    const answer = await client.profiles.preview({ profile, hostId: id }).catch(refusal)
    // Ignores a response for an older state.
    if (reading.value.profile === profile) preview.value = answer
  }

  const previewLater = afterTyping()
  watch(
    [() => reading.value.profile, hostId, () => host.value?.facts],
    ([profile, id]) => {
      preflight.value = null
      if (profile === null) preview.value = null
      previewLater(profile === null ? null : () => void readPreview(profile, id))
    },
    { immediate: true },
  )
  watch([wantedHostId, profileId, draft], ([id, profile, written]) =>
    kept.write({ hostId: id, profileId: profile, draft: withoutSecretText(written) }),
  )

  async function readCatalogue(): Promise<void> {
    catalogue.value ??= await client.profiles.catalogue()
  }

  /** Reads the flags from the help of the selected installation. */
  async function askInstallation(): Promise<void> {
    const { runtime } = written()
    catalogue.value = await client.profiles.installedFlags({ hostId: hostId.value, runtime })
  }

  async function check(): Promise<void> {
    const profile = written()
    const answer = await client.profiles.preflight({ profile, hostId: hostId.value })
    if (reading.value.profile === profile) preflight.value = answer
  }

  async function start(): Promise<Server> {
    return await client.servers.launch({
      name: null,
      hostId: hostId.value,
      profile: written(),
      secrets: { ...secrets.value },
    })
  }

  function written(): LaunchProfile {
    const { profile } = reading.value
    if (profile === null) throw new Error('nothing can be launched yet')
    return profile
  }

  /** Null starts with defaults. */
  function open(stored: StoredProfile | null): void {
    profileId.value = stored?.id ?? null
    draft.value = stored === null ? emptyLaunch : launchDraftOf(stored.profile)
    secrets.value = {}
  }

  /** Fills the form with another server's launch, to edit and launch it again. */
  function composeFrom(id: string, profile: LaunchProfile): void {
    open(null)
    hostId.value = id
    draft.value = launchDraftOf(profile)
  }

  function configure(config: ServeConfig): void {
    draft.value = withConfig(draft.value, config)
  }

  /** Resolves with the unsupported parts of the text. */
  async function importCommand(text: string): Promise<readonly ErrorContent[]> {
    const taken = await client.profiles.importCommand({ text })
    draft.value = withCommand(draft.value, taken)
    secrets.value = { ...secrets.value, ...taken.secrets }
    return taken.notes
  }

  /** A configuration file of vLLM may name no model; the entered model is kept then. */
  async function importFile(text: string): Promise<void> {
    const config = await client.profiles.importFile({ text })
    const model = config.model || draft.value.config.model
    configure({ ...config, model })
  }

  return {
    ...{ hostId, host, profileId, draft, secrets, missingSecrets },
    ...{ catalogue, flagIndex, reading, shown, preflight },
    ...{
      readCatalogue,
      askInstallation,
      check,
      start,
      open,
      composeFrom,
      configure,
      importCommand,
      importFile,
    },
  }
})

/** Preview of a launch without a valid command, with the error as a finding. */
function refusal(thrown: unknown): ProfilePreview {
  const { message, remedy, field } = callError(thrown)
  const finding = { flag: field ?? '', severity: 'error' as const, message, remedy: remedy ?? '' }
  return { command: '', findings: [finding] }
}
