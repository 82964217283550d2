// All entries that open by name: views, actions, servers, hosts, sweeps, runs, terms, documentation.
import { type Host, hostAddress } from '#core/model/host.ts'
import type { RunSummaryRow } from '#core/model/run/run.ts'
import type { Server } from '#core/model/server.ts'
import type { Sweep } from '#core/model/sweep.ts'
import { computed, shallowRef, watch, type ComputedRef, type Ref } from 'vue'
import { useRouter } from 'vue-router'
import { dash } from '#core/base/numbers.ts'
import { docsContents, docsPath, type DocsChapter } from '../docs/docs-contents.ts'
import {
  currentLanguage,
  formatMoment,
  t,
  textOf,
  textsIn,
  type Translate,
} from '../../i18n/i18n.ts'
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
import { openPlace } from './open-place.ts'
import type { PaletteEntry } from './palette-entries.ts'

type Place = Omit<PaletteEntry, 'open'> & Readonly<{ path: string }>

/** Entries while the palette is open; headings of the documentation are loaded when it first opens. */
export function usePaletteEntries(open: Ref<boolean>): ComputedRef<readonly PaletteEntry[]> {
  const router = useRouter()
  const servers = useServers()
  const hosts = useHosts()
  const runs = useRuns()
  const sweeps = useSweeps()
  const settings = useSettings()
  const features = useFeatureResults()
  const chapters = shallowRef<readonly DocsChapter[]>([])

  watch([open, currentLanguage], async ([isOpen, language]) => {
    // Without them the palette finds everything else, and retries when it next opens.
    if (isOpen) chapters.value = await docsContents(language).catch(() => [])
  })

  function themeEntry(): PaletteEntry {
    const other = settings.theme === 'dark' ? 'light' : 'dark'
    return {
      id: 'theme',
      group: 'actions',
      name: t(`shell.palette.${other}Theme`),
      detail: '',
      open: () => settings.change({ theme: other }),
    }
  }

  function featureEntry({ kind, id, name, answer, detail }: StartRow): PaletteEntry {
    const said = [answer, detail].filter(Boolean).join(' · ')
    const { path } = router.resolve({ name: kind, params: { id } })
    return placeEntry({ id: `${kind} ${id}`, group: 'results', name, detail: said, path })
  }

  function placeEntry({ path, ...place }: Place): PaletteEntry {
    return { ...place, open: () => void openPlace(router, path) }
  }

  return computed(() => [
    ...pageCommands().map(({ id, name, run }) => ({
      id: `page ${id}`,
      group: 'page' as const,
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
    ...termPlaces().map(placeEntry),
    ...chapters.value.flatMap(docsPlaces).map(placeEntry),
  ])
}

function fixedPlaces(): Place[] {
  const places = [
    ...navigationEntries.map((entry) => ({ ...entry, group: 'views' as const })),
    ...viewCommands.map((command) => ({ ...command, group: 'actions' as const })),
  ]
  return places.map(({ group, path, text }) => ({
    id: `${group} ${path}`,
    group,
    name: textOf(text),
    detail: '',
    path,
  }))
}

function serverPlace({ id, name, state }: Server): Place {
  const detail = state.state === 'ready' ? state.facts.model : ''
  return { id: `server ${id}`, group: 'servers', name, detail, path: `/servers/${id}` }
}

function hostPlace(host: Host, t: Translate): Place {
  const { id, spec } = host
  const name = hostName(host, t)
  return { id: `host ${id}`, group: 'hosts', name, detail: hostAddress(spec), path: `/hosts/${id}` }
}

function sweepPlace(sweep: Sweep): Place {
  const { id, plan, createdAtEpochMs } = sweep
  const detail = `${serverNames(sweep)} · ${formatMoment(createdAtEpochMs)}`
  return { id: `sweep ${id}`, group: 'sweeps', name: plan.name, detail, path: `/sweeps/${id}` }
}

function runPlace({
  id,
  name,
  facts,
  serverName,
  imported,
  tags,
  createdAtEpochMs,
}: RunSummaryRow): Place {
  const origin = facts?.model ?? serverName ?? imported?.fileName ?? dash
  const detail = [origin, ...tags, formatMoment(createdAtEpochMs)].join(' · ')
  return { id: `run ${id}`, group: 'runs', name, detail, path: `/runs/${id}` }
}

function termPlaces(): Place[] {
  return Object.entries(textsIn(currentLanguage()).glossary).map(([id, { name, meaning }]) => ({
    ...{ id: `term ${id}`, group: 'terms' as const, name, detail: meaning },
    path: `/glossary?find=${encodeURIComponent(name)}`,
  }))
}

/** Each page, and each of its headings by its own name. */
function docsPlaces({ name: chapter, pages }: DocsChapter): Place[] {
  return pages.flatMap((page) => [
    {
      ...{ id: `docs ${page.path}`, group: 'docs' as const, name: page.name },
      ...{ detail: chapter, path: docsPath(page) },
    },
    ...page.headings.map((heading) => ({
      ...{ id: `docs ${page.path} ${heading.id}`, group: 'docs' as const, name: heading.name },
      detail: page.name,
      path: docsPath(page, heading),
    })),
  ])
}
