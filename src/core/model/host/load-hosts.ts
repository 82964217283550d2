// The hosts that send the load of a benchmark, as `--on` names them: one, or several between commas.

/** None where this computer sends it. */
export function loadHostNames(on: string | null): readonly string[] {
  return on === null ? [] : on.split(',').map((name) => name.trim())
}

/** The first that is named twice; null where none is. */
export function repeatedHost(on: string | null): string | null {
  const names = loadHostNames(on)
  return names.find((name, place) => names.indexOf(name) !== place) ?? null
}
