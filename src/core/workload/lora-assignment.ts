// Assigns LoRA adapters to requests.
import type { LoraAssignment } from '#core/flags/server.ts'
import type { PythonRandom } from '#core/random/python-random.ts'

type Assign = (modules: readonly string[], index: number, random: PythonRandom) => string

const assign: Readonly<Record<LoraAssignment, Assign>> = {
  random: (modules, _, random) => random.choice(modules),
  'round-robin': (modules, index) => modules[index % modules.length] ?? '',
}

/** One name per request, drawn after the dataset and before arrival times, as in the original. */
export function assignLoraModules(
  count: number,
  { modules, assignment }: Readonly<{ modules: readonly string[]; assignment: LoraAssignment }>,
  random: PythonRandom,
): readonly string[] {
  return Array.from({ length: count }, (_, index) => assign[assignment](modules, index, random))
}
