// Differences in the configuration of runs: parameters, server, and its launch.
import { type BenchmarkField, benchmarkFlags } from '#core/flags/benchmark-fields.ts'
import { defaultBenchmarkConfig } from '#core/model/benchmark-config.ts'
import type { Run } from '#core/model/run/run.ts'
import { isKnown } from '#core/model/run/import-source.ts'
import { simulatorSettingNames, simulatorSettings } from '#core/sweep/simulator-settings.ts'
import { dash } from '#core/base/numbers.ts'
import type { Translate } from '../../i18n/i18n.ts'
import { serverText } from '../run/labels/server-text.ts'
import { modelOf } from '../run/table/sort-runs.ts'

export type ConfigDifference = Readonly<{
  name: string
  /** Whether it is a flag, which is shown as code. */
  isFlag: boolean
  /** One per run. */
  values: readonly string[]
}>

type Fact = Readonly<{ name: string; isFlag: boolean; value: (run: Run) => string }>

/** Differences, without values common to all runs. */
export function configDifferences(runs: readonly Run[], t: Translate): ConfigDifference[] {
  return [...facts(t), ...settingFacts(runs), ...flagFacts].flatMap(({ name, isFlag, value }) => {
    const values = runs.map(value)
    return new Set(values).size > 1 ? [{ name, isFlag, values }] : []
  })
}

function facts(t: Translate): Fact[] {
  const yesOrNo = (value: boolean | undefined) =>
    value === undefined ? dash : t(value ? 'common.yes' : 'common.no')
  const reported: readonly Omit<Fact, 'isFlag'>[] = [
    { name: t('common.server'), value: (run) => serverText(run, t) ?? dash },
    { name: t('run.origin.model'), value: (run) => modelOf(run) ?? dash },
    { name: t('run.origin.version'), value: (run) => run.facts?.version ?? dash },
    { name: t('run.origin.kvCache'), value: (run) => String(run.facts?.kvCacheTokens ?? dash) },
    { name: t('run.origin.simulated'), value: (run) => yesOrNo(run.facts?.simulated) },
    { name: t('compare.host'), value: (run) => run.launch?.hostName ?? dash },
    { name: t('compare.gpus'), value: (run) => run.launch?.gpus.join(', ') ?? dash },
    { name: t('compare.launch'), value: (run) => run.launch?.command ?? dash },
    { name: t('run.origin.clientVersion'), value: (run) => run.clientVersion ?? dash },
  ]
  return reported.map((fact) => ({ ...fact, isFlag: false }))
}

/** Settings of simulators started by this program. */
function settingFacts(runs: readonly Run[]): Fact[] {
  return simulatorSettingNames(runs.map((run) => run.facts)).map((name) => ({
    ...{ name, isFlag: true },
    value: (run) => simulatorSettings(run.facts).get(name) ?? dash,
  }))
}

/** The server's name identifies the target, because addresses of simulators change at every start. A label names the run. */
const unsaid: readonly string[] = ['baseUrl', 'host', 'port', 'model', 'label']

const flagFacts: readonly Fact[] = benchmarkFlags
  .filter(({ field }) => !unsaid.includes(field))
  .map(({ field, flag }) => ({
    name: flag,
    isFlag: true,
    value: (run) => (isKnown(run, field) ? written(settingOf(run, field)) : dash),
  }))

/** Runs of earlier versions lack later flags, and ran without them. */
function settingOf({ config }: Run, field: BenchmarkField): unknown {
  const stored: Partial<typeof config> = config
  return stored[field] === undefined ? defaultBenchmarkConfig[field] : stored[field]
}

function written(value: unknown): string {
  if (value === undefined || value === null) return dash
  return typeof value === 'string' ? value : JSON.stringify(value)
}
