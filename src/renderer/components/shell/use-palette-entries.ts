// Everything that can be opened by name: views, actions, servers, runs, sweeps.
import type { Run } from '#core/model/run.ts'
import type { Sweep } from '#core/model/sweep.ts'
import { computed, shallowRef, type ComputedRef } from 'vue'
import { useRouter } from 'vue-router'
import { useClient } from '../../api/client.ts'
import { formatMoment } from '../../format/times.ts'
import { useText } from '../../i18n/i18n.ts'
import { useServers } from '../../stores/servers.ts'
import { useSettings } from '../../stores/settings.ts'
import type { PaletteEntry } from './palette-entries.ts'

const viewNames = ['servers', 'bench', 'sweeps', 'results', 'calibrate', 'settings'] as const

export function usePaletteEntries(): {
  entries: ComputedRef<readonly PaletteEntry[]>
  /** Runs and sweeps are looked up anew each time the palette opens. */
  refresh: () => Promise<void>
} {
  const client = useClient()
  const router = useRouter()
  const servers = useServers()
  const settings = useSettings()
  const t = useText()
  const runs = shallowRef<readonly Run[]>([])
  const sweeps = shallowRef<readonly Sweep[]>([])
  const go = (path: string) => () => void router.push(path)

  const views = computed(() =>
    viewNames.map((name): PaletteEntry => ({
      id: `view ${name}`,
      group: 'views',
      name: t(`shell.${name}`),
      detail: '',
      open: go(`/${name}`),
    })),
  )
  const actions = computed((): PaletteEntry[] => {
    const dark = settings.theme === 'dark'
    const all = [
      { name: t('shell.palette.startSimulator'), open: go('/servers/new') },
      { name: t('shell.palette.attach'), open: go('/servers/attach') },
      { name: t('shell.palette.newBenchmark'), open: go('/bench') },
      {
        name: t(dark ? 'shell.palette.lightTheme' : 'shell.palette.darkTheme'),
        open: () => settings.change({ theme: dark ? 'light' : 'dark' }),
      },
    ]
    return all.map((action) => ({
      id: `action ${action.name}`,
      group: 'actions',
      detail: '',
      ...action,
    }))
  })
  const serverEntries = computed(() =>
    servers.list.map((server): PaletteEntry => ({
      id: `server ${server.id}`,
      group: 'servers',
      name: server.name,
      detail: server.state.state === 'ready' ? server.state.facts.model : '',
      open: go(`/servers/${server.id}`),
    })),
  )
  const runEntries = computed(() =>
    runs.value.map((run): PaletteEntry => ({
      id: `run ${run.id}`,
      group: 'runs',
      name: run.name,
      detail: [
        run.facts?.model ?? run.serverName,
        ...run.tags,
        formatMoment(run.createdAtEpochMs),
      ].join(' · '),
      open: go(`/runs/${run.id}`),
    })),
  )
  const sweepEntries = computed(() =>
    sweeps.value.map((sweep): PaletteEntry => ({
      id: `sweep ${sweep.id}`,
      group: 'sweeps',
      name: sweep.plan.name,
      detail: `${sweep.serverName} · ${formatMoment(sweep.createdAtEpochMs)}`,
      open: go(`/sweeps/${sweep.id}`),
    })),
  )
  const entries = computed(() => [
    ...views.value,
    ...actions.value,
    ...serverEntries.value,
    ...sweepEntries.value,
    ...runEntries.value,
  ])

  async function refresh(): Promise<void> {
    ;[runs.value, sweeps.value] = await Promise.all([client.runs.list({}), client.sweeps.list()])
  }

  return { entries, refresh }
}
