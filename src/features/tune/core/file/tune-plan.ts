// Plan of a tuning: flags of a tune file become axes of a sweep, whose first setting is the server's own.
import { message } from '#core/messages/message.ts'
import { AppError } from '#core/model/app-error.ts'
import { serveFlagValueSchema } from '#core/flags/serve-value.ts'
import type { ServeFlagValue } from '#core/model/launch-profile.ts'
import type { SweepAxis, SweepPlan, Tune, TunedFlag } from '#core/model/sweep.ts'
import type { FlagIndex } from '#core/vllm/flag-index.ts'
import { humanNumber } from '#core/vllm/read-serve-value.ts'
import type { TuneFile } from './read-tune-file.ts'
import type { TunedServer } from './tuned-server.ts'
import { conditionAt, type TunedValues } from './tuned-flags.ts'

type PlannedServer = Readonly<{
  /** Its flags, and known values of flags that it does not set. */
  flags: Readonly<Record<string, ServeFlagValue>>
  gpus: number
  gpusThere: number | null
  served: Tune['served']
}>

/** Parts of a tune file that become a plan. */
type TunePlanFile = Pick<TuneFile, 'flags' | 'budget' | 'objective' | 'answers'> &
  Readonly<{ sweep: Pick<TuneFile['sweep'], 'plan'> }>

/** Null for an unknown server. */
export function plannedTune(
  file: TunePlanFile,
  tuned: TunedServer | null,
  flagIndex: FlagIndex,
): SweepPlan {
  if (file.objective === 'energy' && tuned !== null && tuned.simulated !== null) {
    throw new AppError('invalid-input', message('tune.noEnergy'), { field: 'objective' })
  }
  return tunePlan(file, plannedServer(file.flags, tuned, flagIndex))
}

/** Adds defaults of varying flags that the catalogue knows. */
export function plannedServer(
  flags: readonly TunedValues[],
  tuned: TunedServer | null,
  { byName }: FlagIndex,
): PlannedServer {
  const usual = Object.fromEntries(
    flags.flatMap(({ name }) => {
      const { data } = serveFlagValueSchema.safeParse(byName.get(name)?.default)
      return data === undefined ? [] : [[name, data]]
    }),
  )
  const { gpus = 1, gpusThere = null, served = null } = tuned ?? {}
  return { flags: { ...usual, ...tuned?.flags }, gpus, gpusThere, served }
}

export function tunePlan(file: TunePlanFile, server: PlannedServer): SweepPlan {
  const axes = file.flags.map((flag) => axisOf(flag, server))
  const tune: Tune = {
    objective: file.objective,
    flags: file.flags.map((flag, index) => tunedFlag(flag, { axes, index, server, file })),
    budget: file.budget,
    base: { ...server.flags },
    served: server.served,
    gpus: server.gpus,
    gpusThere: server.gpusThere,
    answers: file.answers,
  }
  return { ...file.sweep.plan, axes, tune }
}

/** Drops the value that the server already has. */
function axisOf({ name, values }: TunedValues, { flags }: PlannedServer): SweepAxis {
  const others = values.filter((value) => !isSame(value, flags[name]))
  return {
    name,
    settings: [
      { benchmark: {}, server: {} },
      ...others.map((value) => ({ benchmark: {}, server: { [name]: value } })),
    ],
  }
}

type FlagPlace = Readonly<{
  axes: readonly SweepAxis[]
  index: number
  server: PlannedServer
  file: TunePlanFile
}>

function tunedFlag({ onlyIf }: TunedValues, place: FlagPlace): TunedFlag {
  const { axes, index, server } = place
  const settings = valuesOn(axes[index], server.flags)
  const numbers = settings.map((value) => numberOf(value))
  const isScale = numbers.slice(1).every((value) => value !== null && value > 0)
  return { numbers, isScale, onlyIf: onlyIf && condition(onlyIf, place) }
}

function condition(
  { name, values }: NonNullable<TunedValues['onlyIf']>,
  { axes, index, server, file }: FlagPlace,
): TunedFlag['onlyIf'] {
  const axis = file.flags.findIndex((flag) => flag.name === name)
  const settings = valuesOn(axes[axis], server.flags).flatMap((value, position) =>
    values.some((wanted) => isSame(wanted, value)) ? [position] : [],
  )
  if (settings.length === 0) throw conditionAt(`flags.${file.flags[index]?.name ?? name}.only-if`)
  return { axis, settings }
}

/** Values of an axis's only flag, by setting; undefined for an unknown default. */
export function valuesOn(
  axis: SweepAxis | undefined,
  base: Tune['base'],
): (ServeFlagValue | undefined)[] {
  if (axis === undefined) return []
  return axis.settings.map(({ server }) => server[axis.name] ?? base[axis.name])
}

/** Condition of a planned flag in file syntax; null for a flag that always has an effect. */
export function onlyIfOf(
  axes: readonly SweepAxis[],
  flag: TunedFlag | undefined,
  base: Tune['base'],
): TunedValues['onlyIf'] {
  const onlyIf = flag?.onlyIf ?? null
  const other = onlyIf === null ? undefined : axes[onlyIf.axis]
  if (onlyIf === null || other === undefined) return null
  const all = valuesOn(other, base)
  const values = onlyIf.settings.map((setting) => all[setting])
  return { name: other.name, values: values.filter((value) => value !== undefined) }
}

function numberOf(value: ServeFlagValue | undefined): number | null {
  if (typeof value === 'number') return value
  return typeof value === 'string' ? humanNumber(value) : null
}

function isSame(one: ServeFlagValue, other: ServeFlagValue | undefined): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
