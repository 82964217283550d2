// All entries that can be opened by name: views, actions, servers, hosts, sweeps, runs, places of features.
import { type Host, hostAddress } from '#core/model/host.ts'
import type { RunSummaryRow } from '#core/model/run/run.ts'
import type { Server } from '#core/model/server.ts'
import type { Sweep } from '#core/model/sweep.ts'
import { computed, type ComputedRef, type Ref } from 'vue'
import { useRouter } from 'vue-router'
import { dash } from '#core/base/numbers.ts'
import { formatMoment, t, textOf, type Translate } from '../../i18n/i18n.ts'
import { useHosts } from '../../stores/hosts.ts'
import { useRuns } from '../../stores/runs.ts'
import { useServers } from '../../stores/servers.ts'
import { useSettings } from '../../stores/settings.ts'
import { useSweeps } from '../../stores/sweeps.ts'
import { navigationEntries, viewCommands } from '../../views/views.ts'
import { serverNames } from '../sweep/sweep-status.ts'
import { useFeatureResults } from '../results/feature-results.ts'
import type { StartRow } from '../start/start-rows.ts'
import { hostName } from '../host/host-name.ts'
import { pageCommands } from '../kit/page-commands.ts'
import { openPlace } from './shortcuts.ts'
import * as sources from './features.ts'
import type { OpenPaletteSource, PaletteEntry, PalettePlace } from './palette-entries.ts'

/** Entries while the palette is open. */
export function usePaletteEntries(open: Ref<boolean>): ComputedRef<readonly PaletteEntry[]> {
  const router = useRouter()
  const servers = useServers()
  const hosts = useHosts()
  const runs = useRuns()
  const sweeps = useSweeps()
  const settings = useSettings()
  const features = useFeatureResults()
  const places = Object.values<OpenPaletteSource>(sources).map((source) => source(open))

  function themeEntry(): PaletteEntry {
    const other = settings.theme === 'dark' ? 'light' : 'dark'
    return {
      id: 'theme',
      group: 'shell.palette.actions',
      name: t(`shell.palette.${other}Theme`),
      detail: '',
      open: () => settings.change({ theme: other }),
    }
  }

  function featureEntry({ kind, id, name, answer, detail }: StartRow): PaletteEntry {
    const said = [answer, detail].filter(Boolean).join(' · ')
    const { path } = router.resolve({ name: kind, params: { id } })
    return placeEntry({
      ...{ id: `${kind} ${id}`, group: 'shell.palette.results', name, detail: said, path },
    })
  }

  function placeEntry({ path, ...place }: PalettePlace): PaletteEntry {
    return { ...place, open: () => void openPlace(router, path) }
  }

  return computed(() => [
    ...pageCommands().map(({ id, name, run }) => ({
      id: `page ${id}`,
      group: 'shell.palette.page' as const,
      name,
      detail: '',
      open: run,
    })),
    ...fixedPlaces().map(placeEntry),
    themeEntry(),
    ...servers.list.map(serverPlace).map(placeEntry),
    ...hosts.list.map((host) => hostPlace(host, t)).map(placeEntry),
    ...sweeps.list.map(sweepPlace).map(placeEntry),
    ...features.list().map(({ row }) => featureEntry(row)),
    ...runs.list.map(runPlace).map(placeEntry),
    ...places.flatMap((list) => list()).map(placeEntry),
  ])
}

function fixedPlaces(): PalettePlace[] {
  const places = [
    ...navigationEntries.map((entry) => ({ ...entry, group: 'shell.palette.views' as const })),
    ...viewCommands.map((command) => ({ ...command, group: 'shell.palette.actions' as const })),
  ]
  return places.map(({ group, path, text }) => ({
    id: `${group} ${path}`,
    group,
    name: textOf(text),
    detail: '',
    path,
  }))
}

function serverPlace({ id, name, state }: Server): PalettePlace {
  const detail = state.state === 'ready' ? state.facts.model : ''
  return {
    ...{ id: `server ${id}`, group: 'shell.palette.servers', name },
    ...{ detail, path: `/servers/${id}` },
  }
}

function hostPlace(host: Host, t: Translate): PalettePlace {
  const { id, spec } = host
  const name = hostName(host, t)
  return {
    ...{ id: `host ${id}`, group: 'shell.palette.hosts', name },
    ...{ detail: hostAddress(spec), path: `/hosts/${id}` },
  }
}

function sweepPlace(sweep: Sweep): PalettePlace {
  const { id, plan, createdAtEpochMs } = sweep
  const detail = `${serverNames(sweep)} · ${formatMoment(createdAtEpochMs)}`
  return {
    ...{ id: `sweep ${id}`, group: 'shell.palette.sweeps', name: plan.name },
    ...{ detail, path: `/sweeps/${id}` },
  }
}

function runPlace({
  id,
  name,
  facts,
  serverName,
  imported,
  tags,
  createdAtEpochMs,
}: RunSummaryRow): PalettePlace {
  const origin = facts?.model ?? serverName ?? imported?.fileName ?? dash
  const detail = [origin, ...tags, formatMoment(createdAtEpochMs)].join(' · ')
  return { id: `run ${id}`, group: 'shell.palette.runs', name, detail, path: `/runs/${id}` }
}
