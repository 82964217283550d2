// Settings that a tuning may try: every combination that the plan does not exclude and that vLLM would start with.
import type { SweepPlan, Tune } from '#core/model/sweep.ts'
import type { ServeFlagValue } from '#core/model/launch-profile.ts'
import { PythonRandom } from '#core/random/python-random.ts'
import { chosenSetting } from '#core/sweep/configurations.ts'
import { isExcluded } from '#core/sweep/sweep-points.ts'
import { indexFlags } from '#core/vllm/flag-index.ts'
import { checkLaunch } from '#core/vllm/launch/check-launch.ts'
import type { ServeFinding } from '#core/vllm/launch/launch-plan.ts'
import { choiceKey, mostListed, plain, settingsOf, sizeOf } from './space.ts'

/** Number of settings drawn from a space that is too large to list. */
const sampled = 5000

/** Cached, because plans are immutable and the rules are many. */
const known = new WeakMap<Tune, readonly (readonly number[])[]>()

/** Includes the default, regardless of the rules. */
export function poolOf(plan: SweepPlan, tune: Tune): readonly (readonly number[])[] {
  const found = known.get(tune)
  if (found !== undefined) return found
  const listed =
    sizeOf(tune.flags) <= mostListed ? settingsOf(tune.flags) : sampledSettings(plan, tune)
  const pool = listed.filter((choice, index) => index === 0 || isAllowed(plan, tune, choice))
  known.set(tune, pool)
  return pool
}

const judged = new WeakMap<Tune, Map<string, boolean>>()

/** Whether the plan and vLLM accept this combination. */
export function isAllowed(plan: SweepPlan, tune: Tune, choice: readonly number[]): boolean {
  const before = judged.get(tune) ?? new Map<string, boolean>()
  judged.set(tune, before)
  const key = choiceKey(choice)
  const isFine =
    before.get(key) ?? (!isLeftOut(plan, choice) && refusalOf(plan, tune, choice) === null)
  before.set(key, isFine)
  return isFine
}

function sampledSettings({ config }: SweepPlan, { flags }: Tune): number[][] {
  const random = new PythonRandom(config.seed)
  const drawn = Array.from({ length: sampled }, () => {
    const choice = flags.map(({ numbers }) => Math.floor(random.random() * numbers.length))
    return plain(flags, choice)
  })
  const all = [flags.map(() => 0), ...drawn]
  return [...new Map(all.map((choice) => [choiceKey(choice), choice])).values()]
}

function isLeftOut(plan: SweepPlan, choice: readonly number[]): boolean {
  const load = { requestRate: Number.NaN, maxConcurrency: null }
  return isExcluded(plan, { server: 0, settings: [...choice], ...load })
}

/** Flags that a server with this setting has set. */
export function serverFlags(
  plan: Pick<SweepPlan, 'axes'>,
  { base }: Tune,
  choice: readonly number[],
): Record<string, ServeFlagValue> {
  return { ...base, ...chosenSetting(plan, choice).server }
}

const nothingKnown = {
  gpus: null,
  model: null,
  version: null,
  sampledVersions: [],
  flagIndex: indexFlags([]),
}

/** Whether a setting fits into memory is only known from its start. */
const roomyGpu = { name: '', totalMiB: 1e9, freeMiB: 1e9 }

/** Reason that vLLM would not start with it, judged by the flags alone; null if they show none. */
function refusalOf(
  plan: Pick<SweepPlan, 'axes'>,
  tune: Tune,
  choice: readonly number[],
): ServeFinding | null {
  const config = { model: '', flags: serverFlags(plan, tune, choice), rawArguments: [] }
  const gpus =
    tune.gpusThere === null ? null : Array.from({ length: tune.gpusThere }, () => roomyGpu)
  const findings = checkLaunch({ config, surroundings: { ...nothingKnown, gpus } })
  return findings.find(({ severity }) => severity === 'error') ?? null
}
