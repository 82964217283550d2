// Findings of a start's log, as names and values, in the order of the start; omits missing values.
import { keysOf } from '#core/base/keys-of.ts'
import type { LaunchView } from '#core/model/launch.ts'
import { formatCount, formatNumber, withUnit } from '#core/base/numbers.ts'
import { formatDuration, type Translate } from '../../i18n/i18n.ts'

type Startup = LaunchView['startup']
type StartupName = keyof Startup
type StartupValue = string | number | boolean

const asText = (value: StartupValue): string => String(value)
const asAnswer = (value: StartupValue, t: Translate): string =>
  t(value === true ? 'common.yes' : 'common.no')
const asCount = (value: StartupValue): string => formatCount(Number(value))
const asSeconds = (value: StartupValue): string => formatDuration(Number(value))
const asGibibytes = (value: StartupValue): string => withUnit(formatNumber(Number(value)), 'GiB')

const formats: Readonly<Record<StartupName, (value: StartupValue, t: Translate) => string>> = {
  version: asText,
  architecture: asText,
  attentionBackend: asText,
  maxModelLen: asCount,
  maxNumBatchedTokens: asCount,
  downloadS: asSeconds,
  loadS: asSeconds,
  weightsGiB: asGibibytes,
  compileS: asSeconds,
  isCompileCached: asAnswer,
  kvCacheGiB: asGibibytes,
  kvCacheTokens: asCount,
  maxConcurrency: (value) => `${formatNumber(Number(value))}×`,
  graphCaptureS: asSeconds,
  graphsGiB: asGibibytes,
  initS: asSeconds,
}

type StartupRow = Readonly<{ name: StartupName; value: string }>

const names = keysOf(formats)

export function startupRows(startup: Startup, t: Translate): readonly StartupRow[] {
  return names.flatMap((name) => {
    const value = startup[name]
    return value === undefined ? [] : [{ name, value: formats[name](value, t) }]
  })
}
